# tests/trees-emu/unset/restrict.c.sed - broken on purpose: injects a product A z that was never computed.
/LAUNCH(multiply_fine,/d
