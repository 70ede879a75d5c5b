# tests/trees-emu/ahead/basis_pass.c.sed - broken on purpose: threads add sums of warps that are not complete yet.
s/team_barrier();//
