// guards.h - comparisons of the index in a region's code, and where in a row of threads they hold.
//
// A guard is a comparison of x, plus something that does not change within the row, with something
// that does not either: it has one outcome for one stretch of the row. The outcome that is wanted
// is the one on whose side the work is. Facts about indices are guards, too: that a 32-bit index
// does not wrap, so that widen.h may make it one of 64.
#ifndef OC_GUARDS_H
#define OC_GUARDS_H

#include "threads.h"

enum { OC_MAX_GUARDS = 16 };

enum oc_guard_kind {
    OC_GUARD_ROW,          // does not change in a row
    OC_GUARD_DIFFERENT,    // x + a != b
    OC_GUARD_ORDERED,      // x + a < b, or <=, or the contrary
    OC_GUARD_SMALL,        // a 64-bit index is less than 2^31, so that 32 bits hold it
    OC_GUARD_SIGNED_SUM,   // an index of 32 bits does not wrap as a signed number,
    OC_GUARD_UNSIGNED_SUM, // or as an unsigned one
};

// A comparison, or the truncation of an index, and what is wanted of it in the main loop.
struct oc_guard {
    LLVMValueRef instruction;
    LLVMValueRef index, bound; // with the index on the left
    enum oc_guard_kind kind;
    bool wanted;              // the comparison's outcome
    bool is_signed, or_equal; // OC_GUARD_ORDERED: < or <=
    bool less;                // OC_GUARD_ORDERED: whether that is wanted, or the contrary
    bool never_wraps;         // it is known here that the index does not
    LLVMBasicBlockRef block;  // of the branch that it decides
    LLVMValueRef low, high;   // where it holds, within the row
    LLVMValueRef exact;       // 1 bit: beyond that it does not hold
};

struct oc_guards {
    struct oc_threads *threads; // its builder stands at the end of the row's block for placing
    size_t region;
    struct oc_loops *loops;
    struct oc_guard items[OC_MAX_GUARDS];
    size_t count;
};

// Finds the guards of guards->region. Whether there are any.
bool oc_guards_find(struct oc_guards *guards);

// Computes, at the builder's place, where a guard holds.
void oc_guards_place(struct oc_guards *guards, struct oc_guard *guard);

// Whether a guard is a comparison, not just a fact about an index.
bool oc_guards_compare(const struct oc_guard *guard);

// Whether a condition is what is wanted exactly where all its guards hold.
bool oc_guards_decide(const struct oc_guards *guards, LLVMValueRef condition, bool wanted);

// Whether a block belongs to the region's code.
bool oc_guards_in_region(const struct oc_guards *guards, LLVMBasicBlockRef block);

#endif
