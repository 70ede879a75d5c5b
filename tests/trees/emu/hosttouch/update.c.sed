# The host reads device memory.
/LAUNCH(axpy,/ s/^/    (void)*(const volatile char *)x->data;/
