// guards.h - finds comparisons of the index in a region's code that hold for one stretch of a row
// of threads.
//
// A guard is a comparison of x plus a number with another number, where both numbers are the same
// for the whole row. So it has one outcome for one stretch of the row. The outcome that is wanted
// is the one for which the thread does the work. Facts about indices are guards, too: for example,
// that a 32-bit index does not wrap, so that widen.h may make it a 64-bit index.
#ifndef OC_GUARDS_H
#define OC_GUARDS_H

#include "cpu/loops/nest.h"

enum { OC_MAX_GUARDS = 16, OC_MAX_ADDRESSES = 32, OC_MAX_IDLE_BLOCKS = 32 };

enum oc_guard_kind {
    OC_GUARD_ROW,        // is the same for the whole row
    OC_GUARD_DIFFERENT,  // x + a != b
    OC_GUARD_ORDERED,    // x + a < b, or <=, or the contrary
    OC_GUARD_SMALL,      // a 64-bit index is less than 2^31, so that 32 bits hold it
    OC_GUARD_HALF,       // the lower half of one, and a constant, does not wrap as a signed number
    OC_GUARD_SIGNED_SUM, // an index of 32 bits does not wrap as a signed number,
    OC_GUARD_UNSIGNED_SUM, // or as an unsigned one
};

// A comparison, or an instruction that computes an index, and what must hold of it in the main
// loop.
struct oc_guard {
    LLVMValueRef instruction;
    LLVMValueRef index, bound; // the comparison's operands, as if the index were on the left
    long constant;             // OC_GUARD_HALF: that is added to the index
    enum oc_guard_kind kind;
    bool compared;            // of a fact: a comparison's index is one only where it holds
    bool wanted;              // the outcome of the comparison that is wanted
    bool is_signed, or_equal; // OC_GUARD_ORDERED: how it compares; <= instead of <
    bool less;                // OC_GUARD_ORDERED: that < or <= holds is wanted; else the contrary
    bool never_wraps;         // the index does not wrap, for threads that execute the instruction
    LLVMBasicBlockRef block;  // of the branch that it decides, or NULL
    bool ends;                // of a comparison: by the other outcome, the program only ends
    LLVMValueRef low, high;   // it holds for x from low to high - 1 in the row (places.h)
    LLVMValueRef exact;       // a bit, computed at run time: it holds for no other x in the row, so
                              // that a rest without effects need not run. Not of a fact
};

// A select, minimum or maximum that is equal to one of its operands if the guards hold.
struct oc_choice {
    LLVMValueRef instruction, chosen;
};

// An address with an operand that is, if the guards hold, x plus a number of the row, shifted left.
// That number is the index less x, and a constant.
struct oc_address {
    LLVMValueRef instruction;
    unsigned operand;   // its number
    LLVMValueRef index; // of 64 bits, before the shift
    bool is_half;       // the index is the lower half of this one, with its sign
    long constant;      // that is added to the index
    unsigned shift;     // in bits
    LLVMValueRef base;  // the index less x, and the constant; set by split.c
};

struct oc_guards {
    struct oc_threads *threads; // while guards are placed, its builder is at the end of the row's
                                // block
    size_t region;
    struct oc_loops *loops; // of the region
    struct oc_guard items[OC_MAX_GUARDS];
    size_t count;
    struct oc_choice choices[OC_MAX_GUARDS];
    size_t choice_count;
    struct oc_address addresses[OC_MAX_ADDRESSES];
    size_t address_count;
    bool ends;      // while branches are examined: by the other side, the program only ends
    bool rows;      // while branches are examined: comparisons of kind OC_GUARD_ROW may be guards
    bool comparing; // while a comparison is examined
    bool choosing;  // while an address is examined: its selects, minima and maxima may be guards
};

// Finds the guards of guards->region, and the addresses that become simple if they hold. Returns
// whether there are any.
bool oc_guards_find(struct oc_guards *guards);

// Whether a guard is a comparison: the condition of a branch or select, or part of one. Other
// guards are facts about an index, or decide a minimum or maximum.
bool oc_guards_compare(const struct oc_guard *guard);

// Whether guards decide a condition: it is `wanted` if they hold.
bool oc_guards_decide(const struct oc_guards *guards, LLVMValueRef condition, bool wanted);

// Whether a block belongs to the region's code.
bool oc_guards_in_region(const struct oc_guards *guards, LLVMBasicBlockRef block);

// Whether a value is the same for the whole row, and can be computed before the row's loop.
bool oc_guards_is_of_row(const struct oc_guards *guards, LLVMValueRef value);

// The constant that an extended comparison is if the guards hold; NULL: the value is not one, or
// the comparison is not a guard.
LLVMValueRef oc_guards_step(const struct oc_guards *guards, LLVMValueRef value);

// The operand that a choice is equal to if the guards hold; NULL if the value is not a choice.
LLVMValueRef oc_guards_chosen(const struct oc_guards *guards, LLVMValueRef value);

#endif
