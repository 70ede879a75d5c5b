#!/usr/bin/env bash
# tests/scripts.t - the scripts of run/, one table of faults (scripts.py).
. "$(dirname "$0")/tap.sh"
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
    skip "Python 3.9 is needed for run/"
    finish
fi
export MEMWALL_BIN MPI BACKEND work
PYTHONDONTWRITEBYTECODE=1 exec python3 "$tests/scripts.py"
