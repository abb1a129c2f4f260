// machine.h - LLVM's code generator for the processor of a request.
#ifndef OC_MACHINE_H
#define OC_MACHINE_H

#include "device/device.h"
#include "device/targets/lowering.h"

// Sets options of LLVM's that its API has no other way to set. Call it once a process.
void oc_machine_set_options(struct oc_ir *ir, const struct oc_code_generator *generator);

// The level of optimisation: GPUs' code is made at the highest level by default, as nvcc and hipcc
// make it, whatever the host's.
char oc_machine_level(const struct oc_device_request *request);

// Makes the code generator, with the features that the module needs. Returns NULL after a reported
// failure.
LLVMTargetMachineRef oc_machine_make(struct oc_ir *ir, const struct oc_device_request *request);

#endif
