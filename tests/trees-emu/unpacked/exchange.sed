# tests/trees-emu/unpacked/exchange.sed - broken on purpose: sends the values before they are packed.
s/stream_synchronize(COMPUTE);//
