// ir.h - LLVM modules through the C API: loading, saving, running passes, and searches that several
// of our passes need.
#ifndef OC_IR_H
#define OC_IR_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/slice.h"

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>
#include <stdbool.h>

// One compilation: a context and its module. Released by oc_ir_release, also if it is zero or only
// partly filled in.
struct oc_ir {
    struct oc_arena *arena;
    struct oc_diag *diag;
    LLVMContextRef context;
    LLVMModuleRef module;
};

// Reads a bitcode file into a context of its own. LLVM's errors are reported to `diag`; its
// warnings and remarks are dropped. Returns false after a reported failure; `ir` may be released
// also then.
bool oc_ir_open(struct oc_ir *ir, struct oc_arena *arena, struct oc_diag *diag, const char *path);

// The same for bitcode in memory, whose errors are not reported. lazy: functions are not read
// before something asks for their code.
bool oc_ir_open_bytes(struct oc_ir *ir, struct oc_arena *arena, struct oc_slice bitcode, bool lazy);
void oc_ir_release(struct oc_ir *ir);

// Makes an empty module, in a context of its own.
void oc_ir_begin(struct oc_ir *ir, struct oc_arena *arena, struct oc_diag *diag);

// Reads another module into the same context; `what` names it in messages. Returns NULL after a
// reported failure. `lazy`: the body of a function is read only if the function is linked.
LLVMModuleRef oc_ir_read(struct oc_ir *ir, const char *path, const char *what, bool lazy);

// Runs a pass pipeline (opt's -passes syntax); `machine` may be NULL. Returns false after a
// reported failure.
bool oc_ir_run(struct oc_ir *ir, LLVMModuleRef module, const char *pipeline,
               LLVMTargetMachineRef machine);

// The same for one function; the pipeline consists of function passes.
bool oc_ir_run_on_function(struct oc_ir *ir, LLVMValueRef function, const char *pipeline,
                           LLVMTargetMachineRef machine);

// Checks that the module is valid IR. If it is not, reports an internal error and returns false.
bool oc_ir_verify(struct oc_ir *ir);

// Writes the module as bitcode. Returns false after a reported failure.
bool oc_ir_write(struct oc_ir *ir, const char *path);

// The module as bitcode, in the arena.
struct oc_bytes oc_ir_to_bytes(struct oc_ir *ir);

// Whether an instruction is a call or an invoke; and the function that a call calls by name, or
// NULL.
bool oc_ir_is_call(LLVMValueRef instruction);
LLVMValueRef oc_ir_callee(LLVMValueRef call);

// Whether a call is through a pointer that is not a constant.
bool oc_ir_is_pointer_call(LLVMValueRef call);

// Whether a user of a function is a call of it, and has it in no argument.
bool oc_ir_only_calls(LLVMValueRef user, LLVMValueRef function);

// Whether an instruction is llvm.smin, smax, umin or umax, and which.
struct oc_extreme {
    bool is, is_max, is_signed;
};
struct oc_extreme oc_ir_extreme(LLVMValueRef instruction);

// The name of the function that an instruction calls by name; "" where it does not.
const char *oc_ir_callee_name(LLVMValueRef instruction);

// Whether an instruction calls one of LLVM's intrinsics. Not: a call through a pointer, or of
// inline assembly.
static inline bool oc_ir_calls_intrinsic(LLVMValueRef instruction) {
    LLVMValueRef callee = oc_ir_callee(instruction);
    return callee && LLVMGetIntrinsicID(callee) != 0;
}

// The number of a parameter of its function.
static inline unsigned oc_ir_parameter_number(LLVMValueRef parameter) {
    LLVMValueRef function = LLVMGetParamParent(parameter);
    unsigned number = 0;
    while (LLVMGetParam(function, number) != parameter)
        number++;
    return number;
}

// The first call of a function of this name in another function; NULL: there is none.
LLVMValueRef oc_ir_find_call(LLVMValueRef function, const char *name);

// Whether an instruction is integer arithmetic that may also be executed if its result is not
// needed: it has no side effects and cannot trap. Computations of addresses (getelementptr,
// inttoptr) do not count.
bool oc_ir_is_index_arithmetic(LLVMValueRef instruction);

// Whether an instruction is a quotient or a remainder by a constant that is positive as a signed
// number: it cannot trap.
bool oc_ir_divides_by_constant(LLVMValueRef instruction);

// Fetches the line of an address into the first cache, for reading.
void oc_ir_build_prefetch(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef address);

// The pointer from which an address is computed by getelementptr instructions alone.
LLVMValueRef oc_ir_base(LLVMValueRef address);

// Whether a value is `x & 0xffffffff`, as LLVM writes the lower half of a number.
static inline bool oc_ir_is_lower_half(LLVMValueRef value) {
    return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMAnd &&
           LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
           LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1)) == 0xffffffff;
}

// Whether one instruction uses a value, and uses it once.
static inline bool oc_ir_is_used_once(LLVMValueRef value) {
    LLVMUseRef use = LLVMGetFirstUse(value);
    return use && !LLVMGetNextUse(use);
}

// Whether an address is another one plus an offset, by a getelementptr instruction or constant;
// and whether it is another one in another address space.
static inline bool oc_ir_is_offset(LLVMValueRef address) {
    return LLVMIsAGetElementPtrInst(address) ||
           (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr);
}
static inline bool oc_ir_is_space_cast(LLVMValueRef address) {
    return LLVMIsAAddrSpaceCastInst(address) ||
           (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMAddrSpaceCast);
}

// What a value is made of by zext and trunc.
static inline LLVMValueRef oc_ir_without_casts(LLVMValueRef value) {
    while (LLVMIsAZExtInst(value) || LLVMIsATruncInst(value))
        value = LLVMGetOperand(value, 0);
    return value;
}

// The same without sext too.
static inline LLVMValueRef oc_ir_without_int_casts(LLVMValueRef value) {
    while (LLVMIsAZExtInst(value) || LLVMIsASExtInst(value) || LLVMIsATruncInst(value))
        value = LLVMGetOperand(value, 0);
    return value;
}

// The bits of an integer type; 0 for other types.
unsigned oc_ir_width(LLVMValueRef value);

// Whether an instruction, v & mask, is the lower half of a 64-bit value v, extended: with zeros,
// or, where LLVM knows that it is not negative, as a signed number.
bool oc_ir_keeps_lower_half(LLVMValueRef mask);

// By how many bits a shift instruction shifts, if that is constant; else 64.
unsigned long oc_ir_shift(LLVMValueRef instruction);

// If `value` is ((v << 32) + (c << 32)) >> b, with an arithmetic shift by b <= 32, so made of the
// sign-extended lower half of a 64-bit value v and of a constant: returns v, and sets *back to b
// and *constant to c, which may be 0. Else NULL.
LLVMValueRef oc_ir_lower_half(LLVMValueRef value, unsigned long *back, long *constant);

// Whether a branch decides whether control comes from the function's entry to a block.
bool oc_ir_is_guarded(LLVMBasicBlockRef block);

// Whether an instruction may do more than compute its result: write memory, wait, or call a
// function. Volatile and atomic loads count; llvm.smin and the like do not.
bool oc_ir_has_effect(LLVMValueRef instruction);

// Whether an instruction does nothing but compute its result, or load it. LLVM's intrinsics count.
bool oc_ir_only_computes(LLVMValueRef instruction);

// Tells LLVM that a call does nothing but compute its result; and whether LLVM knows that of one.
void oc_ir_make_pure(struct oc_ir *ir, LLVMValueRef call);
bool oc_ir_is_pure(LLVMValueRef call);

size_t oc_ir_count_instructions(LLVMBasicBlockRef block);
size_t oc_ir_function_size(LLVMValueRef function); // in instructions

// The block's only predecessor; NULL if it has several, or none.
LLVMBasicBlockRef oc_ir_only_predecessor(LLVMBasicBlockRef block);

// Attributes of a function by LLVM's names, such as "optnone".
bool oc_ir_has_attribute(LLVMValueRef function, const char *name);
void oc_ir_add_attribute(struct oc_ir *ir, LLVMValueRef function, const char *name);
void oc_ir_remove_attribute(LLVMValueRef function, const char *name);

// The same of a parameter, counted from 0.
bool oc_ir_parameter_has(LLVMValueRef function, unsigned parameter, const char *name);

// Removes the string attributes with these names from all functions of a module.
void oc_ir_remove_text_attributes(LLVMModuleRef module, const char *const *names, size_t count);

// Marks a call to be inlined by the next run of "always-inline".
void oc_ir_always_inline(struct oc_ir *ir, LLVMValueRef call);

// A value's name; "" if it has none.
const char *oc_ir_name(LLVMValueRef value);

// The kind of metadata (llvm.loop) that has a loop's properties. It is on the branch from the
// loop's end to its beginning.
unsigned oc_ir_loop_kind(struct oc_ir *ir);

// Whether `branch` is at the end of a loop with a property whose name begins with `prefix` and not
// with `except`. False if `branch` is NULL.
bool oc_ir_loop_has(struct oc_ir *ir, LLVMValueRef branch, const char *prefix, const char *except);

// The place of an instruction's debug location; its file is NULL if the instruction has none.
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

// Adds the calls of a function's body to `out`, in order. The body may be changed while the caller
// goes through them.
void oc_ir_collect_calls(LLVMValueRef function, struct oc_values *out);

// The same, of those calls that `is` returns true for.
void oc_ir_collect_calls_if(LLVMValueRef function, bool (*is)(LLVMValueRef call),
                            struct oc_values *out);

// Adds to `out`, once each, all functions that can be reached from a function's body. A function is
// reached if a body that is reached calls it or takes its address. The function itself is added
// only if it is reached in this way, as in a recursion.
void oc_ir_collect_reachable(LLVMValueRef function, struct oc_values *out);

// Likewise for what the initial value of a variable mentions. The variable may be NULL.
void oc_ir_collect_from_variable(LLVMValueRef variable, struct oc_values *out);

// Keeps a function or variable that nothing refers to (llvm.compiler.used).
void oc_ir_keep(struct oc_ir *ir, LLVMValueRef value);

#endif
