// hsa.h - ROCm's HSA runtime (libhsa-runtime64.so.1), for amd.c.
#ifndef OC_RUNTIME_HSA_H
#define OC_RUNTIME_HSA_H

#include "runtime/devices/gpus.h"

// Implements struct gpu_maker's `find`.
void __offloadcc_hsa_find(struct gpus *gpus);

// The number of a GPU's compute units; 0: not known.
unsigned int __offloadcc_hsa_compute_units(const struct gpu *gpu);

#endif
