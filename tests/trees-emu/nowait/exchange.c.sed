# tests/trees-emu/nowait/exchange.c.sed - broken on purpose: the halo values arrive on a stream for which no kernel
# waits.
/staging_copy_in/ s/COMPUTE/HALO/
