# Slice columns are read before their copies have arrived.
s/async_wait();//
