# tests/trees-emu/unready/exchange.c.sed - broken on purpose: packs values before the vector is complete.
s/stream_wait_for(HALO, COMPUTE);//
