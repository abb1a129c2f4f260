// llvm_shim.h - LLVM's loops, dominators and scalar evolution, copies of functions,
// and inlining of one call, which its C API does not have.
//
// The only file in C++ is llvm_shim.cpp, which implements this (docs/llvm-c.md says why). What it
// returns describes a function as it was when oc_loops_read read it: instructions may be added
// afterwards, but blocks and branches must not change.
#ifndef OC_LLVM_SHIM_H
#define OC_LLVM_SHIM_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Whether a function or variable is known to be in the same program or library as its uses.
bool oc_is_dso_local(LLVMValueRef global);

// Keeps sanitizers from adding to a variable: red zones around it, and references to it.
void oc_exempt_from_sanitizers(LLVMValueRef variable);

// Gives a function another symbol of internal linkage, which its direct calls in the module use.
// All else uses a new function under the old symbol, which calls it. Returns that function; NULL,
// and nothing is changed, if it cannot be told apart in this way: its arguments are variable, or
// its place in the object matters.
LLVMValueRef oc_split_function(LLVMValueRef function);

// Makes a copy of a function, of internal linkage. Returns NULL if it cannot be copied.
LLVMValueRef oc_copy_function(LLVMValueRef function);

// Puts the code of the function that a call calls in its place. Returns false, and changes nothing,
// if what runs there may be another function, or the code may not be moved: their attributes
// forbid it, or differ in what processors they are for.
bool oc_inline_call(LLVMValueRef call);

// The analyses of a function, and one of its loops.
struct oc_loop_info;
struct oc_loop;

struct oc_loop_info *oc_loops_read(LLVMValueRef function);
void oc_loops_dispose(struct oc_loop_info *loops); // also NULL

// Return the innermost loop that contains a block, and the loop that contains a loop. NULL: no loop
// does.
const struct oc_loop *oc_loops_around(const struct oc_loop_info *loops, LLVMBasicBlockRef block);
const struct oc_loop *oc_loop_parent(const struct oc_loop *loop);

bool oc_loop_has(const struct oc_loop *loop, LLVMBasicBlockRef block);

// Returns the block of a loop that control comes to from outside.
LLVMBasicBlockRef oc_loop_header(const struct oc_loop *loop);

// Returns the only block that leads into the loop and leads nowhere else. NULL: the loop has no
// such block.
LLVMBasicBlockRef oc_loop_preheader(const struct oc_loop *loop);

// How many turns a loop takes, if that is constant and less than 2^32; else 0.
unsigned oc_loops_turns(const struct oc_loop_info *loops, const struct oc_loop *loop);

// Finds the loops whose turns decide at which distance from its base an address is, from the
// innermost outwards. Returns false if something else decides that too, or they are more.
enum { OC_COUNTED_LOOPS = 4 };
struct oc_counted {
    const struct oc_loop *loops[OC_COUNTED_LOOPS];
    unsigned count;
};
bool oc_loops_counted(const struct oc_loop_info *loops, LLVMValueRef address,
                      struct oc_counted *out);

// Makes LLVM's passes unroll a loop completely. It changes the loop, not what was read of it.
void oc_loop_unroll(const struct oc_loop *loop);

// Keeps LLVM's passes from unrolling a loop, also if oc_loop_unroll asks for it.
void oc_loop_keep(const struct oc_loop *loop);

// Removes what pragmas ask of a loop.
void oc_loop_forget_pragmas(const struct oc_loop *loop);

// Whether an instruction runs before another on each way to that.
bool oc_loops_dominate(const struct oc_loop_info *loops, LLVMValueRef before, LLVMValueRef after);

// The addresses that an instruction accesses in loops: base + start + turn[0] * step[0] + ...,
// modulo 2^64, with each turn[i] from 0 to at most turns[i]. Of these only the base may change in
// the loops.
enum { OC_COURSE_LOOPS = 3 };
struct oc_course {
    LLVMValueRef base; // an instruction in the loops that makes a pointer, or NULL
    unsigned count;    // of the loops in which the address changes otherwise
    const void *start; // these are LLVM's expressions; equal ones have equal addresses
    const void *steps[OC_COURSE_LOOPS];
    const void *turns[OC_COURSE_LOOPS];
};

// Finds the addresses that a pointer has in a block, in all turns of a loop and the loops in it.
// Returns false if they have another form.
bool oc_loops_course(const struct oc_loop_info *loops, LLVMValueRef pointer,
                     LLVMBasicBlockRef block, const struct oc_loop *outermost,
                     struct oc_course *out);

// Whether two courses differ only by a constant number of bytes: that of `other` less that of
// `course`.
bool oc_loops_distance(const struct oc_loop_info *loops, const struct oc_course *course,
                       const struct oc_course *other, int64_t *bytes);

// Makes a course's values before an instruction, at the end of the loop's preheader, as integers of
// 64 bits; the start is a pointer if there is no base. Returns false, and makes none, if they
// cannot be computed there.
struct oc_course_values {
    LLVMValueRef start;
    LLVMValueRef steps[OC_COURSE_LOOPS];
    LLVMValueRef turns[OC_COURSE_LOOPS];
};
bool oc_loops_expand(const struct oc_loop_info *loops, const struct oc_course *course,
                     LLVMValueRef before, struct oc_course_values *out);

#ifdef __cplusplus
}
#endif

#endif
