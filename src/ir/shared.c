#include "ir/shared.h"

#include "base/names.h"
#include "base/text.h"
#include "glue/names.h"
#include "ir/annotations.h"
#include "ir/spaces.h"

#include <llvm-c/Target.h>
#include <string.h>

// ---- The variables -----------------------------------------------------------------------------

static const char mark[] = OC_ANNOTATION_SHARED;

void oc_shared_collect(struct oc_ir *ir, struct oc_values *out) {
    LLVMValueRef variable;
    for (unsigned index = 0; oc_annotations_next(ir, mark, &index, &variable);)
        if (!oc_values_contain(out, variable))
            oc_values_add(out, variable);
}

struct oc_place oc_shared_place(struct oc_ir *ir, LLVMValueRef variable) {
    LLVMValueRef marked, entry;
    for (unsigned index = 0; (entry = oc_annotations_next(ir, mark, &index, &marked));)
        if (marked == variable)
            return oc_annotations_place(ir, entry);
    return (struct oc_place){0};
}

// "k.tile.3" is a variable `tile` of `k`, and not the first of that name.
const char *oc_shared_name(struct oc_arena *arena, LLVMValueRef variable) {
    const char *name = oc_ir_name(variable), *dot = strchr(name, '.');
    name = dot ? dot + 1 : name;
    return oc_arena_strndup(arena, name, strcspn(name, "."));
}

// ---- Constants ---------------------------------------------------------------------------------

static bool is_aggregate(LLVMValueRef constant) {
    return LLVMIsAConstantStruct(constant) || LLVMIsAConstantArray(constant);
}

// Whether a constant has one of the variables' addresses in it.
static bool mentions_shared(LLVMValueRef constant, const struct oc_values *variables) {
    if (LLVMIsAGlobalVariable(constant))
        return oc_values_contain(variables, constant);
    if (!is_aggregate(constant) && !LLVMIsAConstantExpr(constant))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(constant); i++)
        if (mentions_shared(LLVMGetOperand(constant, (unsigned)i), variables))
            return true;
    return false;
}

// The constant with null in the addresses' places.
static LLVMValueRef without_addresses(struct oc_ir *ir, LLVMValueRef constant,
                                      const struct oc_values *variables) {
    if (!mentions_shared(constant, variables))
        return constant;
    LLVMTypeRef type = LLVMTypeOf(constant);
    if (!is_aggregate(constant))
        return LLVMConstNull(type);
    unsigned count = (unsigned)LLVMGetNumOperands(constant);
    LLVMValueRef *elements = OC_NEW_ARRAY(ir->arena, count, LLVMValueRef);
    for (unsigned i = 0; i < count; i++)
        elements[i] = without_addresses(ir, LLVMGetOperand(constant, i), variables);
    return LLVMIsAConstantStruct(constant)
               ? LLVMConstNamedStruct(type, elements, count)
               : LLVMConstArray2(LLVMGetElementType(type), elements, count);
}

static void store_addresses(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef constant,
                            LLVMValueRef to, const struct oc_values *variables) {
    if (!mentions_shared(constant, variables))
        return;
    if (!is_aggregate(constant)) {
        // Structs may be packed.
        LLVMSetAlignment(LLVMBuildStore(builder, constant, to), 1);
        return;
    }
    LLVMTypeRef i32 = LLVMInt32TypeInContext(ir->context);
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(constant); i++) {
        LLVMValueRef index[] = {LLVMConstInt(i32, 0, false), LLVMConstInt(i32, i, false)};
        LLVMValueRef element =
            LLVMBuildInBoundsGEP2(builder, LLVMTypeOf(constant), to, index, 2, "");
        store_addresses(ir, builder, LLVMGetOperand(constant, i), element, variables);
    }
}

// The copies of a constant; false if it has other uses.
static bool collect_copies(LLVMValueRef value, struct oc_values *copies) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_cast = LLVMIsAConstantExpr(user) && oc_annotations_without_casts(user) != user;
        if (is_cast ? !collect_copies(user, copies)
                    : !LLVMIsAMemCpyInst(user) || LLVMGetOperand(user, 1) != value)
            return false;
        if (!is_cast)
            oc_values_add(copies, user);
    }
    return true;
}

static void open_constant(struct oc_ir *ir, LLVMValueRef holder,
                          const struct oc_values *variables) {
    struct oc_values copies = {.arena = ir->arena};
    LLVMValueRef constant = LLVMGetInitializer(holder);
    if (!collect_copies(holder, &copies))
        return;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    for (size_t i = 0; i < copies.count; i++) {
        LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(copies.items[i]));
        store_addresses(ir, builder, constant, LLVMGetOperand(copies.items[i], 0), variables);
    }
    LLVMDisposeBuilder(builder);
    LLVMSetInitializer(holder, without_addresses(ir, constant, variables));
}

void oc_shared_open_constants(struct oc_ir *ir, const struct oc_values *variables) {
    for (LLVMValueRef global = LLVMGetFirstGlobal(ir->module); global;
         global = LLVMGetNextGlobal(global))
        if (LLVMIsGlobalConstant(global) && LLVMGetInitializer(global) &&
            mentions_shared(LLVMGetInitializer(global), variables))
            open_constant(ir, global, variables);
}

// ---- Address spaces ----------------------------------------------------------------------------

// Where each variable was declared; optimisation keeps names, but not variables.
struct declared {
    const char *variable;
    const char *name; // the user's
    struct oc_place place;
};

struct oc_shared_variables {
    struct declared *items;
    size_t count;
};

// Arrays that code may take 16 bytes at a time from are aligned to that, as LLVM itself does it
// where variables are in the space that code names.
static unsigned alignment_of(struct oc_ir *ir, LLVMValueRef variable) {
    enum { WIDEST = 16 };
    LLVMTypeRef type = LLVMGlobalGetValueType(variable);
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(ir->module), type);
    unsigned alignment = LLVMGetAlignment(variable);
    return alignment < WIDEST && size >= WIDEST && size % WIDEST == 0 ? WIDEST : alignment;
}

// A code generator makes a loop of an atomic operation on fewer bytes than a word, which compares
// and exchanges the word around them.
enum { WORD = 4 };

static bool is_narrow_atomic(LLVMTargetDataRef layout, LLVMValueRef instruction) {
    unsigned operand = LLVMIsAAtomicRMWInst(instruction)       ? 1
                       : LLVMIsAAtomicCmpXchgInst(instruction) ? 2
                                                               : 0;
    return operand &&
           LLVMABISizeOfType(layout, LLVMTypeOf(LLVMGetOperand(instruction, operand))) < WORD;
}

static bool has_narrow_atomics(struct oc_ir *ir) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ir->module);
    OC_EACH_FUNCTION (function, ir->module) {
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (instruction, block)
                if (is_narrow_atomic(layout, instruction))
                    return true;
    }
    return false;
}

// A type of whole words, which begins with the variable's.
static LLVMTypeRef in_words(struct oc_ir *ir, LLVMValueRef variable) {
    LLVMTypeRef types[] = {LLVMGlobalGetValueType(variable), NULL};
    uint64_t rest = LLVMABISizeOfType(LLVMGetModuleDataLayout(ir->module), types[0]) % WORD;
    if (!rest)
        return types[0];
    types[1] = LLVMArrayType2(LLVMInt8TypeInContext(ir->context), WORD - rest);
    return LLVMStructTypeInContext(ir->context, types, 2, true);
}

static void move_variable(struct oc_ir *ir, LLVMValueRef variable,
                          const struct oc_shared_memory *memory, bool words) {
    unsigned alignment = alignment_of(ir, variable);
    LLVMTypeRef type = words ? in_words(ir, variable) : LLVMGlobalGetValueType(variable);
    if (words && alignment < WORD)
        alignment = WORD;
    LLVMValueRef moved = oc_spaces_move(ir, variable, type, memory->space, memory->dwarf_space);
    LLVMSetInitializer(moved, LLVMGetPoison(LLVMGlobalGetValueType(moved)));
    LLVMSetLinkage(moved, LLVMInternalLinkage);
    LLVMSetVisibility(moved, LLVMDefaultVisibility);
    LLVMSetAlignment(moved, alignment);
}

// The optimiser turns a switch that chooses among addresses into a table of them; but these are no
// constants where the code generator is concerned.
static void forbid_tables(struct oc_ir *ir) {
    static const char name[] = "no-jump-tables", value[] = "true";
    LLVMAttributeRef attribute =
        LLVMCreateStringAttribute(ir->context, name, sizeof name - 1, value, sizeof value - 1);
    OC_EACH_FUNCTION (function, ir->module) {
        if (!LLVMIsDeclaration(function))
            LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
    }
}

static bool has_dynamic_memory(struct oc_ir *ir) {
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, OC_NAME_DYNAMIC_SHARED);
    return function && LLVMGetFirstUse(function);
}

const struct oc_shared_variables *oc_shared_lower(struct oc_ir *ir,
                                                  const struct oc_shared_memory *memory) {
    struct oc_values variables = {.arena = ir->arena};
    oc_shared_collect(ir, &variables);
    struct oc_shared_variables *result = OC_NEW(ir->arena, struct oc_shared_variables);
    result->items = OC_NEW_ARRAY(ir->arena, variables.count, struct declared);
    result->count = variables.count;
    for (size_t i = 0; i < variables.count; i++)
        result->items[i] = (struct declared){
            .variable = oc_arena_printf(ir->arena, "%s", oc_ir_name(variables.items[i])),
            .name = oc_shared_name(ir->arena, variables.items[i]),
            .place = oc_shared_place(ir, variables.items[i]),
        };
    oc_shared_open_constants(ir, &variables);
    bool words = variables.count && has_narrow_atomics(ir);
    for (size_t i = 0; i < variables.count; i++)
        move_variable(ir, variables.items[i], memory, words);
    if (variables.count || has_dynamic_memory(ir))
        forbid_tables(ir);
    return result;
}

// ---- Limits ------------------------------------------------------------------------------------

// A variable that is left, and the functions that mention it.
struct used {
    LLVMValueRef variable;
    const struct declared *declared;
    uint64_t size, alignment;
    struct oc_values functions;
    LLVMValueRef holder; // a variable whose initial value has its address, or NULL
};

static void collect_users(LLVMValueRef value, struct used *used) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user))
            oc_values_add(&used->functions,
                          LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
        else if (!LLVMIsAGlobalVariable(user))
            collect_users(user, used);
        else if (!oc_starts_with(oc_ir_name(user), "llvm."))
            used->holder = user;
    }
}

static const struct declared *find_declared(const struct oc_shared_variables *variables,
                                            LLVMValueRef variable) {
    static const struct declared unknown = {.name = ""};
    for (size_t i = 0; i < variables->count; i++)
        if (strcmp(variables->items[i].variable, oc_ir_name(variable)) == 0)
            return &variables->items[i];
    return &unknown;
}

static size_t collect_used(struct oc_ir *ir, const struct oc_shared_memory *memory,
                           const struct oc_shared_variables *variables, struct used **out) {
    size_t count = 0;
    for (LLVMValueRef global = LLVMGetFirstGlobal(ir->module); global;
         global = LLVMGetNextGlobal(global))
        count++;
    *out = OC_NEW_ARRAY(ir->arena, count, struct used);
    count = 0;
    for (LLVMValueRef global = LLVMGetFirstGlobal(ir->module); global;
         global = LLVMGetNextGlobal(global)) {
        if (LLVMGetPointerAddressSpace(LLVMTypeOf(global)) != memory->space ||
            LLVMIsDeclaration(global))
            continue;
        struct used *used = &(*out)[count++];
        *used = (struct used){
            .variable = global,
            .declared = find_declared(variables, global),
            .size = LLVMABISizeOfType(LLVMGetModuleDataLayout(ir->module),
                                      LLVMGlobalGetValueType(global)),
            .alignment = LLVMGetAlignment(global),
            .functions = {.arena = ir->arena},
        };
        collect_users(global, used);
    }
    return count;
}

static bool is_used_in(const struct used *used, const struct oc_values *functions) {
    for (size_t i = 0; i < used->functions.count; i++)
        if (oc_values_contain(functions, used->functions.items[i]))
            return true;
    return false;
}

// The largest come first, as in what is to be told of them: equal ones in the module's order.
static const struct used *next_largest(const struct used *used, size_t count,
                                       const struct oc_values *functions,
                                       const struct used *before) {
    const struct used *next = NULL;
    for (const struct used *one = used; one < used + count; one++) {
        bool is_later =
            !before || one->size < before->size || (one->size == before->size && one > before);
        if (is_later && is_used_in(one, functions) && (!next || one->size > next->size))
            next = one;
    }
    return next;
}

// The device library's, or offload.h's for a CPU, which preprocessed files have.
static bool is_of_a_reduction(const struct used *used) {
    return !*used->declared->name || oc_starts_with(used->declared->name, "__");
}

static void note_variables(struct oc_ir *ir, const struct used *used, size_t count,
                           const struct oc_values *functions) {
    enum { MOST = 4 };
    unsigned long long reductions = 0;
    int noted = 0;
    for (const struct used *one = NULL; (one = next_largest(used, count, functions, one));)
        if (is_of_a_reduction(one))
            reductions += one->size;
        else if (one->declared->place.file && noted++ < MOST)
            oc_report(ir->diag, OC_NOTE, one->declared->place, NULL, "'%s' takes %llu bytes of it",
                      one->declared->name, (unsigned long long)one->size);
    if (reductions)
        oc_note(ir->diag, "reductions over the block take %llu bytes of it", reductions);
}

static bool shared_variables_fit(struct oc_ir *ir, const struct oc_kernel *kernel,
                                 const struct used *used, size_t count, const char *arch,
                                 uint64_t limit) {
    LLVMValueRef entry = LLVMGetNamedFunction(ir->module, oc_glue_entry(ir->arena, kernel->name));
    struct oc_values functions = {.arena = ir->arena};
    oc_ir_collect_reachable(entry, &functions);
    oc_values_add(&functions, entry);
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++)
        if (is_used_in(&used[i], &functions))
            total = (total + used[i].alignment - 1) / used[i].alignment * used[i].alignment +
                    used[i].size;
    if (total <= limit)
        return true;
    oc_report(
        ir->diag, OC_ERROR, kernel->place, NULL,
        "kernel '%s' has %llu bytes of shared variables, but '%s' has room for %llu; make them "
        "smaller",
        kernel->name, (unsigned long long)total, arch, (unsigned long long)limit);
    note_variables(ir, used, count, &functions);
    return false;
}

bool oc_shared_check(struct oc_ir *ir, const struct oc_unit *unit,
                     const struct oc_shared_memory *memory, const char *arch,
                     const struct oc_shared_variables *variables) {
    struct used *used;
    size_t count = collect_used(ir, memory, variables, &used);
    bool valid = true;
    for (size_t i = 0; i < count; i++)
        if (used[i].holder) {
            oc_report(ir->diag, OC_ERROR, used[i].declared->place, NULL,
                      "a constant contains the address of shared variable '%s', but each block has "
                      "that variable at another address; assign the address in the kernel",
                      used[i].declared->name);
            valid = false;
        }
    for (size_t i = 0; i < unit->kernel_count; i++)
        valid &=
            shared_variables_fit(ir, &unit->kernels[i], used, count, arch, memory->limit(arch));
    return valid;
}
