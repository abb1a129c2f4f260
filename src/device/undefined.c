#include "device/undefined.h"

#include "base/map.h"
#include "base/names.h"
#include "glue/names.h"
#include "model/libcalls.h"

#include <string.h>

// How the walk came to a function: the call and the function that it stands in.
struct step {
    LLVMValueRef function;
    LLVMValueRef call; // NULL for an entry
    const struct step *caller;
};

struct walk {
    struct oc_ir *ir;
    const char *arch;
    const struct oc_lowering *lowering;
    struct oc_map seen;
    struct step **queue;
    size_t count, capacity;
};

static bool is_provided(const struct walk *walk, const char *name) {
    if (oc_starts_with(name, "llvm."))
        return true;
    for (const char *const *provided = walk->lowering->provides; provided && *provided; provided++)
        if (strcmp(*provided, name) == 0)
            return true;
    return !walk->lowering->target->libclc && oc_libcall_find(name);
}

// The function's name as the user knows it: without what we add to a kernel's.
static const char *user_name(struct oc_arena *arena, LLVMValueRef function) {
    const char *name = oc_ir_name(function);
    return oc_ends_with(name, ".kernel")
               ? oc_arena_strndup(arena, name, strlen(name) - strlen(".kernel"))
               : name;
}

static void report_undefined(struct walk *walk, const struct step *step, LLVMValueRef use,
                             const char *what) {
    struct oc_arena *arena = walk->ir->arena;
    oc_report(walk->ir->diag, OC_ERROR, oc_ir_place(arena, use), NULL,
              "device code for '%s' needs %s, which is not available there; do without it, or "
              "leave '%s' out of --offload-arch",
              walk->arch, what, walk->arch);
    for (; step && step->call; step = step->caller) {
        struct oc_place place = oc_ir_place(arena, step->call);
        if (place.file && !oc_starts_with(oc_ir_name(step->function), OC_NAME_PREFIX) &&
            !oc_starts_with(oc_ir_name(step->caller->function), OC_NAME_PREFIX))
            oc_report(walk->ir->diag, OC_NOTE, place, NULL, "in '%s', called here",
                      user_name(arena, step->function));
    }
}

// Whether the function or variable is met for the first time.
static bool is_new(struct walk *walk, LLVMValueRef global) {
    if (oc_map_get(&walk->seen, global, NULL))
        return false;
    oc_map_set(&walk->seen, global, 1);
    return true;
}

static void queue_function(struct walk *walk, LLVMValueRef function, LLVMValueRef call,
                           const struct step *caller) {
    if (!is_new(walk, function))
        return;
    struct step *step = OC_NEW(walk->ir->arena, struct step);
    *step = (struct step){function, call, caller};
    if (walk->count == walk->capacity) {
        walk->capacity = walk->capacity ? 2 * walk->capacity : 16;
        struct step **queue = OC_NEW_ARRAY(walk->ir->arena, walk->capacity, struct step *);
        if (walk->count)
            memcpy(queue, walk->queue, walk->count * sizeof *queue);
        walk->queue = queue;
    }
    walk->queue[walk->count++] = step;
}

static bool is_wide_number(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMX86_FP80TypeKind || kind == LLVMFP128TypeKind;
}

static void report_missing(struct walk *walk, const struct step *step, LLVMValueRef instruction,
                           LLVMValueRef global) {
    // What is weak may be missing.
    if (LLVMGetLinkage(global) == LLVMExternalWeakLinkage ||
        is_provided(walk, oc_ir_name(global)) || !is_new(walk, global))
        return;
    report_undefined(walk, step, instruction,
                     oc_arena_printf(walk->ir->arena, "'%s'", oc_ir_name(global)));
}

static bool has_wide_numbers(LLVMValueRef instruction) {
    bool has = is_wide_number(LLVMTypeOf(instruction));
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        has |= is_wide_number(LLVMTypeOf(LLVMGetOperand(instruction, (unsigned)i)));
    return has;
}

// What back ends call library functions for, which GPUs have not, or NULL; LLVM stops the process
// there.
static const char *needed_library(LLVMValueRef instruction) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    if (opcode == LLVMCall && oc_ir_callee(instruction) &&
        oc_starts_with(oc_ir_name(oc_ir_callee(instruction)), "llvm.frameaddress"))
        return "the address of a stack frame";
    if (opcode == LLVMCall && LLVMGetTailCallKind(instruction) == LLVMTailCallKindMustTail)
        return "a call that is a jump ('musttail')";
    if (opcode != LLVMStore && opcode != LLVMLoad && has_wide_numbers(instruction))
        return "arithmetic on 'long double'";
    return NULL;
}

// Constants lead to others: a table to the functions that it holds.
static void visit_operand(struct walk *walk, const struct step *step, LLVMValueRef instruction,
                          LLVMValueRef operand) {
    if (!LLVMIsAConstant(operand))
        return;
    if (LLVMIsAGlobalValue(operand)) {
        if (LLVMIsDeclaration(operand)) {
            report_missing(walk, step, instruction, operand);
        } else if (LLVMIsAFunction(operand)) {
            queue_function(walk, operand, instruction, step);
        } else if (LLVMIsAGlobalVariable(operand) && is_new(walk, operand)) {
            visit_operand(walk, step, instruction, LLVMGetInitializer(operand));
        }
        return;
    }
    // Back ends crash where they should write it.
    if (walk->lowering->target->libclc && LLVMIsAConstantFP(operand) &&
        is_wide_number(LLVMTypeOf(operand)))
        report_undefined(walk, step, instruction, "a constant of type 'long double'");
    for (int i = 0; i < LLVMGetNumOperands(operand); i++)
        visit_operand(walk, step, instruction, LLVMGetOperand(operand, (unsigned)i));
}

static void visit_body(struct walk *walk, const struct step *step) {
    OC_EACH_BLOCK (block, step->function)
        OC_EACH_INSTRUCTION (instruction, block) {
            const char *library =
                walk->lowering->target->libclc ? needed_library(instruction) : NULL;
            if (library) {
                report_undefined(walk, step, instruction, library);
                continue;
            }
            for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
                visit_operand(walk, step, instruction, LLVMGetOperand(instruction, (unsigned)i));
        }
}

// What plug-ins leave behind of the markers of theirs that calls were given (Enzyme's
// enzyme_const).
static void drop_unused_loads(struct oc_ir *ir) {
    struct oc_values unused = {.arena = ir->arena};
    OC_EACH_FUNCTION (function, ir->module)
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (instruction, block) {
                if (!LLVMIsALoadInst(instruction) || LLVMGetFirstUse(instruction) ||
                    LLVMGetVolatile(instruction))
                    continue;
                LLVMValueRef from = LLVMGetOperand(instruction, 0);
                if (LLVMIsAConstantExpr(from))
                    from = LLVMGetOperand(from, 0);
                if (LLVMIsAGlobalVariable(from) && LLVMIsDeclaration(from))
                    oc_values_add(&unused, instruction);
            }
    for (size_t i = 0; i < unused.count; i++)
        LLVMInstructionEraseFromParent(unused.items[i]);
}

bool oc_undefined_check(struct oc_ir *ir, const struct oc_unit *unit, const char *arch,
                        const struct oc_lowering *lowering) {
    struct walk walk = {.ir = ir, .arch = arch, .lowering = lowering, .seen = {.arena = ir->arena}};
    unsigned before = ir->diag->errors;
    drop_unused_loads(ir);
    for (size_t i = 0; i < unit->kernel_count; i++)
        queue_function(
            &walk,
            LLVMGetNamedFunction(ir->module, oc_glue_entry(ir->arena, unit->kernels[i].name)), NULL,
            NULL);
    for (size_t next = 0; next < walk.count; next++)
        visit_body(&walk, walk.queue[next]);
    return ir->diag->errors == before;
}
