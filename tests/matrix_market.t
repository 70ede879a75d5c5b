#!/usr/bin/env bash
# tests/matrix_market.t - Matrix Market files, correct and malformed (matrix_market.py).
. "$(dirname "$0")/tap.sh"
if ! python3 -c '' 2>/dev/null; then
    skip "python3 is needed"
    finish
fi
export work
PYTHONDONTWRITEBYTECODE=1 python3 "$tests/matrix_market.py" "$MEMWALL_BIN/memwall-${TREES%% *}" "$MPIRUN ${mpi_flags[*]} -np" "$MPI"
