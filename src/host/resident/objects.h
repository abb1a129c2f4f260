// objects.h - which objects of the host's code cannot be out on a device.
#ifndef OC_OBJECTS_H
#define OC_OBJECTS_H

#include "host/resident/flow.h"

// The value that a pointer was computed from by adding offsets: an alloca, a global variable, a
// call, a parameter, a load, or a phi.
LLVMValueRef oc_object_of(LLVMValueRef pointer);

// The size in bytes of a variable; 0 for other objects, and where it is not constant.
unsigned long long oc_object_size(const struct oc_flow *flow, LLVMValueRef object);

// Whether an object may be an argument of a launch, after oc_enclosed_read: false only for
// constants, and for variables that are visibly never passed to a launch, nor to code that might do
// so.
bool oc_object_may_be_out(const struct oc_flow *flow, LLVMValueRef object);

#endif
