# The values are sent before they are packed.
s/stream_synchronize(COMPUTE);//
