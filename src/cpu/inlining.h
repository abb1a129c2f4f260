// inlining.h - inlines what kernels call into the functions that run them on a CPU.
//
// What asks for an index, meets a barrier or uses shared memory has to be in the thread's code, of
// which loops are made. Small functions are inlined too.
#ifndef OC_INLINING_H
#define OC_INLINING_H

#include "ir/ir.h"
#include "model/unit.h"

struct oc_callees;
struct oc_cpu_kernel;

struct oc_inlining {
    struct oc_ir *ir;
    const struct oc_unit *unit;
    const struct oc_cpu_kernel *kernels; // cpu.h
    struct oc_callees *callees;
    bool checks; // all functions are inlined, as the checks of -foffload-check are placed later
};

// Inlines level by level, until no call in the bodies and fibres is to be inlined. Returns false
// after a reported failure.
bool oc_inlining_run(const struct oc_inlining *inlining);

// The function that the glue made for a kernel, whose name begins with `prefix` (glue/names.h).
// Returns NULL if the glue made no such function.
LLVMValueRef oc_inlining_find(struct oc_ir *ir, const char *prefix, const struct oc_kernel *kernel);

#endif
