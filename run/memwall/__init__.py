# run/memwall - what the scripts in run/ share.
"""process: starts and ends programs; files: reads and writes files; programs: names of trees, their
programs; measure: interleaved runs; tables: tables as text; drawings: figures; judge, lab: parts of
run/judge, run/lab.

The scripts need Python 3.9 or newer and no other package; the figures need matplotlib. A script adds its folder to
sys.path, which Python omits with PYTHONSAFEPATH, and imports memwall first, which says which Python is needed."""
import signal
import sys

if sys.version_info < (3, 9):
    sys.stderr.write("%s: Python 3.9 or newer is needed, and this is %d.%d\n" % (
        (sys.argv[0],) + tuple(sys.version_info[:2])))
    sys.exit(2)
if signal.getsignal(signal.SIGINT) == signal.default_int_handler:  # until process.main says more
    signal.signal(signal.SIGINT, signal.SIG_DFL)
sys.excepthook = lambda kind, error, _: sys.stderr.write("%s: %s: %s\n" % (sys.argv[0], kind.__name__, error))
sys.dont_write_bytecode = True  # the checkout may be read-only, and no file of ours is left in it
