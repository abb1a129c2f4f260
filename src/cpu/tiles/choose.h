// choose.h - the function that has each run of blocks done by the direct code or by the code with
// tiles (tiles.h).
#ifndef OC_CHOOSE_H
#define OC_CHOOSE_H

#include "cpu/tiles/trace.h"

// The kinds of code of a kernel, as body functions (glue.h).
struct oc_choice {
    LLVMValueRef tiled, direct;
    const bool *must_stay; // for each memory of the trace: the launch may not write it
};

// Whether the trace's polynomials can be computed at run time without overflow.
bool oc_choose_possible(const struct oc_trace *trace);

// Makes a function with the parameters of a body function, for the block size of the trace.
LLVMValueRef oc_choose_make(struct oc_ir *ir, const struct oc_trace *trace,
                            const struct oc_choice *choice);

#endif
