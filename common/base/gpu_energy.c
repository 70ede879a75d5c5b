/* common/base/gpu_energy.c - energy of a GPU: NVML or ROCm SMI, loaded at run time.
 *
 * The types of the functions are those of the manuals: nvmlDeviceGetTotalEnergyConsumption
 * returns millijoules; rsmi_dev_energy_count_get returns a count and the microjoules
 * of one count. All functions return 0 if they succeed.
 */
#include "gpu_energy.h"
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    void *device; /* a handle of NVML */
    int (*energy)(void *device, unsigned long long *millijoules);
} nvml;

static struct {
    uint32_t device;
    int (*energy)(uint32_t device, uint64_t *count, float *microjoules,
                  uint64_t *timestamp);
} rocm;

/* Returns the library, or NULL. */
static void *load(const char *variable, const char *name)
{
    const char *file = getenv(variable);
    return dlopen(file ? file : name, RTLD_NOW | RTLD_LOCAL);
}

/* *function = the function of the library. Returns 0 if there is none. (ISO C does
 * not convert pointers to data to pointers to functions.) */
static int find(void *library, const char *name, void *function)
{
    void *found = library ? dlsym(library, name) : NULL;
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

static void open_nvml(const char *pci)
{
    void *library = load("MEMWALL_NVML", "libnvidia-ml.so.1");
    int (*init)(void), (*handle)(const char *, void **);
    int (*energy)(void *, unsigned long long *);
    if (find(library, "nvmlInit_v2", &init) &&
        find(library, "nvmlDeviceGetHandleByPciBusId_v2", &handle) &&
        find(library, "nvmlDeviceGetTotalEnergyConsumption", &energy) &&
        init() == 0 && handle(pci, &nvml.device) == 0)
        nvml.energy = energy;
}

/* ROCm SMI numbers the GPUs: the one with this address. */
static void open_rocm(const char *pci)
{
    void *library = load("MEMWALL_ROCM_SMI", "librocm_smi64.so");
    int (*init)(uint64_t), (*number)(uint32_t *), (*address)(uint32_t, uint64_t *);
    int (*energy)(uint32_t, uint64_t *, float *, uint64_t *);
    unsigned domain, bus, device, function;
    uint32_t count = 0;
    if (sscanf(pci, "%x:%x:%x.%x", &domain, &bus, &device, &function) != 4)
        return;
    const uint64_t wanted =
        (uint64_t)domain << 32 | bus << 8 | device << 3 | function;
    if (!find(library, "rsmi_init", &init) ||
        !find(library, "rsmi_num_monitor_devices", &number) ||
        !find(library, "rsmi_dev_pci_id_get", &address) ||
        !find(library, "rsmi_dev_energy_count_get", &energy) || init(0) != 0 ||
        number(&count) != 0)
        return;
    for (uint32_t k = 0; k < count; k++) {
        uint64_t found;
        /* bits 28 to 31 contain the partition of the GPU */
        if (address(k, &found) == 0 && (found & ~UINT64_C(0xf0000000)) == wanted) {
            rocm.device = k;
            rocm.energy = energy;
            return;
        }
    }
}

double gpu_energy(const char *backend, const char *pci)
{
    static int opened;
    if (!opened && strcmp(backend, "cuda") == 0)
        open_nvml(pci);
    if (!opened && strcmp(backend, "hip") == 0)
        open_rocm(pci);
    opened = 1;
    unsigned long long millijoules;
    if (nvml.energy && nvml.energy(nvml.device, &millijoules) == 0)
        return 1e-3 * (double)millijoules;
    uint64_t count, timestamp;
    float microjoules;
    if (rocm.energy &&
        rocm.energy(rocm.device, &count, &microjoules, &timestamp) == 0)
        return 1e-6 * (double)count * microjoules;
    return NAN;
}
