// uniform.h - finds the values of a thread's code that are the same for all threads of a block.
//
// A value is uniform if it cannot depend on the thread id: it is computed from uniform values, in
// code that either all threads of the block execute or none. A load from a uniform address is
// uniform: if threads read different values from one address between two barriers, some thread
// wrote it meanwhile, which is a data race, and C gives such programs no meaning. A thread's own
// stack variables, atomics, volatile loads and calls that may do anything are not uniform.
#ifndef OC_UNIFORM_H
#define OC_UNIFORM_H

#include "base/names.h"
#include "cpu/analysis/body.h"

struct oc_uniform {
    const struct oc_body *body;
    struct oc_map varying;    // the values that are not uniform
    struct oc_bits divergent; // the nodes that some threads may execute and others not
};

// `privates` are the thread's stack variables, which are not uniform.
void oc_uniform_analyze(const struct oc_body *body, const struct oc_values *privates,
                        struct oc_uniform *out);

// Questions to all threads of a strip about a loop (loops/together.h). A question is a call of one
// of these functions, and its result is the same for all threads. They exist while loops are built.
//
//     SOME    whether a thread comes to the loop
//     MANY    whether so many threads come to it that vectors pay
//     ENOUGH  whether enough threads stay in it
//     ANY     whether a thread answered yes to the question before, MANY or ENOUGH
#define OC_UNIFORM_SOME OC_NAME_PREFIX "some_of_strip"
#define OC_UNIFORM_MANY OC_NAME_PREFIX "many_of_strip"
#define OC_UNIFORM_ENOUGH OC_NAME_PREFIX "enough_of_strip"
#define OC_UNIFORM_ANY OC_NAME_PREFIX "any_of_strip"

// Whether a value is the answer to this question.
bool oc_uniform_asks(LLVMValueRef value, const char *question);

// Whether a value is the answer to any question.
bool oc_uniform_is_answer(LLVMValueRef value);

// Marks a call whose result is the same for all threads that make it together, whatever its first
// argument is.
void oc_uniform_mark_vote(struct oc_ir *ir, LLVMValueRef call);

bool oc_uniform_is(const struct oc_uniform *uniform, LLVMValueRef value);

#endif
