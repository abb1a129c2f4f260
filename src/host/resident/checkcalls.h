// checkcalls.h - functions of the unit that call the runtime's (runtime/data/before.h) if there are
// arrays that these are about. LLVM inlines them.
#ifndef OC_CHECKCALLS_H
#define OC_CHECKCALLS_H

#include "ir/ir.h"
#include "ir/llvm_shim.h"

// Their arguments are those of the runtime's functions. Of near_*, two pointers to integers of 64
// bits come before them, to the first address for which the check is done and to the number of such
// addresses: an access at one of these needs no call.
struct oc_check_calls {
    struct oc_ir *ir;
    LLVMBuilderRef builder;
    LLVMValueRef read, write, overwrite; // an address and a number of bytes
    LLVMValueRef string, release;        // an address
    LLVMValueRef end;                    // an address and a number of bytes
    LLVMValueRef unseen;                 // nothing
    // An address, a number of bytes at each, and for each loop a step and a number of turns.
    LLVMValueRef loops_read, loops_write, near_read, near_write;
    LLVMValueRef near_overwrite; // an address and a number of bytes
};

enum { OC_LOOP_ARGUMENTS = 2 + 2 * OC_COURSE_LOOPS, OC_SPAN = 2 };

void oc_check_calls_begin(struct oc_ir *ir, struct oc_check_calls *out);

// Removes those that nothing calls.
void oc_check_calls_end(struct oc_check_calls *calls);

#endif
