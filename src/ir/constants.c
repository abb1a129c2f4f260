#include "ir/constants.h"

#include "base/names.h"
#include "glue/names.h"
#include "ir/annotations.h"
#include "ir/spaces.h"

#include <llvm-c/Target.h>
#include <string.h>

struct variable {
    const char *name; // in IR; optimisation keeps names, but not variables
    struct oc_place place;
};

struct oc_constant_variables {
    struct variable *items;
    size_t count;
};

static const struct variable *find(const struct oc_constant_variables *variables,
                                   LLVMValueRef value) {
    for (size_t i = 0; i < variables->count; i++)
        if (strcmp(variables->items[i].name, oc_ir_name(value)) == 0)
            return &variables->items[i];
    return NULL;
}

static void collect(struct oc_ir *ir, struct oc_constant_variables *out) {
    LLVMValueRef variable, entry;
    size_t most = 0;
    for (unsigned index = 0; oc_annotations_next(ir, OC_ANNOTATION_CONSTANT, &index, &variable);)
        most++;
    out->items = OC_NEW_ARRAY(ir->arena, most, struct variable);
    for (unsigned index = 0;
         (entry = oc_annotations_next(ir, OC_ANNOTATION_CONSTANT, &index, &variable));)
        if (!LLVMIsDeclaration(variable) && !find(out, variable))
            out->items[out->count++] = (struct variable){
                .name = oc_arena_printf(ir->arena, "%s", oc_ir_name(variable)),
                .place = oc_annotations_place(ir, entry),
            };
}

const struct oc_constant_variables *oc_constants_lower(struct oc_ir *ir,
                                                       const struct oc_constant_memory *memory) {
    struct oc_constant_variables *variables = OC_NEW(ir->arena, struct oc_constant_variables);
    collect(ir, variables);
    for (size_t i = 0; i < variables->count; i++) {
        LLVMValueRef variable = LLVMGetNamedGlobal(ir->module, variables->items[i].name);
        variable = oc_spaces_move(ir, variable, LLVMGlobalGetValueType(variable), memory->space,
                                  memory->dwarf_space);
        // The host may have changed it before a kernel runs.
        LLVMSetExternallyInitialized(variable, !LLVMIsGlobalConstant(variable));
    }
    return variables;
}

// The user's name. Variables that the host knows have others.
static const char *name_of(struct oc_arena *arena, const struct oc_unit *unit,
                           const char *ir_name) {
    for (size_t i = 0; i < unit->global_count; i++)
        if (strcmp(oc_glue_entry(arena, unit->globals[i].name), ir_name) == 0)
            return unit->globals[i].name;
    return ir_name;
}

static uint64_t size_of(struct oc_ir *ir, LLVMValueRef variable) {
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(ir->module), LLVMGlobalGetValueType(variable));
}

bool oc_constants_check(struct oc_ir *ir, const struct oc_unit *unit,
                        const struct oc_constant_memory *memory, const char *arch,
                        const struct oc_constant_variables *variables) {
    uint64_t total = 0;
    LLVMValueRef largest = NULL;
    for (LLVMValueRef global = LLVMGetFirstGlobal(ir->module); global;
         global = LLVMGetNextGlobal(global)) {
        if (LLVMGetPointerAddressSpace(LLVMTypeOf(global)) != memory->space ||
            LLVMIsDeclaration(global))
            continue;
        uint64_t alignment = LLVMGetAlignment(global) ? LLVMGetAlignment(global) : 1;
        total = (total + alignment - 1) / alignment * alignment + size_of(ir, global);
        if (!largest || size_of(ir, global) > size_of(ir, largest))
            largest = global;
    }
    if (!memory->limit || total <= memory->limit)
        return true;
    const struct variable *at = find(variables, largest);
    oc_report(ir->diag, OC_ERROR, at ? at->place : (struct oc_place){0}, NULL,
              "variables marked offload_constant take %llu bytes, of which '%s' has %llu, but '%s' "
              "has %llu bytes of constant memory; mark some offload_global instead",
              (unsigned long long)total, name_of(ir->arena, unit, oc_ir_name(largest)),
              (unsigned long long)size_of(ir, largest), arch, (unsigned long long)memory->limit);
    return false;
}

// ---- Loads through another address space --------------------------------------------------------

static bool is_in_space(LLVMValueRef value, unsigned space) {
    return LLVMGetPointerAddressSpace(LLVMTypeOf(value)) == space;
}

static bool is_of_constant(LLVMValueRef address, unsigned space) {
    while (oc_ir_is_space_cast(address) || oc_ir_is_offset(address))
        address = LLVMGetOperand(address, 0);
    return LLVMIsAGlobalVariable(address) && is_in_space(address, space);
}

// Builds such an address in the address space of constant memory. NULL: it has too many indices.
static LLVMValueRef build_address(LLVMBuilderRef builder, LLVMValueRef address, unsigned space) {
    enum { MOST_INDICES = 8 };
    if (is_in_space(address, space))
        return address;
    LLVMValueRef base = build_address(builder, LLVMGetOperand(address, 0), space);
    if (oc_ir_is_space_cast(address))
        return base;
    int count = LLVMGetNumOperands(address) - 1;
    if (!base || count > MOST_INDICES)
        return NULL;
    LLVMValueRef indices[MOST_INDICES];
    for (int i = 0; i < count; i++)
        indices[i] = LLVMGetOperand(address, (unsigned)i + 1);
    return LLVMBuildGEP2(builder, LLVMGetGEPSourceElementType(address), base, indices,
                         (unsigned)count, "");
}

void oc_constants_load(struct oc_ir *ir, const struct oc_constant_memory *memory) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    OC_EACH_FUNCTION (function, ir->module)
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (load, block) {
                LLVMValueRef address = LLVMIsALoadInst(load) ? LLVMGetOperand(load, 0) : NULL;
                if (!address || is_in_space(address, memory->space) ||
                    !is_of_constant(address, memory->space))
                    continue;
                LLVMPositionBuilderBefore(builder, load);
                address = build_address(builder, address, memory->space);
                if (address)
                    LLVMSetOperand(load, 0, address);
            }
    LLVMDisposeBuilder(builder);
}
