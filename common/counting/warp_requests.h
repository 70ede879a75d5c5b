/* common/counting/warp_requests.h - requests of the warps of a launch, as traffic.h defines them. */
#ifndef MEMWALL_WARP_REQUESTS_H
#define MEMWALL_WARP_REQUESTS_H
#include "traffic.h"

/* A launch begins: no warp has made a request. */
void requests_begin(void);

/* The running thread (traffic_switch, traffic_thread) accesses the `bytes` bytes at p by this
 * instruction; an access of more than 16 bytes, the copy of a struct, is several instructions.
 * Adds to *sum the requests, sectors and words that no thread of the warp has had before. */
void requests_add(const char *p, size_t bytes, const void *instruction,
                  enum traffic_memory memory, struct traffic *sum);
#endif
