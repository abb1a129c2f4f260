// guards.h - comparisons of the index in a region's code, and where in a row of threads they hold.
//
// A guard is a comparison of x, plus something that does not change within the row, with something
// that does not either: it has one outcome for one stretch of the row. The outcome that is wanted
// is the one on whose side the work is. Facts about indices are guards, too: that a 32-bit index
// does not wrap, so that widen.h may make it one of 64.
#ifndef OC_GUARDS_H
#define OC_GUARDS_H

#include "cpu/loops/nest.h"

enum { OC_MAX_GUARDS = 16, OC_MAX_ADDRESSES = 32, OC_MAX_IDLE_BLOCKS = 32 };

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
    bool never_wraps;         // it is known that the index does not, for threads that come to it
    LLVMBasicBlockRef block;  // of the branch that it decides, or NULL
    LLVMValueRef low, high;   // where it holds, within the row (places.h)
    LLVMValueRef exact; // 1 bit: it holds nowhere else in the row; idle rests need not run then.
                        // Facts: they hold in all of the row
};

// A select, minimum or maximum that is one of its operands where the guards hold.
struct oc_choice {
    LLVMValueRef instruction, chosen;
};

// An address whose operand is, where the guards hold, x plus something of the row, shifted.
struct oc_address {
    LLVMValueRef instruction;
    unsigned operand;
    LLVMValueRef index; // of 64 bits, before it is shifted
    unsigned shift;
    LLVMValueRef base; // split.h: what it is more than x
};

struct oc_guards {
    struct oc_threads *threads; // its builder stands at the end of the row's block for placing
    size_t region;
    struct oc_loops *loops;
    struct oc_guard items[OC_MAX_GUARDS];
    size_t count;
    struct oc_choice choices[OC_MAX_GUARDS];
    size_t choice_count;
    struct oc_address addresses[OC_MAX_ADDRESSES];
    size_t address_count;
    bool rows;     // what is the same in the row may be a guard
    bool choosing; // an address is looked at: its choices may become guards
};

// Finds the guards of guards->region, and the addresses that become simple where they hold. Whether
// there are any.
bool oc_guards_find(struct oc_guards *guards);

// Whether a guard is the condition of a branch or select, or part of it; else it is a fact about an
// index, or decides a minimum or maximum.
bool oc_guards_compare(const struct oc_guard *guard);

// Whether a condition is what is wanted exactly where all its guards hold.
bool oc_guards_decide(const struct oc_guards *guards, LLVMValueRef condition, bool wanted);

// Whether a block does more than compute values, and whether a thread that goes to it goes straight
// to its end, and does nothing.
bool oc_guards_has_effect(LLVMBasicBlockRef block);
bool oc_guards_is_idle(const struct oc_guards *guards, LLVMBasicBlockRef block);

// Whether a block belongs to the region's code.
bool oc_guards_in_region(const struct oc_guards *guards, LLVMBasicBlockRef block);

// Whether a value is the same in the whole row, and can be computed before it.
bool oc_guards_is_of_row(const struct oc_guards *guards, LLVMValueRef value);

// The operand that a value stands for where the guards hold; NULL: the value is not a choice.
LLVMValueRef oc_guards_chosen(const struct oc_guards *guards, LLVMValueRef value);

#endif
