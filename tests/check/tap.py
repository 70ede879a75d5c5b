"""tests/check/tap.py - TAP lines of the tests in Python, as tap.sh prints them for those in bash."""
import sys

count = failed = 0


def ok(condition, name, *shown):
    """Prints a line; if the condition is false, also what is shown, the end of long texts, on stderr."""
    global count, failed
    count += 1
    failed += not condition
    print("%s %d - %s" % ("ok" if condition else "not ok", count, name), flush=True)
    if not condition:
        print("# not ok: %s\n# %s" % (name, "\n# ".join(str(s)[-1500:] for s in shown)), file=sys.stderr)


def finish():
    """Prints the plan and ends the test."""
    print("1..%d" % count)
    sys.exit(failed > 0)
