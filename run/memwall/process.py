# run/memwall/process.py - starts and ends programs, and reads the command line of a script.
"""`main` runs a script. A program is started in a group of processes of its own, which SIGINT,
SIGTERM or SIGHUP end with the script; its status is then 128 plus the number of the signal. No
command is given to a shell."""
import argparse
import contextlib
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
GRACE = 10  # seconds from SIGTERM to SIGKILL
Folder = tempfile.TemporaryDirectory

# Variables of the caller's shell that would change what is measured, or in which repository git works and shells cd.
# OMP_WAIT_POLICY remains: it is for a machine that others use, too.
FOREIGN = "(OMP|GOMP|KMP)_(?!WAIT_POLICY)|GIT_|CDPATH$"

limits = {}    # of every program that `call` starts: seconds, most (bytes of output)
broken = 1     # exit status if the system fails: a file or standard output cannot be written
children = []  # programs that have been started and not yet ended
script = "run/" + os.path.basename(sys.argv[0] or "memwall")


def say(text, end="\n"):
    """A line on standard error, unless nobody reads it any more."""
    try:
        print(text, end=end, file=sys.stderr, flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # Python flushes it once more; also below


def progress(text=""):
    """A line on a terminal that the next one replaces."""
    if sys.stderr.isatty():
        say("\r%-78s%s" % (text[:78], "" if text else "\r"), end="")


class Failure(SystemExit):
    """Ends the script with this status; `text` is the line that was printed."""

    def __init__(self, text, status):
        super().__init__(status)
        self.text = text


def fail(text, status=2):
    """Ends the script with one line. 2: the arguments or a file are wrong; 1: a run has failed."""
    text = " ".join(text.split("\n"))
    say("%s: %s" % (script, text))
    raise Failure(text, status)


def arrived(number, _):
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    say("\n%s: ended by %s" % (script, signal.Signals(number).name))
    sys.exit(128 + number)


def main(function, foreign=FOREIGN):
    """Runs a script, without variables of the environment that begin with this pattern, and ends it with
    the status that the function returns, 0 for None."""
    for name in [n for n in os.environ if re.match(foreign, n)]:
        del os.environ[name]
    while os.open(os.devnull, os.O_RDONLY) < 3:  # instead of a closed stream: writing fails
        pass
    sys.stdout, sys.stderr = sys.stdout or open(1, "w"), sys.stderr or open(2, "w")
    for stream in (sys.stdout, sys.stderr):  # names need not be UTF-8
        stream.reconfigure(errors="backslashreplace")
    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup
            signal.signal(number, arrived)
    try:
        try:
            status = function()
        finally:
            sys.stdout.flush()
    except argparse.ArgumentTypeError as error:
        fail(str(error))
    except Exception as error:  # of a file with a name, of standard output, or a mistake of ours
        place, name = traceback.extract_tb(error.__traceback__)[-1], getattr(error, "filename", None)
        if not getattr(error, "strerror", None):
            fail("%s, line %d: %r" % (os.path.basename(place.filename), place.lineno, error), broken)
        if not name and not isinstance(error, FileNotFoundError):  # which means no folder for temporary files
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            name = "standard output could not be written"
        fail(": ".join(filter(None, (name, error.strerror))), broken)
    finally:
        for child in list(children):
            end(child)
    sys.exit(status)


def environment(**more):
    env = dict(os.environ, **more)
    if os.geteuid() == 0:  # Open MPI refuses root without these
        env["OMPI_ALLOW_RUN_AS_ROOT"] = env["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1"
    return env


def start(command, **more):
    """Starts a program, whose standard input is empty unless `stdin` says otherwise: in a loop of
    the shell, it is the list of the other runs. The caller ends it with `end`."""
    more = dict({"stdin": subprocess.DEVNULL, "env": environment()}, **more)
    sys.stdout.flush()
    try:
        children.append(subprocess.Popen(command, start_new_session=True, **more))
    except OSError as error:
        scratch = tempfile.gettempdir()
        fail("%s: %s%s" % (command[0], error.strerror, ": TMPDIR must name a folder whose programs may be executed" *
                           (isinstance(error, PermissionError) and command[0].startswith(scratch + "/"))), max(2, broken))
    return children[-1]


def end(child, grace=GRACE):
    """Ends a program and those that it has started: mpirun ends its ranks when it is terminated, not when it is
    killed."""
    for number, seconds in ((signal.SIGTERM, grace), (signal.SIGKILL, None)):
        if child.poll() is None:
            with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):  # it has just ended, or runs on
                os.killpg(child.pid, number)
                child.wait(seconds)
    if child in children:
        children.remove(child)


def call(command, seconds=None, **more):
    """(exit status, output, messages) of a program. It is ended after `seconds` seconds (by default those of
    `limits`), with the status "timeout", or after more output or messages than `limits` allow, with the status
    "output"; what it wrote until then is returned. `more` are arguments of subprocess.Popen; what is not
    redirected is None."""
    seconds, most = seconds or limits.get("seconds"), limits.get("most", sys.maxsize)
    child, over, ends = start(command, **more), seconds and time.monotonic() + seconds, queue.SimpleQueue()
    texts = {pipe: bytearray() for pipe in (child.stdout, child.stderr) if pipe}

    def left():
        return over and max(0, over - time.monotonic())
    try:
        for pipe, text in texts.items():
            threading.Thread(target=read, args=[pipe, text, most, ends], daemon=True).start()
        status = "output" if any(ends.get(timeout=left()) for _ in texts) else child.wait(left())
    except (queue.Empty, subprocess.TimeoutExpired):
        status = "timeout"
    finally:
        end(child)
    return (status, *(pipe and texts[pipe][:most].decode(errors="replace") for pipe in (child.stdout, child.stderr)))


def read(pipe, text, most, ends):
    """Appends what a pipe brings to a text, until it has more than `most` bytes: then `ends` gets True, and what
    follows is forgotten, because a program whose pipe is full cannot end. At the end of the pipe it gets False."""
    with pipe:
        for part in iter(lambda: pipe.read1(1 << 16), b""):
            if len(text) <= most:
                text += part
                if len(text) > most:
                    ends.put(True)
    ends.put(False)


def ended(status):
    """Why `call` ended a program at one of the `limits`; "" if it ended itself."""
    return {"timeout": "no end within %s s" % limits.get("seconds"),
            "output": "more than %s bytes of output" % limits.get("most")}.get(status, "")


def captured(command, **more):
    """As `call`, with output and messages."""
    return call(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def git(*words, **more):
    """As `captured`, git in the current folder, which may belong to another user, as the checkout from
    which root installs. A repository that contains this folder is not meant."""
    return captured(["git", "-c", "safe.directory=*", "--git-dir=.git", "--work-tree=.", *words], **more)


def errors(text):
    """The lines of compilers that say what is wrong, at most ten; if there are none, the first lines."""
    lines = [line for line in text.splitlines() if line.strip()]
    wrong = re.compile(r"(?!\s).*(\berror( #\S+| *): |undefined (reference|symbol))")  # no line of a source
    return (list(filter(wrong.match, lines)) or lines)[:10]


def cores(launch=None):
    """The cores that this process may use, of which each may be several processors of the system. Open MPI counts them
    in its own way, and the slots of hosts or of a batch system, and starts no more ranks: it is asked, too."""
    found, launch, slots = set(), launch or ["mpirun"], []
    for processor in os.sched_getaffinity(0):
        try:
            with open("/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list" % processor) as file:
                found.add(file.read())
        except OSError:  # a container need not show them
            found.add(processor)
    if os.path.basename(launch[0]) in ("mpirun", "mpiexec") and shutil.which(launch[0]):
        slots = captured([*launch, "-np", "1", "sh", "-c", "echo $OMPI_UNIVERSE_SIZE"], seconds=60)[1].split()
    return min([len(found), *map(int, filter(str.isdigit, slots[-1:]))])


def ranks(count, launch):
    """The words that start this many ranks (0: as many as the launcher does), unbound. Open MPI refuses more ranks than
    cores; those of a test may share cores (tests/ranks)."""
    return [*launch, *["-np", str(count)] * (count > 0), *["--bind-to", "none"] * (os.path.basename(launch[0]) == "mpirun")]


def reason(text):
    """The line that says why a run has failed: memwall's own, else Slurm's, else the first one with words,
    which is mpirun's reason and not the frame around it."""
    return next((line.strip() for wanted in ("INVALID: |memwall: (?!warning)", r"slurmstepd\S*: |srun: error(?!.*Exited with)", "[^\\W\\d_]")
                 for line in text.splitlines() if re.search(wanted, line)), "no message")


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
            raise argparse.ArgumentTypeError("%r: a whole number from %d to %d is needed" % (text, least, most))
        return int(text)
    return read


def real(text):
    """The type of an option: a number from 0 to 1; its text is what the program gets."""
    try:
        if 0 <= float(text) <= 1:
            return text
    except ValueError:
        pass
    raise argparse.ArgumentTypeError("%r: a number from 0 to 1 is needed" % text)


def words(text):
    """The type of an option: words joined by commas."""
    if not all(text.split(",")):
        raise argparse.ArgumentTypeError("%r: words joined by commas are needed" % text)
    return text.split(",")


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
