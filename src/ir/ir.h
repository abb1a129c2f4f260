// ir.h - LLVM modules through the C API: loading, saving, running passes, and the walks that
// several passes of ours need.
#ifndef OC_IR_H
#define OC_IR_H

#include "base/arena.h"
#include "base/diag.h"

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>
#include <stdbool.h>

// One compilation: a context and its module. Released by oc_ir_release, which takes what is
// half-built or zero.
struct oc_ir {
    struct oc_arena *arena;
    struct oc_diag *diag;
    LLVMContextRef context;
    LLVMModuleRef module;
};

// Reads a bitcode file into a context of its own. LLVM's errors go to `diag`; warnings and remarks
// are dropped. On failure the error is reported and `ir` may still be released.
bool oc_ir_open(struct oc_ir *ir, struct oc_arena *arena, struct oc_diag *diag, const char *path);
void oc_ir_release(struct oc_ir *ir);

// An empty module, in a context of its own.
void oc_ir_begin(struct oc_ir *ir, struct oc_arena *arena, struct oc_diag *diag);

// Reads another module into the same context; `what` names it in messages. NULL: reported. A lazy
// module's function bodies are read when they are linked; those that are not, never.
LLVMModuleRef oc_ir_read(struct oc_ir *ir, const char *path, const char *what, bool lazy);

// Runs a pass pipeline (opt's -passes syntax); `machine` may be NULL. Failure is reported.
bool oc_ir_run(struct oc_ir *ir, LLVMModuleRef module, const char *pipeline,
               LLVMTargetMachineRef machine);

// The same over one function, with function passes.
bool oc_ir_run_on_function(struct oc_ir *ir, LLVMValueRef function, const char *pipeline,
                           LLVMTargetMachineRef machine);

// Checks the module; an invalid one is an internal error, which is reported.
bool oc_ir_verify(struct oc_ir *ir);

// Writes bitcode. Failure is reported.
bool oc_ir_write(struct oc_ir *ir, const char *path);

// Whether an instruction calls something, and the function it calls by name, or NULL.
bool oc_ir_is_call(LLVMValueRef instruction);
LLVMValueRef oc_ir_callee(LLVMValueRef call);

// Whether an instruction is llvm.smin or one of its like, and which.
struct oc_extreme {
    bool is, is_max, is_signed;
};
struct oc_extreme oc_ir_extreme(LLVMValueRef instruction);

// The name of the function that an instruction calls by name; "" where it does not.
const char *oc_ir_callee_name(LLVMValueRef instruction);

// Whether an instruction only computes a number of others, and can do so where its result is not
// wanted. Addresses (getelementptr, inttoptr) do not count.
bool oc_ir_is_index_arithmetic(LLVMValueRef instruction);

// The bits of an integer type; 0 for other types.
unsigned oc_ir_width(LLVMValueRef value);

// By how much an instruction shifts, if that is constant; else 64.
unsigned long oc_ir_shift(LLVMValueRef instruction);

// The 64-bit value whose lower half a number is, extended as a signed one: it is shifted to the
// upper half and back by *back, 32 or less. NULL if the number is not such a half.
LLVMValueRef oc_ir_lower_half(LLVMValueRef value, unsigned long *back);

// Whether an instruction does more than compute its result, or may: it writes memory, waits, calls.
// llvm.smin and its like are not calls in this sense.
bool oc_ir_has_effect(LLVMValueRef instruction);

size_t oc_ir_count_instructions(LLVMBasicBlockRef block);

// The block that all edges into a block come from; NULL if there are several, or none.
LLVMBasicBlockRef oc_ir_only_predecessor(LLVMBasicBlockRef block);

// Attributes of a function by LLVM's names, such as "optnone".
bool oc_ir_has_attribute(LLVMValueRef function, const char *name);
void oc_ir_add_attribute(struct oc_ir *ir, LLVMValueRef function, const char *name);
void oc_ir_remove_attribute(LLVMValueRef function, const char *name);

// The same of a parameter, counted from 0.
bool oc_ir_parameter_has(LLVMValueRef function, unsigned parameter, const char *name);

// Those with a text, of all functions of a module.
void oc_ir_remove_text_attributes(LLVMModuleRef module, const char *const *names, size_t count);

// Marks a call to be inlined by the next run of "always-inline".
void oc_ir_always_inline(struct oc_ir *ir, LLVMValueRef call);

// A value's name; "" if it has none.
const char *oc_ir_name(LLVMValueRef value);

// What marks the branch from a loop's end to its beginning with the loop's properties.
unsigned oc_ir_loop_kind(struct oc_ir *ir);

// Whether `branch` ends a loop that has a property whose name begins with `prefix` and not with
// `except`. `branch` may be NULL.
bool oc_ir_loop_has(struct oc_ir *ir, LLVMValueRef branch, const char *prefix, const char *except);

// The place that an instruction's debug location names; no file where it has none.
struct oc_place oc_ir_place(struct oc_arena *arena, LLVMValueRef instruction);

#define OC_EACH_FUNCTION(function, module)                                                         \
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function;                           \
         function = LLVMGetNextFunction(function))
#define OC_EACH_BLOCK(block, function)                                                             \
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;                        \
         block = LLVMGetNextBasicBlock(block))
#define OC_EACH_INSTRUCTION(instruction, block)                                                    \
    for (LLVMValueRef instruction = LLVMGetFirstInstruction(block); instruction;                   \
         instruction = LLVMGetNextInstruction(instruction))

// A growing list of values on the arena. Initialise with {.arena = arena}.
struct oc_values {
    struct oc_arena *arena;
    LLVMValueRef *items;
    size_t count;
    size_t capacity;
};
void oc_values_add(struct oc_values *values, LLVMValueRef value);
bool oc_values_contain(const struct oc_values *values, LLVMValueRef value);

// The calls of a function's body, in order; collected first, so that the body may be changed.
void oc_ir_collect_calls(LLVMValueRef function, struct oc_values *out);

// All functions that a function's body mentions, called or not, and theirs, transitively; itself
// only if it is mentioned. Each once.
void oc_ir_collect_reachable(LLVMValueRef function, struct oc_values *out);

#endif
