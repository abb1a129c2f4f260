// context.h - the context that a thread launches in, on NVIDIA's GPUs.
//
// A thread has one current context. libomptarget 22 makes its own current before it copies, but not
// before it launches (offload/plugins-nextgen/cuda/src/rtl.cpp, CUDAKernelTy::launchImpl): in a
// thread that has copied nothing, or last to another device, the driver would refuse the launch.
#ifndef OC_RUNTIME_CONTEXT_H
#define OC_RUNTIME_CONTEXT_H

#include "runtime/abi.h"

// For a slot of struct gpu_maker.
void __offloadcc_enter_context(const struct __offloadcc_unit *unit, int device);

#endif
