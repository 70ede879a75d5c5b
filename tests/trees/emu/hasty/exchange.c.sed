# The boundary slices do not wait until the halo values
# have arrived.
/staging_copy_in/,$ s/stream_wait_for(COMPUTE, HALO);//
