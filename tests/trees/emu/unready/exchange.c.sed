# Values are packed before the vector is complete.
s/stream_wait_for(HALO, COMPUTE);//
