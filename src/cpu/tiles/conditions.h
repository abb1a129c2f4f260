// conditions.h - comparisons in a thread's code, and what must be so for a trace to be right.
//
// A need is a polynomial that must not be negative. What it is for different threads is joined to
// one need, by the least of each coefficient.
#ifndef OC_CONDITIONS_H
#define OC_CONDITIONS_H

#include "cpu/tiles/evaluate.h"

// Whether a condition is one of some facts, or follows from one, or always holds.
bool oc_conditions_follows(const struct oc_facts *facts, const struct oc_poly *condition);

// Needs a condition to hold, unless it follows from what holds where the thread is.
void oc_conditions_need(struct oc_evaluation *evaluation, const struct oc_condition *condition);

// The conditions of some of the thread's assumptions, a set of bits; and needs all of them.
struct oc_assumption oc_conditions_of(struct oc_evaluation *evaluation, uint64_t assumptions);
void oc_conditions_need_all(struct oc_evaluation *evaluation, uint64_t assumptions);

// Needs an operand of an instruction, 0 or 1, to be in the range of its type. The range of 64 bits
// is taken to be smaller, so that sums of such numbers do not overflow.
void oc_conditions_need_range(struct oc_evaluation *evaluation, LLVMValueRef instruction,
                              unsigned operand, const struct oc_known *known, unsigned width,
                              bool is_signed);

// Evaluate a comparison of integers, a select of values, and llvm.smin and the like. A select that
// chooses between addresses or indices is assumed to choose what is usual inside of an array.
struct oc_known oc_conditions_compare(struct oc_evaluation *evaluation, LLVMValueRef compare);
struct oc_known oc_conditions_select(struct oc_evaluation *evaluation, LLVMValueRef select);
struct oc_known oc_conditions_extreme(struct oc_evaluation *evaluation, LLVMValueRef call,
                                      struct oc_extreme extreme);

// Whether an instruction computes a bit of others, as a && b, and its value.
bool oc_conditions_is_made_of_bits(LLVMValueRef value);
struct oc_known oc_conditions_join(struct oc_evaluation *evaluation, LLVMValueRef value);

// Adds conditions that hold if a bit is as given: as many as are known.
void oc_conditions_add_facts(struct oc_evaluation *evaluation, LLVMValueRef bit, bool outcome,
                             struct oc_assumption *out);

// Guesses how a comparison comes out inside of an array: blocks have great numbers there, and sizes
// are greater. Returns false if it says nothing of either.
bool oc_conditions_guess(struct oc_evaluation *evaluation, LLVMValueRef compare, bool *outcome);

// Adds an assumption of the thread, that an undecided bit is as given, and sets its number. The bit
// is as given if, and only if, the conditions of the assumption hold; where they are more than
// that, they are needed as well. Returns false if there are too many assumptions, or no such
// conditions.
bool oc_conditions_assume(struct oc_evaluation *evaluation, LLVMValueRef bit, bool outcome,
                          unsigned *number);

#endif
