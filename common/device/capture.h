/* common/device/capture.h - graph capture, as a back end implements it.
 *
 * CUDA and HIP capture a stream. The emulated device keeps the queued operations in
 * a list and queues copies of them (queue_emu.c).
 */
#ifndef MEMWALL_CAPTURE_H
#define MEMWALL_CAPTURE_H

/* A captured sequence of launches. */
struct captured;

/* Returns 0 if the runtime executes a graph more slowly than single launches. */
int capture_is_fast(void);

/* From capture_begin to capture_end, launches on COMPUTE are captured and not
 * executed. capture_end returns the captured sequence, which the caller frees, and
 * stores the number of launches in *launches. */
void capture_begin(void);
struct captured *capture_end(long *launches);

void captured_launch(
    const struct captured *captured);          /* queues all launches on COMPUTE */
void captured_free(struct captured *captured); /* NULL is allowed */

/* Ends the program during a capture, with a message that names the operation
 * `what`. Every operation that a graph cannot contain calls this function.
 * graph_device.c defines it. */
void capture_excludes(const char *what);
#endif
