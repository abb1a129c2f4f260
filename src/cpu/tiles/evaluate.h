// evaluate.h - computes what one thread's instructions compute, as far as that can be said:
// numbers, and polynomials in what the threads of a block have in common (atoms.h).
//
// Where more is asked of a polynomial than what it is modulo two to the power of its bits, as in a
// comparison, it must be in the range of its type. That is a need (conditions.h).
#ifndef OC_EVALUATE_H
#define OC_EVALUATE_H

#include "cpu/tiles/atoms.h"
#include "cpu/tiles/known.h"

// What must not be negative for a comparison to have come out as it was assumed to, or as a branch
// that was taken shows.
struct oc_condition {
    LLVMValueRef compare;
    struct oc_poly poly;
};

// What a thread was assumed to do, at a branch or a select.
struct oc_assumption {
    struct oc_condition *conditions;
    size_t count, capacity;
};
enum { OC_MAX_ASSUMPTIONS = 64 }; // of a thread

// What holds where a thread is: conditions of branches, the innermost one first.
struct oc_facts {
    struct oc_assumption known;
    const struct oc_facts *outer; // or NULL
};

struct oc_evaluation {
    struct oc_ir *ir;
    struct oc_atoms *atoms;
    const unsigned *size;                                 // of the block
    unsigned thread[3];                                   // its index in the block
    bool is_last;                                         // no barrier follows
    bool failed;                                          // something cannot be needed
    const struct oc_facts *facts;                         // what holds where the thread is
    struct oc_assumption assumptions[OC_MAX_ASSUMPTIONS]; // of the thread
    size_t assumption_count;
    struct oc_map numbers;   // of instructions
    struct oc_known *values; // the last result of each instruction
    struct oc_map needed;    // for an instruction, the number of its first need
    struct oc_poly *needs;   // a need that no thread had so far is an invalid polynomial
    size_t need_count, need_capacity;
};

// Prepares to evaluate the instructions of a function, and then to do so for a thread of the block,
// by its number.
void oc_evaluate_begin(struct oc_evaluation *evaluation, struct oc_ir *ir, struct oc_atoms *atoms,
                       LLVMValueRef function, const unsigned size[3]);
void oc_evaluate_begin_thread(struct oc_evaluation *evaluation, unsigned thread);

// The value of an operand: of a constant, or of the instruction when it was last evaluated.
struct oc_known oc_evaluate_value(struct oc_evaluation *evaluation, LLVMValueRef value);
void oc_evaluate_set(struct oc_evaluation *evaluation, LLVMValueRef instruction,
                     struct oc_known known);

// Evaluates an instruction. Of a load it only knows what the body is given (atoms.h).
struct oc_known oc_evaluate(struct oc_evaluation *evaluation, LLVMValueRef instruction);

// Whether a value depends on the block's number.
bool oc_evaluate_mentions_block(const struct oc_known *known);

#endif
