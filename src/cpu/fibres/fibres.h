// fibres.h - functions that may wait at a barrier (waits.h) and could not be inlined: recursive
// ones, ones that are called through a pointer, and ones that are compiled for another processor.
//
// Such a function `f` becomes a coroutine, `f.fibre`, which takes the same arguments and the
// address for the result. While it waits, its caller suspends itself (coroutine.h):
//
//     handle = f.fibre(arguments, &result);
//     while (!done(handle)) { suspend; resume(handle); }
//     destroy(handle);
//
// `f` itself does this without the suspension. It is for callers outside of kernels, where a
// barrier has nothing to wait for.
#ifndef OC_FIBRES_H
#define OC_FIBRES_H

#include "cpu/fibres/meetings.h"
#include "model/unit.h"

// The coroutines that one kernel has needed so far.
struct oc_fibres {
    struct oc_edit edit;
    const struct oc_kernel *kernel; // for messages
    struct oc_waits waits;
    struct oc_waits lanes;         // for lanes alone
    struct oc_fibre *first, *last; // the coroutines, in the order in which they were added
};

struct oc_fibre {
    struct oc_fibre *next;
    struct oc_resumable coroutine;
    struct oc_meetings meetings; // of its own calls
};

struct oc_fibres oc_fibres_begin(struct oc_ir *ir, const struct oc_kernel *kernel);
void oc_fibres_end(struct oc_fibres *fibres);

// Adds a function that has become a coroutine. Its calls do not suspend it yet.
void oc_fibres_add(struct oc_fibres *fibres, struct oc_resumable coroutine,
                   struct oc_meetings meetings);

// Returns the coroutine of a function that may wait. It is made and added to `fibres`, unless
// another kernel has needed it already. NULL after a report that the function takes a variable
// number of arguments.
LLVMValueRef oc_fibres_of(struct oc_fibres *fibres, LLVMValueRef function);

// The type of a coroutine that is made of a function with this type.
LLVMTypeRef oc_fibres_type(struct oc_edit *edit, LLVMTypeRef type);

#endif
