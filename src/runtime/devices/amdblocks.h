// amdblocks.h - how many blocks of a kernel an AMD GPU runs at the same time, for amd.c.
//
// ROCm has no function for that. The kernel's descriptor in the image says how many registers and
// how much shared memory it needs. Where GPUs of one generation differ, the smallest is assumed.
#ifndef OC_RUNTIME_AMDBLOCKS_H
#define OC_RUNTIME_AMDBLOCKS_H

#include "runtime/devices/makers.h"

// Implements struct gpu_maker's `resident`.
unsigned long __offloadcc_amd_resident(const struct resident_kernel *kernel, char *problem,
                                       size_t size);

#endif
