# The halo values arrive on a stream for which no kernel
# waits.
/staging_copy_in/ s/COMPUTE/HALO/
