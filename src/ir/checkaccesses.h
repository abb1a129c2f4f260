// checkaccesses.h - a function's accesses of memory: what -foffload-check may check.
#ifndef OC_CHECKACCESSES_H
#define OC_CHECKACCESSES_H

#include "ir/dimensions.h"

// An access: `bytes` at `address`; or, if `length` is not NULL, so many.
struct oc_access {
    LLVMValueRef instruction, address, length;
    uint64_t bytes;
    LLVMBasicBlockRef block;     // as it was
    bool is_guarded;             // a branch decides whether a thread comes to it
    struct oc_unequal *known;    // there; NULL: it was not looked for
    struct oc_values guards;     // conditions, and the constants that they are at the access
    struct oc_values remainders; // that are computed before, of numbers that are not constant
};

struct oc_accesses {
    struct oc_access *items;
    size_t count, capacity;
};

// Finds them: loads, stores, atomic operations, and copies by memcpy and the like. `known`: also
// what is known in their blocks.
struct oc_accesses oc_checkaccesses_find(struct oc_ir *ir, LLVMValueRef function, bool known);

#endif
