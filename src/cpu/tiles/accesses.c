#include "cpu/tiles/accesses.h"

#include "base/names.h"
#include "cpu/tiles/conditions.h"

#include <llvm-c/Target.h>
#include <string.h>

// ---- Memory ------------------------------------------------------------------------------------

static bool is_shared_place(const struct oc_tracer *tracer, LLVMValueRef value) {
    return oc_values_contain(tracer->shared, value) ||
           strcmp(oc_ir_callee_name(value), OC_NAME_DYNAMIC_SHARED) == 0;
}

static LLVMValueRef base_of(const struct oc_tracer *tracer, const struct oc_poly *address,
                            unsigned *number) {
    return oc_trace_base(tracer->trace, address, number)
               ? oc_atoms_value(&tracer->trace->atoms, *number)
               : NULL;
}

static int64_t size_of(const struct oc_tracer *tracer, LLVMTypeRef type) {
    return (int64_t)LLVMStoreSizeOfType(LLVMGetModuleDataLayout(tracer->ir->module), type);
}

// Splits an address in a shared variable. Returns false if its distance is not a number.
static bool split_place(const struct oc_poly *address, unsigned base, int64_t *offset) {
    struct oc_poly factor, rest;
    return oc_poly_split(address, base, &factor, &rest) && oc_poly_is_number(&rest, offset);
}

void oc_accesses_set_facts(struct oc_tracer *tracer) {
    struct oc_facts *facts = OC_NEW(tracer->ir->arena, struct oc_facts);
    facts->known = oc_conditions_of(tracer->evaluation, tracer->active);
    facts->outer = tracer->followed;
    tracer->evaluation->facts = facts->known.count ? facts : tracer->followed;
}

// ---- Other memory ------------------------------------------------------------------------------

static void note_access(struct oc_tracer *tracer, const struct oc_poly *address, LLVMTypeRef type,
                        bool writes) {
    *(writes ? &tracer->writing : &tracer->reading) |= 1u << tracer->phase;
    oc_trace_note(tracer->trace, tracer->evaluation->facts, address, size_of(tracer, type),
                  tracer->phase, writes);
}

static LLVMValueRef place_of(LLVMValueRef address) {
    while (oc_ir_is_offset(address))
        address = LLVMGetOperand(address, 0);
    return address;
}

// Whether nothing is done with a value but to store it in shared variables.
static bool only_fills_tiles(const struct oc_tracer *tracer, LLVMValueRef value, unsigned depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool fills =
            LLVMIsAStoreInst(user) && is_shared_place(tracer, place_of(LLVMGetOperand(user, 1)));
        bool passes_on = LLVMIsAPHINode(user) || LLVMIsASelectInst(user) || LLVMIsAFreezeInst(user);
        if (!fills && !(passes_on && depth && only_fills_tiles(tracer, user, depth - 1)))
            return false;
    }
    return true;
}

// Whether a load is only for tiles. Each load is looked at once.
static bool is_for_tiles(struct oc_tracer *tracer, LLVMValueRef instruction) {
    enum { DEPTH = 3 };
    size_t known;
    if (!oc_map_get(&tracer->for_tiles, instruction, &known)) {
        known = only_fills_tiles(tracer, instruction, DEPTH);
        oc_map_set(&tracer->for_tiles, instruction, known);
    }
    return known;
}

// ---- Shared variables --------------------------------------------------------------------------

static bool note_shared(struct oc_tracer *tracer, LLVMValueRef instruction, unsigned place,
                        int64_t offset, const struct oc_known *from, int64_t *numbers) {
    struct oc_trace *trace = tracer->trace;
    struct oc_tile_access access = {.instruction = instruction,
                                    .place = place,
                                    .offset = offset,
                                    .phase = tracer->phase,
                                    .numbers = numbers};
    if (from) {
        access.from = from->poly;
        access.needs = oc_conditions_of(tracer->evaluation, from->assumptions | tracer->active);
    } else {
        access.facts = tracer->evaluation->facts;
    }
    size_t *count = from ? &trace->store_count : &trace->load_count;
    size_t *capacity = from ? &trace->store_capacity : &trace->load_capacity;
    struct oc_tile_access **list = from ? &trace->stores : &trace->loads;
    *list = oc_arena_grow(tracer->ir->arena, *list, *count, capacity, sizeof **list);
    (*list)[(*count)++] = access;
    return true;
}

// ---- The form of addresses in shared variables -------------------------------------------------

static bool add_term(struct oc_tile_load *form, LLVMValueRef value, bool zero_extended,
                     int64_t factor) {
    size_t i = 0;
    while (i < form->count && form->terms[i] != value)
        i++;
    if (i == OC_TILE_TERMS || (i < form->count && form->zero_extended[i] != zero_extended))
        return false;
    if (i == form->count) {
        form->terms[i] = value;
        form->zero_extended[i] = zero_extended;
        form->factors[i] = 0;
        form->count++;
    }
    form->factors[i] += factor;
    return true;
}

// Takes sums and products by constants apart. That they might wrap does not matter: what is made of
// the form is compared with what each thread does.
static bool add_index(struct oc_tile_load *form, LLVMValueRef value, bool zero_extended,
                      int64_t factor) {
    if (LLVMIsAConstantInt(value))
        return true;
    LLVMOpcode opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMPHI;
    LLVMValueRef constant = opcode == LLVMMul || opcode == LLVMShl
                                ? LLVMIsAConstantInt(LLVMGetOperand(value, 1))
                                : NULL;
    int64_t by = constant ? LLVMConstIntGetSExtValue(constant) : 0;
    if (opcode == LLVMSExt || opcode == LLVMZExt)
        return add_index(form, LLVMGetOperand(value, 0), opcode == LLVMZExt, factor);
    if (opcode == LLVMAdd || opcode == LLVMSub || (opcode == LLVMOr && LLVMGetIsDisjoint(value)))
        return add_index(form, LLVMGetOperand(value, 0), zero_extended, factor) &&
               add_index(form, LLVMGetOperand(value, 1), zero_extended,
                         opcode == LLVMSub ? -factor : factor);
    if (opcode == LLVMMul && constant && !__builtin_mul_overflow(factor, by, &by))
        return add_index(form, LLVMGetOperand(value, 0), zero_extended, by);
    if (opcode == LLVMShl && constant && by >= 0 && by < 32 &&
        !__builtin_mul_overflow(factor, 1ll << by, &by))
        return add_index(form, LLVMGetOperand(value, 0), zero_extended, by);
    return add_term(form, value, zero_extended, factor);
}

static bool add_address(struct oc_tracer *tracer, struct oc_tile_load *form, LLVMValueRef address) {
    if (!oc_ir_is_offset(address))
        return is_shared_place(tracer, address);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(tracer->ir->module);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    for (int i = 1; i < LLVMGetNumOperands(address); i++) {
        LLVMValueRef index = LLVMGetOperand(address, (unsigned)i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        if (!add_index(form, index, false, (int64_t)LLVMABISizeOfType(layout, type)))
            return false;
    }
    return add_address(tracer, form, LLVMGetOperand(address, 0));
}

static bool form_of_load(struct oc_tracer *tracer, LLVMValueRef load, struct oc_tile_load **form) {
    struct oc_trace *trace = tracer->trace;
    size_t number;
    if (!oc_map_get(&tracer->form_of, load, &number)) {
        struct oc_tile_load made = {.load = load};
        if (!add_address(tracer, &made, LLVMGetOperand(load, 0)))
            return false;
        number = trace->form_count++;
        trace->forms = oc_arena_grow(tracer->ir->arena, trace->forms, number, &trace->form_capacity,
                                     sizeof *trace->forms);
        trace->forms[number] = made;
        oc_map_set(&tracer->form_of, load, number);
    }
    *form = &trace->forms[number];
    return true;
}

// What the terms of a load's address are for this thread.
static int64_t *numbers_of(struct oc_tracer *tracer, const struct oc_tile_load *form) {
    int64_t *numbers = OC_NEW_ARRAY(tracer->ir->arena, form->count + 1, int64_t);
    for (size_t i = 0; i < form->count; i++) {
        struct oc_known known = oc_evaluate_value(tracer->evaluation, form->terms[i]);
        unsigned width = oc_ir_width(form->terms[i]);
        if (known.kind != OC_NUMBER)
            return NULL;
        numbers[i] = known.number;
        if (form->zero_extended[i] && width < 64)
            numbers[i] &= (int64_t)((1ull << width) - 1);
    }
    return numbers;
}

// ---- Loads and stores --------------------------------------------------------------------------

bool oc_accesses_load(struct oc_tracer *tracer, LLVMValueRef instruction, struct oc_known *out) {
    struct oc_known address = oc_evaluate_value(tracer->evaluation, LLVMGetOperand(instruction, 0));
    struct oc_poly poly = oc_known_poly(&address);
    unsigned number;
    LLVMValueRef base = base_of(tracer, &poly, &number);
    *out = (struct oc_known){.kind = OC_UNKNOWN, .assumptions = address.assumptions};
    if (oc_ir_has_effect(instruction))
        return false;
    if (!base) {
        // What an argument points to is not a shared variable.
        if (!oc_atoms_is_given(&tracer->trace->atoms, place_of(LLVMGetOperand(instruction, 0))))
            return false;
        tracer->reads_anywhere = true;
        tracer->reading |= 1u << tracer->phase;
        return true;
    }
    if (is_shared_place(tracer, base)) {
        int64_t offset, *numbers;
        struct oc_tile_load *form;
        oc_conditions_need_all(tracer->evaluation, address.assumptions);
        return split_place(&poly, number, &offset) && form_of_load(tracer, instruction, &form) &&
               (numbers = numbers_of(tracer, form)) &&
               note_shared(tracer, instruction, number, offset, NULL, numbers);
    }
    if (LLVMIsAAllocaInst(base) || (LLVMIsAGlobalVariable(base) && LLVMIsGlobalConstant(base)))
        return true;
    // The direct code does not load what only fills tiles.
    if (!is_for_tiles(tracer, instruction)) {
        oc_conditions_need_all(tracer->evaluation, address.assumptions);
        note_access(tracer, &poly, LLVMTypeOf(instruction), false);
    }
    out->kind = OC_LOADED;
    out->poly = address.poly;
    return true;
}

bool oc_accesses_store(struct oc_tracer *tracer, LLVMValueRef instruction) {
    LLVMValueRef value = LLVMGetOperand(instruction, 0);
    struct oc_known address = oc_evaluate_value(tracer->evaluation, LLVMGetOperand(instruction, 1));
    struct oc_known known = oc_evaluate_value(tracer->evaluation, value);
    struct oc_poly poly = oc_known_poly(&address);
    unsigned number;
    LLVMValueRef base = base_of(tracer, &poly, &number);
    if (!base || LLVMGetVolatile(instruction) ||
        LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic)
        return false;
    if (is_shared_place(tracer, base)) {
        int64_t offset;
        known.assumptions |= address.assumptions;
        return !tracer->depth && known.kind == OC_LOADED && split_place(&poly, number, &offset) &&
               note_shared(tracer, instruction, number, offset, &known, NULL);
    }
    oc_conditions_need_all(tracer->evaluation, address.assumptions);
    if (!LLVMIsAAllocaInst(base))
        note_access(tracer, &poly, LLVMTypeOf(value), true);
    return true;
}
