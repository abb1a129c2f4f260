// context.h - sets the CUDA context for launches on NVIDIA's GPUs.
//
// Each thread has one current context. libomptarget 22 sets the device's context before it copies,
// but not before it launches (offload/plugins-nextgen/cuda/src/rtl.cpp, CUDAKernelTy::launchImpl).
// So the driver would refuse a launch in a thread that has copied nothing, or whose last copy was
// to another device.
#ifndef OC_RUNTIME_CONTEXT_H
#define OC_RUNTIME_CONTEXT_H

#include "runtime/abi.h"

// Sets the device's context in this thread; implements struct gpu_maker's `enter`. The unit has an
// image on the device.
void __offloadcc_enter_context(const struct __offloadcc_unit *unit, int device);

#endif
