/* common/base/gpu_energy.h - energy that the GPU of this rank has used. */
#ifndef MEMWALL_GPU_ENERGY_H
#define MEMWALL_GPU_ENERGY_H

/* Returns the joules that a GPU has used since some time in the past, or NaN if its
 * counter cannot be read. `backend` is "cuda" or "hip" (all others: NaN), and `pci`
 * is the address of the GPU as the runtime writes it, for example "0000:c1:00.0".
 * All calls must name the same GPU.
 *
 * The vendor's library is loaded by the first call: NVML (libnvidia-ml.so.1) or ROCm
 * SMI (librocm_smi64.so). The program neither needs it to start nor to be built. The
 * environment variables MEMWALL_NVML and MEMWALL_ROCM_SMI name another file. */
double gpu_energy(const char *backend, const char *pci);
#endif
