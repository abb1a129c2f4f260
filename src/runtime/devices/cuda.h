// cuda.h - CUDA's driver (libcuda.so.1), for nvidia.c.
#ifndef OC_RUNTIME_CUDA_H
#define OC_RUNTIME_CUDA_H

#include "runtime/devices/gpus.h"

// Implement struct gpu_maker's `find`, `link`, `resident` and `has_asserted`.
void __offloadcc_cuda_find(struct gpus *gpus);
bool __offloadcc_cuda_link(const struct gpu *gpu, const char *ptx, size_t size,
                           struct linked *linked);
unsigned long __offloadcc_cuda_resident(const struct resident_kernel *kernel, char *problem,
                                        size_t size);
bool __offloadcc_cuda_has_asserted(void);

// Whether the driver was loaded. If so, the other two get the calling thread's context, which may
// be NULL, and set it.
bool __offloadcc_has_cuda(void);
void *__offloadcc_cuda_context(void);
void __offloadcc_set_cuda_context(void *context);

#endif
