# A sweep does not wait until the rows that it
# overwrites are packed.
1,/phase_end/ s/stream_wait_for(COMPUTE, HALO);//
