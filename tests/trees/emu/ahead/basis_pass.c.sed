# Threads add sums of warps that are not complete yet.
s/team_barrier();//
