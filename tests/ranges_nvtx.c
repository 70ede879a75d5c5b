/* tests/ranges_nvtx.c - a profiler that prints the ranges it receives, for
 * tests/ranges.t: a library that NVTX loads when NVTX_INJECTION64_PATH names it.
 */
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>

int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t export_table);

static int NVTX_API push(const char *text)
{
    return printf("push %s\n", text);
}

static int NVTX_API pop(void)
{
    return printf("pop\n");
}

int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t export_table)
{
    const NvtxExportTableCallbacks *callbacks = export_table(NVTX_ETID_CALLBACKS);
    NvtxFunctionTable functions;
    unsigned count;
    if (!callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &functions, &count))
        return 0;
    *functions[NVTX_CBID_CORE_RangePushA] = (NvtxFunctionPointer)push;
    *functions[NVTX_CBID_CORE_RangePop] = (NvtxFunctionPointer)pop;
    return 1;
}
