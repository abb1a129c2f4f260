// fibres.h - functions that wait at a barrier, themselves or in what they call, and are still
// called, since they could not be inlined: recursive ones, ones called through a pointer or
// compiled for another processor.
//
// Such a function `f` becomes a coroutine, `f.fibre`, which takes the same arguments and a place
// for the result; whoever calls it suspends itself while it waits (coroutine.h):
//
//     handle = f.fibre(arguments, &result);
//     while (!done(handle)) { suspend; resume(handle); }
//     destroy(handle);
//
// The function under its old name does this without the suspension, for callers outside of
// kernels, where a barrier is nothing to wait for.
#ifndef OC_FIBRES_H
#define OC_FIBRES_H

#include "cpu/fibres/resumable.h"
#include "ir/waits.h"
#include "model/unit.h"

// The coroutines that one kernel has needed so far.
struct oc_fibres {
    struct oc_edit edit;
    const struct oc_kernel *kernel; // for messages
    struct oc_waits waits;
    struct oc_fibre *first, *last; // in the order that they were made in
};

struct oc_fibre {
    struct oc_fibre *next;
    struct oc_resumable coroutine;
};

struct oc_fibres oc_fibres_begin(struct oc_ir *ir, const struct oc_kernel *kernel);
void oc_fibres_end(struct oc_fibres *fibres);

// Adds a function that has become a coroutine. Its calls are yet to suspend it.
void oc_fibres_add(struct oc_fibres *fibres, struct oc_resumable coroutine);

// The coroutine of a function that waits: made and added, or found from another kernel. NULL: it
// takes a variable number of arguments, which is reported.
LLVMValueRef oc_fibres_of(struct oc_fibres *fibres, LLVMValueRef function);

// The type of the coroutine of a function of some type.
LLVMTypeRef oc_fibres_type(struct oc_edit *edit, LLVMTypeRef type);

#endif
