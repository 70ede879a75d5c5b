#!/usr/bin/env bash
# tests/cbgmres/matrix_market.t - Matrix Market files, correct and malformed (matrix_market.py).
. "$(dirname "$0")/../tap.sh"
python3 -c '' 2>/dev/null || skip_all "python3 is needed"
export work
python3 "$tests/cbgmres/matrix_market.py" "$MEMWALL_BIN/memwall-${TREES%% *}" "$MPIRUN $mpi_flags -np" "$MPI"
