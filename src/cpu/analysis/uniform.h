// uniform.h - which values of a thread's code are the same for all threads of a block.
//
// A value is uniform if it cannot depend on the thread id: it is computed from uniform values, in
// code that all threads of the block pass or none. A load is uniform if its address is: if threads
// read different values from one address between two barriers, some thread wrote it meanwhile,
// which is a data race, and C gives such programs no meaning. What is private to a thread (its
// stack variables), atomics, volatile loads and calls that may do anything are not uniform.
#ifndef OC_UNIFORM_H
#define OC_UNIFORM_H

#include "cpu/analysis/body.h"

struct oc_uniform {
    const struct oc_body *body;
    struct oc_map varying;    // values
    struct oc_bits divergent; // nodes that some threads may pass and others not
};

// `privates` are the thread's stack variables.
void oc_uniform_analyze(const struct oc_body *body, const struct oc_values *privates,
                        struct oc_uniform *out);

bool oc_uniform_is(const struct oc_uniform *uniform, LLVMValueRef value);

#endif
