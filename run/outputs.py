# run/outputs.py - the files that a script writes: checked before it computes, written as a whole.
import os
import shutil
import sys


def fail(text):
    """Ends the script with one line."""
    print("run/%s: %s" % (os.path.basename(sys.argv[0]), text), file=sys.stderr)
    sys.exit(2)


def is_special(path):
    """A device or a pipe, such as /dev/stdout, even if it leads to a file."""
    return path.startswith("/dev/") or (os.path.exists(path) and not os.path.isfile(path))


def unwritable(path):
    """Why the file cannot be written, or nothing. The file does not change."""
    folder = os.path.dirname(os.path.realpath(path))
    if os.path.isdir(path):
        return "this is a folder"
    if is_special(path):
        return "" if os.access(path, os.W_OK) else "it cannot be written"
    if not os.path.isdir(folder):
        return "there is no folder " + folder
    return "" if os.access(folder, os.W_OK) else "the folder %s cannot be written" % folder


def check(inputs, **outputs):
    """Ends with one line if an output, given as its option and its path, is one of the inputs or
    another output, or cannot be written: before the first run, so that no measurement is lost.
    Paths that are None or empty stand for no file."""
    taken = {os.path.realpath(p): "an input" for p in inputs if p}
    for option, path in outputs.items():
        if not path:
            continue
        real = os.path.realpath(path)
        reason = unwritable(path)
        if real in taken and not is_special(path):
            reason = "the file is also " + taken[real]
        if reason:
            fail("--%s=%s: %s" % (option, path, reason))
        taken[real] = "that of --" + option


def check_options(options, inputs=()):
    """The same for the options of a script that measures."""
    check(inputs, **{name: getattr(options, name, None) for name in ("csv", "json", "keep")})


def save(path, text):
    """Writes a file as a whole: if this fails, the old file is still there."""
    part = None
    try:
        if is_special(path):
            sys.stdout.flush()
            with open(path, "a") as file:
                file.write(text)
            return
        path = os.path.realpath(path)
        part = "%s.%d.part" % (path, os.getpid())
        with open(part, "w", newline="") as file:
            file.write(text)
        if os.path.exists(path):
            shutil.copymode(path, part)
        os.replace(part, path)
    except OSError as error:
        if part and os.path.exists(part):
            os.remove(part)
        sys.exit("%s: %s" % (path, error.strerror))
