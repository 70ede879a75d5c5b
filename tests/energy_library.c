/* tests/energy_library.c - stands for NVML and ROCm SMI in tests/energy.t: two GPUs, of which the
 * second one has used 7 J and uses 2.5 J between two calls. */
#include <stdint.h>
#include <string.h>

int nvmlInit_v2(void);
int nvmlDeviceGetHandleByPciBusId_v2(const char *pci, void **device);
int nvmlDeviceGetTotalEnergyConsumption(void *device, unsigned long long *millijoules);
int rsmi_init(uint64_t flags);
int rsmi_num_monitor_devices(uint32_t *count);
int rsmi_dev_pci_id_get(uint32_t device, uint64_t *id);
int rsmi_dev_energy_count_get(uint32_t device, uint64_t *count, float *microjoules,
                              uint64_t *timestamp);

enum { NO_DEVICE = 6 };
static int started, gpu[2];
static unsigned calls;

int nvmlInit_v2(void)
{
    started = 1;
    return 0;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *pci, void **device)
{
    *device = &gpu[strcmp(pci, "0000:c1:00.0") == 0];
    return started && *device == &gpu[1] ? 0 : NO_DEVICE;
}

int nvmlDeviceGetTotalEnergyConsumption(void *device, unsigned long long *millijoules)
{
    *millijoules = device == &gpu[1] ? 7000 + 2500 * calls++ : 1;
    return 0;
}

int rsmi_init(uint64_t flags)
{
    started = flags == 0;
    return 0;
}

int rsmi_num_monitor_devices(uint32_t *count)
{
    *count = 2;
    return !started;
}

int rsmi_dev_pci_id_get(uint32_t device, uint64_t *id)
{
    *id = device == 1 ? 0x200000000 | 0xc1 << 8 | 0x2 << 3 | 1 : 0x4100;
    return 0;
}

int rsmi_dev_energy_count_get(uint32_t device, uint64_t *count, float *microjoules,
                              uint64_t *timestamp)
{
    *microjoules = 15.25f;
    *count = device == 1 ? (uint64_t)(1e6 * (7 + 2.5 * calls++) / 15.25) : 1;
    *timestamp = 0;
    return 0;
}
