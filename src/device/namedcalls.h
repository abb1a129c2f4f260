// namedcalls.h - AMD GPUs: calls through pointers where threads may need much stack.
//
// LLVM does not know how much stack a function needs that is called through a pointer. libomptarget
// 22 then gives each thread 16 KiB, even if the kernel's own frame is larger. Here the pointer is
// compared with the functions of the module that it may point to, which are then called by name. So
// LLVM knows what stack the kernel needs, and a pointer to anything else stops the kernel.
#ifndef OC_NAMEDCALLS_H
#define OC_NAMEDCALLS_H

#include "device/targets/lowering.h"
#include "ir/ir.h"

// Replaces such calls if the target is so, and the variables of all functions need half of that
// stack. Does nothing where functions that are called through pointers call others so: they may be
// recursive. Call it before oc_recursion_mark.
void oc_namedcalls_make(struct oc_ir *ir, const struct oc_lowering *lowering);

#endif
