# tests/trees-emu/unpacked/exchange.c.sed - broken on purpose: sends the values before they are packed.
s/stream_synchronize(COMPUTE);//
