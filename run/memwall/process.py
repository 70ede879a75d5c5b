# run/memwall/process.py - starts, watches and ends programs; ends the script in order.
"""`main` runs a script. Every program is started by `start` or `call`, in a session of its own, so
that it can be ended with all of its processes, the ranks of an mpirun included. After SIGINT, SIGTERM
or SIGHUP no process and no temporary folder is left, and the exit status is 128 plus the number of
the signal. No command is given to a shell.
"""
import argparse
import os
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
GRACE = 10  # seconds from SIGTERM to SIGKILL

broken = 1     # exit status if the system fails: a file or standard output cannot be written
children = []  # programs that have been started and not yet ended
scratch = []   # temporary folders
script = "run/" + os.path.basename(sys.argv[0] or "memwall")


class Ended(BaseException):
    """One of SIGNALS has arrived; no handler of exceptions may keep the script running."""


class Deferred:
    """Signals that arrive within `with` are handled at its end, so that no process or folder is
    created and not noted."""
    depth, arrived = 0, None

    def __enter__(self):
        Deferred.depth += 1

    def __exit__(self, *_):
        Deferred.depth -= 1
        if Deferred.arrived and not Deferred.depth:
            number, Deferred.arrived = Deferred.arrived, None
            raise Ended(number)


def arrived(number, _):
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    if not Deferred.depth:
        raise Ended(number)
    Deferred.arrived = number


def fail(text, status=2):
    """Ends the script with one line. 2: the arguments or a file are wrong; 1: a run has failed."""
    print("%s: %s" % (script, " ".join(text.split("\n"))), file=sys.stderr)
    sys.exit(status)


def clean():
    """Ends all programs and removes all temporary folders."""
    while children:
        end(children[-1])
    while scratch:
        shutil.rmtree(scratch.pop(), ignore_errors=True)


def main(function):
    """Runs a script and ends it with the status that the function returns, 0 for None."""
    for stream in (sys.stdout, sys.stderr):  # names need not be UTF-8
        stream.reconfigure(errors="backslashreplace")
    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup
            signal.signal(number, arrived)
    status = 1
    try:
        try:
            status = function() or 0
        except SystemExit as end_of_script:
            status = end_of_script.code
        except argparse.ArgumentTypeError as error:
            say("%s: %s" % (script, error))
            status = 2
        sys.stdout.flush()
    except Ended as reason:
        status = 128 + reason.args[0]
        clean()
        say("\n%s: ended by %s" % (script, signal.Signals(reason.args[0]).name))
    except OSError as error:  # of a file with a name, or of standard output
        status = broken
        say("%s: %s: %s" % (script, error.filename or "standard output could not be written",
                            error.strerror))
    finally:
        for each in SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        clean()
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # Python flushes it once more
    sys.exit(status)


def say(text, end="\n"):
    """A line on standard error, which may be closed."""
    try:
        print(text, end=end, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        pass


def progress(text=""):
    """A line on standard error that the next one replaces."""
    say("\r%-78s%s" % (text[:78], "" if text else "\r"), end="")


class Folder:
    """A temporary folder: `with process.Folder() as path`."""

    def __enter__(self):
        with Deferred():
            self.path = os.path.join(tempfile.gettempdir(), "memwall-" + secrets.token_hex(8))
            scratch.append(self.path)
            os.mkdir(self.path, 0o700)
        return self.path

    def __exit__(self, *_reason):
        shutil.rmtree(self.path, ignore_errors=True)
        if self.path in scratch:
            scratch.remove(self.path)


def environment(**more):
    env = dict(os.environ, **more)
    if os.geteuid() == 0:  # Open MPI refuses root without these
        env["OMPI_ALLOW_RUN_AS_ROOT"] = env["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1"
    return env


def start(command, **more):
    """Starts a program, whose standard input is empty unless `stdin` says otherwise: in a loop of the
    shell, it is the list of the other runs. The caller ends it with `end`."""
    more = dict({"stdin": subprocess.DEVNULL, "env": environment()}, **more)
    sys.stdout.flush()
    with Deferred():
        try:
            child = subprocess.Popen(command, start_new_session=True, **more)
        except OSError as error:
            fail("%s: %s" % (command[0], error.strerror))
        children.append(child)
    return child


def session(leader):
    """The processes of a session that have not ended."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc") if os.path.isdir("/proc") else ()):
        try:
            with open("/proc/%s/stat" % name, errors="replace") as file:
                state, _, _, number = file.read().rpartition(")")[2].split()[:4]
        except OSError:
            continue  # it has ended
        if int(number) == leader and state not in "ZX":
            found.append(int(name))
    return found


def end(child, grace=GRACE):
    """Ends a program and what it has started: mpirun ends ranks on other machines when it is
    terminated, not when it is killed."""
    with Deferred():
        for number, seconds in ((signal.SIGTERM, grace), (signal.SIGKILL, GRACE)):
            limit = time.monotonic() + seconds
            left = session(child.pid)
            for process in left or [child.pid] * (child.poll() is None):
                try:
                    os.kill(process, number)
                except ProcessLookupError:
                    pass
            while (child.poll() is None or session(child.pid)) and time.monotonic() < limit:
                time.sleep(0.02)
        for stream in (child.stdin, child.stdout, child.stderr):
            if stream:
                try:
                    stream.close()
                except OSError:
                    pass
        if child in children:
            children.remove(child)


def call(command, seconds=None, grace=GRACE, **more):
    """(exit status, output, messages) of a program; the status is "timeout" if it was ended after so
    many seconds. `grace`: the seconds that it needs to end its own programs. `more` are arguments of subprocess.Popen; what is not redirected is None."""
    child = start(command, text=True, encoding="utf-8", errors="replace", **more)
    try:
        out, err = child.communicate(timeout=seconds)
        status = child.returncode
    except subprocess.TimeoutExpired:
        status, out, err = "timeout", "", ""
    finally:
        end(child, grace)
    return status, out, err


def captured(command, **more):
    """As `call`, with output and messages."""
    return call(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def reason(text):
    """The line that says why a run has failed: memwall's own, else the first one with words, which is
    mpirun's reason and not the frame around it."""
    lines = [line.strip() for line in text.splitlines() if any(c.isalpha() for c in line)]
    return next((line for line in lines if "INVALID: " in line or
                 "memwall: " in line and "memwall: warning" not in line), (lines + ["no message"])[0])


# ---- Arguments ----

class Parser(argparse.ArgumentParser):
    """Options whose names are written out; wrong usage is one line and status 2."""

    def __init__(self, text):
        super().__init__(prog=script, description=text, allow_abbrev=False, usage=argparse.SUPPRESS,
                         formatter_class=argparse.RawDescriptionHelpFormatter)

    def error(self, message):
        fail(message + " (--help)")


def number(least, most=10 ** 9):
    """The type of an option: a whole number from least to most."""
    def read(text):
        if not text.isascii() or not text.isdigit() or not least <= int(text[:10]) <= most:
            raise argparse.ArgumentTypeError("%r: a whole number from %d to %d is needed" % (
                text, least, most))
        return int(text)
    return read


def real(least, most):
    """The type of an option: a number in this range; its text is what the program gets."""
    def read(text):
        try:
            if least <= float(text) <= most:
                return text
        except ValueError:
            pass
        raise argparse.ArgumentTypeError("%r: a number from %g to %g is needed" % (text, least, most))
    return read


def words(kind=str):
    """The type of an option: words or numbers joined by commas."""
    def read(text):
        found = text.split(",")
        if not all(found):
            raise argparse.ArgumentTypeError("%r: words joined by commas are needed" % text)
        return [kind(word) for word in found]
    return read


def quoted(text):
    """The type of an option: words, quoted as in a shell."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError("%r: %s" % (text, error))


def command(text):
    """The type of an option: the words of a command that exists."""
    found = quoted(text)
    if not found or not shutil.which(found[0]):
        raise argparse.ArgumentTypeError("%r: there is no such command" % text)
    return found
