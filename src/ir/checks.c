#include "ir/checks.h"

#include "base/names.h"
#include "glue/names.h"
#include "ir/edit.h"
#include "ir/shared.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

enum { ARRAY, COUNT, BYTES, WHAT, ARGUMENTS };

// An array whose size is known.
struct array {
    LLVMValueRef base;         // its address: a value or variable
    LLVMValueRef count, bytes; // elements, and the bytes of all of them
    LLVMValueRef what;         // text for the message
    uint64_t size;             // of an element, in bytes
};

struct placing {
    struct oc_edit edit;
    struct oc_ir *ir;
    LLVMValueRef function;
    LLVMTargetDataRef layout;
    const struct oc_values *shared;
    bool joins;               // see oc_checks_place
    struct oc_values checked; // indices and counts that were compared in the block being looked at
    struct array *arrays;
    size_t count, capacity;
};

// An access: `bytes` at `address`; or, if `length` is not NULL, so many.
struct access {
    LLVMValueRef instruction, address, length;
    uint64_t bytes;
    LLVMBasicBlockRef block; // as it was
};

bool oc_checks_are_on(struct oc_ir *ir) {
    return LLVMGetNamedFunction(ir->module, OC_CHECKS_BOUNDED) != NULL;
}

// ---- Where an address comes from ---------------------------------------------------------------

// 0: it is no instruction, nor a constant computed like one.
static unsigned opcode_of(LLVMValueRef value) {
    if (LLVMIsAInstruction(value))
        return LLVMGetInstructionOpcode(value);
    return LLVMIsAConstantExpr(value) ? LLVMGetConstOpcode(value) : 0;
}

// The values that a variable holds, if nothing takes its address.
static bool collect_stored(LLVMValueRef variable, struct oc_values *values) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_marker = LLVMIsAIntrinsicInst(user) && strstr(oc_ir_callee_name(user), "lifetime");
        bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable &&
                      LLVMGetOperand(user, 0) != variable;
        if (stores)
            oc_values_add(values, LLVMGetOperand(user, 0));
        else if (opcode_of(user) == LLVMAddrSpaceCast) {
            if (!collect_stored(user, values))
                return false;
        } else if (!LLVMIsALoadInst(user) && !is_marker)
            return false;
    }
    return true;
}

// What a variable that a load reads may hold. False if it is not known.
static bool collect_loaded(LLVMValueRef load, struct oc_values *values) {
    LLVMValueRef variable = LLVMGetOperand(load, 0);
    if (opcode_of(variable) == LLVMAddrSpaceCast)
        variable = LLVMGetOperand(variable, 0);
    return LLVMIsAAllocaInst(variable) && collect_stored(variable, values) && values->count;
}

// The addresses that were looked at, and the base that they have; NULL: none yet.
struct tracing {
    struct oc_values seen;
    LLVMValueRef base;
};

// Looks at what an address is computed from. Returns false if it has another base than those
// before.
static bool trace(struct tracing *tracing, LLVMValueRef address) {
    struct oc_values values = {.arena = tracing->seen.arena};
    if (LLVMIsNull(address) || LLVMIsUndef(address) || oc_values_contain(&tracing->seen, address))
        return true;
    oc_values_add(&tracing->seen, address);
    unsigned opcode = opcode_of(address);
    if (opcode == LLVMGetElementPtr || opcode == LLVMAddrSpaceCast || opcode == LLVMBitCast)
        return trace(tracing, LLVMGetOperand(address, 0));
    if (opcode == LLVMSelect)
        return trace(tracing, LLVMGetOperand(address, 1)) &&
               trace(tracing, LLVMGetOperand(address, 2));
    if (opcode == LLVMPHI)
        for (unsigned i = 0; i < LLVMCountIncoming(address); i++)
            oc_values_add(&values, LLVMGetIncomingValue(address, i));
    else if (opcode != LLVMLoad || !collect_loaded(address, &values))
        values.count = 0;
    for (size_t i = 0; i < values.count; i++)
        if (!trace(tracing, values.items[i]))
            return false;
    if (values.count)
        return true;
    bool same = !tracing->base || tracing->base == address;
    tracing->base = address;
    return same;
}

// What an address is computed from: an argument, a variable, or the result of an instruction. NULL
// if it may be one of several.
static LLVMValueRef base_of(struct placing *placing, LLVMValueRef address) {
    struct tracing tracing = {.seen = {.arena = placing->ir->arena}};
    return trace(&tracing, address) ? tracing.base : NULL;
}

// ---- Arrays ------------------------------------------------------------------------------------

static struct array *add_array(struct placing *placing, struct array array) {
    placing->arrays = oc_arena_grow(placing->ir->arena, placing->arrays, placing->count,
                                    &placing->capacity, sizeof *placing->arrays);
    placing->arrays[placing->count] = array;
    return &placing->arrays[placing->count++];
}

static void add_marked(struct placing *placing, LLVMValueRef call) {
    struct array array = {.base = base_of(placing, LLVMGetOperand(call, ARRAY)),
                          .count = LLVMGetOperand(call, COUNT),
                          .what = LLVMGetOperand(call, WHAT),
                          .size = LLVMConstIntGetZExtValue(LLVMGetOperand(call, BYTES))};
    if (!array.base || !array.size)
        return;
    oc_edit_before(&placing->edit, call);
    array.bytes = LLVMBuildMul(placing->edit.builder, array.count, LLVMGetOperand(call, BYTES), "");
    add_array(placing, array);
}

// A shared or device variable that is an array. NULL if it is none.
static struct array *add_variable(struct placing *placing, LLVMValueRef variable) {
    LLVMTypeRef type = LLVMGlobalGetValueType(variable);
    bool is_shared = oc_values_contain(placing->shared, variable);
    uint64_t bytes =
        LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMABISizeOfType(placing->layout, type) : 0;
    if (!bytes || (LLVMIsDeclaration(variable) && !is_shared))
        return NULL;
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    struct array array = {.base = variable, .size = LLVMABISizeOfType(placing->layout, type)};
    if (!array.size)
        return NULL;
    const char *name = is_shared ? oc_shared_name(placing->ir->arena, variable)
                                 : oc_arena_strndup(placing->ir->arena, oc_ir_name(variable),
                                                    strcspn(oc_ir_name(variable), "$"));
    const char *what = oc_arena_printf(placing->ir->arena, "%s '%s'",
                                       is_shared ? "shared variable" : "variable", name);
    LLVMPositionBuilderAtEnd(placing->edit.builder, LLVMGetEntryBasicBlock(placing->function));
    array.what = LLVMBuildGlobalString(placing->edit.builder, what, "");
    array.count = LLVMConstInt(placing->edit.i64, bytes / array.size, false);
    array.bytes = LLVMConstInt(placing->edit.i64, bytes, false);
    return add_array(placing, array);
}

static struct array *find_array(struct placing *placing, LLVMValueRef address) {
    LLVMValueRef base = base_of(placing, address);
    for (size_t i = 0; base && i < placing->count; i++)
        if (placing->arrays[i].base == base)
            return &placing->arrays[i];
    return base && LLVMIsAGlobalVariable(base) ? add_variable(placing, base) : NULL;
}

// ---- Offsets -----------------------------------------------------------------------------------

// What is added to an array's address: `index` elements and `bytes`, of which each may be NULL; or
// one that cannot be told so.
struct offset {
    LLVMValueRef index, bytes;
};

static LLVMValueRef add(struct placing *placing, LLVMValueRef sum, LLVMValueRef value) {
    return sum ? LLVMBuildAdd(placing->edit.builder, sum, value, "") : value;
}

static LLVMValueRef constant(const struct placing *placing, uint64_t value) {
    return LLVMConstInt(placing->edit.i64, value, false);
}

// One index of a getelementptr, whose steps are of `stride` bytes.
static void add_steps(struct placing *placing, struct offset *offset, const struct array *array,
                      LLVMValueRef steps, uint64_t stride) {
    LLVMBuilderRef builder = placing->edit.builder;
    if (LLVMIsNull(steps) || !stride)
        return;
    steps = LLVMBuildIntCast2(builder, steps, placing->edit.i64, true, "");
    bool whole = stride % array->size == 0;
    uint64_t factor = whole ? stride / array->size : stride;
    if (factor != 1)
        steps = LLVMBuildMul(builder, steps, constant(placing, factor), "");
    if (whole)
        offset->index = add(placing, offset->index, steps);
    else
        offset->bytes = add(placing, offset->bytes, steps);
}

static void add_indices(struct placing *placing, struct offset *offset, const struct array *array,
                        LLVMValueRef pointer) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
    int operands = LLVMGetNumOperands(pointer);
    for (int i = 1; i < operands; i++) {
        LLVMValueRef steps = LLVMGetOperand(pointer, (unsigned)i);
        if (i == 1) {
            add_steps(placing, offset, array, steps, LLVMABISizeOfType(placing->layout, type));
        } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(steps);
            add_steps(placing, offset, array,
                      constant(placing, LLVMOffsetOfElement(placing->layout, type, field)), 1);
            type = LLVMStructGetTypeAtIndex(type, field);
        } else {
            type = LLVMGetElementType(type);
            add_steps(placing, offset, array, steps, LLVMABISizeOfType(placing->layout, type));
        }
    }
}

// Whether a pointer is an array's address, loaded from a variable that always has it.
static bool is_base(struct placing *placing, LLVMValueRef pointer, LLVMValueRef base) {
    while (pointer != base) {
        struct oc_values values = {.arena = placing->ir->arena};
        if (opcode_of(pointer) != LLVMLoad || !collect_loaded(pointer, &values) ||
            values.count != 1)
            return false;
        pointer = values.items[0];
    }
    return true;
}

// Through getelementptr and variables that have the array's address; by subtraction where there are
// others, whose values may not have been computed on the way to the access.
static struct offset find_offset(struct placing *placing, LLVMValueRef address,
                                 const struct array *array) {
    LLVMBuilderRef builder = placing->edit.builder;
    struct offset offset = {NULL, NULL};
    for (LLVMValueRef at = address; at != array->base;) {
        unsigned opcode = opcode_of(at);
        if (opcode == LLVMGetElementPtr)
            add_indices(placing, &offset, array, at);
        if (opcode == LLVMGetElementPtr || opcode == LLVMAddrSpaceCast || opcode == LLVMBitCast) {
            at = LLVMGetOperand(at, 0);
        } else if (is_base(placing, at, array->base)) {
            at = array->base;
        } else {
            LLVMValueRef from = LLVMBuildPtrToInt(builder, array->base, placing->edit.i64, "");
            LLVMValueRef to = LLVMBuildPtrToInt(builder, at, placing->edit.i64, "");
            offset.bytes = add(placing, offset.bytes, LLVMBuildSub(builder, to, from, ""));
            at = array->base;
        }
    }
    return offset;
}

// ---- Checks ------------------------------------------------------------------------------------

static LLVMValueRef compare(struct placing *placing, LLVMIntPredicate predicate, LLVMValueRef left,
                            LLVMValueRef right) {
    return LLVMBuildICmp(placing->edit.builder, predicate, left, right, "");
}

// Moves whole elements of a constant number of bytes to the index.
static void normalize(struct placing *placing, struct offset *offset, const struct array *array) {
    if (!offset->bytes || !LLVMIsAConstantInt(offset->bytes))
        return;
    int64_t bytes = LLVMConstIntGetSExtValue(offset->bytes), size = (int64_t)array->size;
    int64_t rest = ((bytes % size) + size) % size, elements = (bytes - rest) / size;
    if (elements)
        offset->index = add(placing, offset->index, constant(placing, (uint64_t)elements));
    offset->bytes = rest ? constant(placing, (uint64_t)rest) : NULL;
}

static bool is_within_element(struct offset *offset, const struct array *array, uint64_t bytes) {
    return !offset->bytes || (LLVMIsAConstantInt(offset->bytes) &&
                              LLVMConstIntGetZExtValue(offset->bytes) + bytes <= array->size);
}

// Whether the access is outside of the array; sets *index to that of its first element.
static LLVMValueRef build_condition(struct placing *placing, const struct access *access,
                                    const struct array *array, LLVMValueRef *index) {
    LLVMBuilderRef builder = placing->edit.builder;
    struct offset offset = find_offset(placing, access->address, array);
    normalize(placing, &offset, array);
    *index = offset.index ? offset.index : constant(placing, 0);
    if (!access->length && access->bytes <= array->size &&
        is_within_element(&offset, array, access->bytes))
        return compare(placing, LLVMIntUGE, *index, array->count);
    LLVMValueRef size = constant(placing, array->size);
    LLVMValueRef first = LLVMBuildMul(builder, *index, size, "");
    if (offset.bytes) {
        first = LLVMBuildAdd(builder, first, offset.bytes, "");
        *index = LLVMBuildSDiv(builder, first, size, "");
    }
    LLVMValueRef length =
        access->length ? LLVMBuildIntCast2(builder, access->length, placing->edit.i64, false, "")
                       : constant(placing, access->bytes);
    LLVMValueRef rest = LLVMBuildSub(builder, array->bytes, first, "");
    LLVMValueRef outside = LLVMBuildOr(builder, compare(placing, LLVMIntUGE, first, array->bytes),
                                       compare(placing, LLVMIntUGT, length, rest), "");
    return access->length
               ? LLVMBuildAnd(builder, outside,
                              compare(placing, LLVMIntNE, length, constant(placing, 0)), "")
               : outside;
}

static LLVMValueRef declare_outside(struct placing *placing) {
    LLVMModuleRef module = placing->ir->module;
    LLVMValueRef function = LLVMGetNamedFunction(module, OC_NAME_OUTSIDE);
    if (function)
        return function;
    const struct oc_edit *edit = &placing->edit;
    LLVMTypeRef types[] = {edit->pointer, edit->i64, edit->i64,
                           edit->pointer, edit->i32, edit->pointer};
    function = LLVMAddFunction(module, OC_NAME_OUTSIDE,
                               LLVMFunctionType(LLVMVoidTypeInContext(placing->ir->context), types,
                                                sizeof types / sizeof *types, false));
    oc_ir_add_attribute(placing->ir, function, "nounwind");
    oc_ir_add_attribute(placing->ir, function, "cold");
    if (!placing->joins)
        oc_ir_add_attribute(placing->ir, function, "noreturn");
    return function;
}

// The function in which an access was written.
static const char *name_of_function(struct placing *placing, LLVMValueRef instruction) {
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    LLVMMetadataRef scope = location ? LLVMDILocationGetScope(location) : NULL;
    size_t length = 0;
    const char *name = NULL;
    if (scope && LLVMGetMetadataKind(scope) == LLVMDISubprogramMetadataKind) {
        LLVMValueRef node = LLVMMetadataAsValue(placing->ir->context, scope);
        unsigned count = (unsigned)LLVMGetMDNodeNumOperands(node);
        LLVMValueRef *operands = OC_NEW_ARRAY(placing->ir->arena, count, LLVMValueRef);
        enum { NAME = 2 }; // of a DISubprogram's operands
        LLVMGetMDNodeOperands(node, operands);
        unsigned size = 0;
        name = count > NAME && operands[NAME] ? LLVMGetMDString(operands[NAME], &size) : NULL;
        length = size;
    }
    return name ? oc_arena_strndup(placing->ir->arena, name, length) : "";
}

static void call_outside(struct placing *placing, const struct access *access,
                         const struct array *array, LLVMValueRef index) {
    struct oc_edit *edit = &placing->edit;
    struct oc_place place = oc_ir_place(placing->ir->arena, access->instruction);
    LLVMValueRef function = declare_outside(placing);
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    LLVMValueRef arguments[] = {
        array->what,
        index,
        array->count,
        LLVMBuildGlobalString(edit->builder, place.file ? place.file : "?", ""),
        LLVMConstInt(edit->i32, place.line, false),
        LLVMBuildGlobalString(edit->builder, name_of_function(placing, access->instruction), "")};
    LLVMBuildCall2(edit->builder, type, function, arguments, sizeof arguments / sizeof *arguments,
                   "");
}

// Whether the same comparison is made in this block already. If not, it is from now on.
static bool is_repeated(struct placing *placing, LLVMValueRef outside) {
    if (!LLVMIsAICmpInst(outside))
        return false;
    LLVMValueRef index = LLVMGetOperand(outside, 0), count = LLVMGetOperand(outside, 1);
    for (size_t i = 0; i + 1 < placing->checked.count; i += 2)
        if (placing->checked.items[i] == index && placing->checked.items[i + 1] == count)
            return true;
    oc_values_add(&placing->checked, index);
    oc_values_add(&placing->checked, count);
    return false;
}

static void check_access(struct placing *placing, const struct access *access) {
    struct oc_edit *edit = &placing->edit;
    struct array *array = find_array(placing, access->address);
    if (!array)
        return;
    LLVMValueRef index;
    oc_edit_before(edit, access->instruction);
    LLVMValueRef outside = build_condition(placing, access, array, &index);
    if (LLVMIsNull(outside) || is_repeated(placing, outside))
        return;
    oc_edit_split_before(edit, access->instruction);
    LLVMBasicBlockRef inside = LLVMGetInstructionParent(access->instruction);
    LLVMBasicBlockRef fails = oc_edit_append_block(edit, placing->function);
    LLVMBuildCondBr(edit->builder, outside, fails, inside);
    oc_edit_at_end(edit, fails, access->instruction);
    call_outside(placing, access, array, index);
    if (placing->joins)
        LLVMBuildBr(edit->builder, inside);
    else
        LLVMBuildUnreachable(edit->builder);
}

// ---- Accesses ----------------------------------------------------------------------------------

static uint64_t bytes_of(const struct placing *placing, LLVMTypeRef type) {
    return LLVMStoreSizeOfType(placing->layout, type);
}

struct accesses {
    struct access *items;
    size_t count, capacity;
};

static void add_access(struct placing *placing, struct accesses *accesses, struct access access) {
    accesses->items = oc_arena_grow(placing->ir->arena, accesses->items, accesses->count,
                                    &accesses->capacity, sizeof *accesses->items);
    accesses->items[accesses->count++] = access;
}

// memcpy(to, from, bytes), memset(to, value, bytes) and the like: LLVM's or the C library's.
static bool moves_memory(LLVMValueRef call) {
    static const char *const names[] = {"memcpy", "memmove", "memset", "mempcpy"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(oc_ir_callee_name(call), names[i]) == 0)
            return LLVMGetNumArgOperands(call) == 3;
    return LLVMIsAMemIntrinsic(call);
}

static void add_accesses(struct placing *placing, struct accesses *accesses,
                         LLVMValueRef instruction) {
    struct access access = {.instruction = instruction,
                            .block = LLVMGetInstructionParent(instruction)};
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
        access.address = LLVMGetOperand(instruction, 0);
        access.bytes = bytes_of(placing, LLVMTypeOf(instruction));
        break;
    case LLVMStore:
        access.address = LLVMGetOperand(instruction, 1);
        access.bytes = bytes_of(placing, LLVMTypeOf(LLVMGetOperand(instruction, 0)));
        break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        access.address = LLVMGetOperand(instruction, 0);
        access.bytes = bytes_of(placing, LLVMTypeOf(LLVMGetOperand(instruction, 1)));
        break;
    case LLVMCall:
        if (!moves_memory(instruction))
            return;
        access.address = LLVMGetOperand(instruction, 0);
        access.length = LLVMGetOperand(instruction, 2);
        add_access(placing, accesses, access);
        access.address = LLVMGetOperand(instruction, 1);
        if (LLVMGetTypeKind(LLVMTypeOf(access.address)) != LLVMPointerTypeKind)
            return; // memset
        break;
    default:
        return;
    }
    if (!LLVMIsAAllocaInst(access.address))
        add_access(placing, accesses, access);
}

void oc_checks_place(struct oc_ir *ir, LLVMValueRef function, const struct oc_values *shared,
                     bool joins) {
    struct placing placing = {.edit = oc_edit_begin(ir),
                              .ir = ir,
                              .function = function,
                              .layout = LLVMGetModuleDataLayout(ir->module),
                              .shared = shared,
                              .joins = joins,
                              .checked = {.arena = ir->arena}};
    struct oc_values calls = {.arena = ir->arena};
    struct accesses accesses = {0};
    oc_ir_collect_calls(function, &calls);
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            add_accesses(&placing, &accesses, instruction);
    bool found = false;
    for (size_t i = 0; i < calls.count; i++)
        if (strcmp(oc_ir_callee_name(calls.items[i]), OC_CHECKS_BOUNDED) == 0) {
            add_marked(&placing, calls.items[i]);
            found = true;
        }
    for (size_t i = 0; found && i < accesses.count; i++) {
        if (i && accesses.items[i].block != accesses.items[i - 1].block)
            placing.checked.count = 0;
        check_access(&placing, &accesses.items[i]);
    }
    for (size_t i = 0; i < calls.count; i++)
        if (strcmp(oc_ir_callee_name(calls.items[i]), OC_CHECKS_BOUNDED) == 0)
            oc_edit_remove_call(&placing.edit, calls.items[i]);
    oc_edit_end(&placing.edit);
}

void oc_checks_drop(struct oc_ir *ir) {
    LLVMValueRef marker = LLVMGetNamedFunction(ir->module, OC_CHECKS_BOUNDED);
    struct oc_edit edit = oc_edit_begin(ir);
    struct oc_values calls = {.arena = ir->arena};
    for (LLVMUseRef use = marker ? LLVMGetFirstUse(marker) : NULL; use; use = LLVMGetNextUse(use))
        oc_values_add(&calls, LLVMGetUser(use));
    for (size_t i = 0; i < calls.count; i++)
        if (oc_ir_is_call(calls.items[i]))
            oc_edit_remove_call(&edit, calls.items[i]);
    oc_edit_end(&edit);
}

// ---- GPUs ----------------------------------------------------------------------------------

static bool is_recursive(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values reached = {.arena = ir->arena};
    oc_ir_collect_reachable(function, &reached);
    return oc_values_contain(&reached, function);
}

// Inlines all that a function calls, as far as it is defined and not recursive, level by level.
static bool inline_all(struct oc_ir *ir, LLVMValueRef function) {
    enum { MAX_LEVELS = 100 };
    bool any = true;
    for (int level = 0; any && level < MAX_LEVELS; level++) {
        struct oc_values calls = {.arena = ir->arena};
        oc_ir_collect_calls(function, &calls);
        any = false;
        for (size_t i = 0; i < calls.count; i++) {
            LLVMValueRef callee = oc_ir_callee(calls.items[i]);
            if (!callee || LLVMIsDeclaration(callee) || is_recursive(ir, callee))
                continue;
            oc_ir_always_inline(ir, calls.items[i]);
            any = true;
        }
        if (any && !oc_ir_run(ir, ir->module, "always-inline", NULL))
            return false;
    }
    return true;
}

bool oc_checks_place_in_entries(struct oc_ir *ir, const struct oc_unit *unit) {
    struct oc_values shared = {.arena = ir->arena};
    if (!oc_checks_are_on(ir))
        return true;
    oc_shared_collect(ir, &shared);
    for (size_t i = 0; i < unit->kernel_count; i++) {
        LLVMValueRef entry = LLVMGetNamedFunction(
            ir->module, oc_arena_printf(ir->arena, "%s%s", OC_GLUE_ENTRY, unit->kernels[i].name));
        if (entry && !inline_all(ir, entry))
            return false;
        if (entry)
            oc_checks_place(ir, entry, &shared, false);
    }
    oc_checks_drop(ir);
    return true;
}
