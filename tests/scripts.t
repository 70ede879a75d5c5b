#!/usr/bin/env bash
# tests/scripts.t - the scripts of run/, one table of faults (scripts.py).
. "$(dirname "$0")/tap.sh"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null || skip_all "Python 3.9 is needed for run/"
export MEMWALL_BIN MPI BACKEND work
exec python3 "$tests/scripts.py"
