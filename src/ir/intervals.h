// intervals.h - computes with intervals of numbers, in the code that is built.
//
// An interval has the values that a number may have, as signed numbers of 64 bits. Its ends are
// values of the code. Each function builds the interval of a result from those of the operands.
// Where that is right only if nothing wraps, or a number is not negative, the code also finds
// whether it is so.
#ifndef OC_INTERVALS_H
#define OC_INTERVALS_H

#include "ir/edit.h"

// If the low end is above the high end, there is no value. NULL: an end that is not known.
struct oc_interval {
    LLVMValueRef low, high;
};

struct oc_intervals {
    struct oc_edit *edit;
    LLVMValueRef wraps; // whether an interval may be wrong
};

bool oc_interval_is_known(struct oc_interval interval);

// Build a number, a comparison of numbers, a choice, and the lesser or greater of two numbers.
LLVMValueRef oc_intervals_number(struct oc_intervals *at, int64_t value);
LLVMValueRef oc_intervals_compare(struct oc_intervals *at, LLVMIntPredicate predicate,
                                  LLVMValueRef left, LLVMValueRef right);
LLVMValueRef oc_intervals_choose(struct oc_intervals *at, LLVMValueRef condition, LLVMValueRef yes,
                                 LLVMValueRef no);
LLVMValueRef oc_intervals_lesser(struct oc_intervals *at, LLVMValueRef left, LLVMValueRef right);
LLVMValueRef oc_intervals_greater(struct oc_intervals *at, LLVMValueRef left, LLVMValueRef right);

// Note that intervals may be wrong if a condition holds, or if a number is less than another.
void oc_intervals_note(struct oc_intervals *at, LLVMValueRef condition);
void oc_intervals_expect(struct oc_intervals *at, LLVMValueRef value, int64_t least);

// The interval of a value, which wraps if it does not fit into the value's type.
struct oc_interval oc_intervals_fit(struct oc_intervals *at, LLVMValueRef value,
                                    struct oc_interval interval);

// The least interval that has all values of both.
struct oc_interval oc_intervals_join(struct oc_intervals *at, struct oc_interval one,
                                     struct oc_interval other);

struct oc_interval oc_intervals_sum(struct oc_intervals *at, struct oc_interval left,
                                    struct oc_interval right);
struct oc_interval oc_intervals_difference(struct oc_intervals *at, struct oc_interval left,
                                           struct oc_interval right);
struct oc_interval oc_intervals_product(struct oc_intervals *at, struct oc_interval left,
                                        struct oc_interval right);
struct oc_interval oc_intervals_quotient(struct oc_intervals *at, struct oc_interval left,
                                         struct oc_interval right);
struct oc_interval oc_intervals_remainder(struct oc_intervals *at, struct oc_interval left,
                                          struct oc_interval right);

// The comparison with its operands exchanged, and the one that holds where this one does not.
LLVMIntPredicate oc_intervals_turned(LLVMIntPredicate predicate);
LLVMIntPredicate oc_intervals_negated(LLVMIntPredicate predicate);

// Leaves of an interval the values for which the comparison with some value of another interval
// holds.
void oc_intervals_limit(struct oc_intervals *at, struct oc_interval *interval,
                        LLVMIntPredicate predicate, struct oc_interval other);

#endif
