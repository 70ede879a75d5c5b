# tests/trees-emu/hosttouch/update.c.sed - broken on purpose: the host reads device memory.
/LAUNCH(axpy,/ s/^/    (void)*(const volatile char *)x->data;/
