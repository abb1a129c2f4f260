#include "ir/checks.h"

#include "base/names.h"
#include "base/text.h"
#include "glue/names.h"
#include "ir/checkaccesses.h"
#include "ir/checkbarriers.h"
#include "ir/checkblocks.h"
#include "ir/checkfacts.h"
#include "ir/checklaunch.h"
#include "ir/checkrows.h"
#include "ir/dimensions.h"
#include "ir/edit.h"
#include "ir/llvm_shim.h"
#include "ir/origins.h"
#include "ir/shared.h"
#include "ir/sourceplace.h"

#include <inttypes.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

enum { ARRAY, COUNT, BYTES, WHAT, OR_NULL };

// A function to which conditions are passed that LLVM may find out (find_answers).
#define QUESTION OC_NAME_PREFIX "is_outside"

// An array whose size is known.
struct array {
    LLVMValueRef base;         // its address: a value or variable
    LLVMValueRef count, bytes; // elements, and the bytes of all of them
    LLVMValueRef what;         // text for the message
    uint64_t size;             // of an element, in bytes
    bool or_null;              // it may be null, and then has no elements
};

// What LLVM can show of an access.
struct answer {
    bool is_inside;                   // of its array
    bool is_dimension[OC_DIMENSIONS]; // of the array's extent in one dimension
    bool is_in_row;                   // inside if the array has only whole rows (checkrows.h)
};

struct placing {
    struct oc_edit edit;
    struct oc_ir *ir;
    const struct oc_kernel *kernel;
    LLVMValueRef function;
    LLVMTargetDataRef layout;
    const struct oc_values *shared;
    bool joins;                    // see oc_checks_place
    bool asks;                     // whether accesses may be outside; places no checks
    const struct answer *answers;  // of each access; NULL: unknown
    struct oc_checklaunch *launch; // gets conditions of launches; NULL: there are none
    struct oc_checkblocks *blocks; // and of blocks
    struct oc_values checked; // indices and counts that were compared in the block being looked at
    struct array *arrays;
    size_t count, capacity;
};

bool oc_checks_are_on(struct oc_ir *ir) {
    return LLVMGetNamedFunction(ir->module, OC_CHECKS_BOUNDED) != NULL;
}

// ---- Arrays ------------------------------------------------------------------------------------

static LLVMValueRef constant(const struct placing *placing, uint64_t value) {
    return LLVMConstInt(placing->edit.i64, value, false);
}

static struct array *add_array(struct placing *placing, struct array array) {
    placing->arrays = oc_arena_grow(placing->ir->arena, placing->arrays, placing->count,
                                    &placing->capacity, sizeof *placing->arrays);
    placing->arrays[placing->count] = array;
    return &placing->arrays[placing->count++];
}

static void add_marked(struct placing *placing, LLVMValueRef call) {
    struct array array = {.base = oc_origin(placing->ir, LLVMGetOperand(call, ARRAY)),
                          .count = LLVMGetOperand(call, COUNT),
                          .what = LLVMGetOperand(call, WHAT),
                          .size = LLVMConstIntGetZExtValue(LLVMGetOperand(call, BYTES)),
                          .or_null = !LLVMIsNull(LLVMGetOperand(call, OR_NULL))};
    if (!array.base || !array.size)
        return;
    oc_edit_before(&placing->edit, call);
    array.bytes = LLVMBuildMul(placing->edit.builder, array.count, LLVMGetOperand(call, BYTES), "");
    add_array(placing, array);
}

// A shared or device variable that is an array; or a struct or union, whose elements are its bytes.
// Returns NULL for variables of other types, and for those of block reductions (offload_lanes.h).
static struct array *add_variable(struct placing *placing, LLVMValueRef variable) {
    LLVMTypeRef type = LLVMGlobalGetValueType(variable);
    bool is_shared = oc_values_contain(placing->shared, variable);
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    bool is_array = LLVMGetTypeKind(type) == LLVMArrayTypeKind;
    bool is_ours = oc_starts_with(oc_ir_name(variable), OC_NAME_REDUCE);
    uint64_t bytes = is_struct || is_array ? LLVMABISizeOfType(placing->layout, type) : 0;
    if (!bytes || (LLVMIsDeclaration(variable) && !is_shared) || is_ours)
        return NULL;
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    uint64_t size = is_struct ? 1 : LLVMABISizeOfType(placing->layout, type);
    struct array array = {.base = variable, .size = size};
    const char *name = is_shared ? oc_shared_name(placing->ir->arena, variable)
                                 : oc_arena_strndup(placing->ir->arena, oc_ir_name(variable),
                                                    strcspn(oc_ir_name(variable), "$"));
    const char *what = oc_arena_printf(
        placing->ir->arena, "%s%s '%s' in kernel '%s'", is_struct ? "the bytes of " : "",
        is_shared ? "shared variable" : "variable", name, placing->kernel->name);
    LLVMPositionBuilderAtEnd(placing->edit.builder, LLVMGetEntryBasicBlock(placing->function));
    if (!placing->asks)
        array.what = LLVMBuildGlobalString(placing->edit.builder, what, "");
    array.count = LLVMConstInt(placing->edit.i64, bytes / array.size, false);
    array.bytes = LLVMConstInt(placing->edit.i64, bytes, false);
    return add_array(placing, array);
}

// The block's dynamic shared memory, in elements of the size that is accessed. Its own size is
// found where the function begins.
static struct array *add_dynamic(struct placing *placing, LLVMValueRef base, uint64_t size) {
    struct oc_edit *edit = &placing->edit;
    LLVMModuleRef module = placing->ir->module;
    LLVMTypeRef type = LLVMFunctionType(edit->i64, NULL, 0, false);
    LLVMValueRef function = LLVMGetNamedFunction(module, OC_NAME_DYNAMIC_SHARED_BYTES), first;
    if (!function)
        function = LLVMAddFunction(module, OC_NAME_DYNAMIC_SHARED_BYTES, type);
    for (first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(placing->function));
         LLVMIsAAllocaInst(first);)
        first = LLVMGetNextInstruction(first);
    oc_edit_before(edit, first);
    struct array array = {.base = base, .size = size};
    LLVMValueRef bytes = LLVMBuildCall2(edit->builder, type, function, NULL, 0, "");
    array.count = LLVMBuildUDiv(edit->builder, bytes, constant(placing, size), "");
    array.bytes = LLVMBuildMul(edit->builder, array.count, constant(placing, size), "");
    if (!placing->asks)
        array.what = LLVMBuildGlobalString(
            edit->builder,
            oc_arena_printf(placing->ir->arena,
                            "dynamic shared memory (.shared_bytes, as elements of %" PRIu64
                            " bytes) in kernel '%s'",
                            size, placing->kernel->name),
            "");
    return add_array(placing, array);
}

static struct array *find_array(struct placing *placing, const struct oc_access *access) {
    LLVMValueRef base = oc_origin(placing->ir, access->address);
    bool is_dynamic = base && strcmp(oc_ir_callee_name(base), OC_NAME_DYNAMIC_SHARED) == 0;
    uint64_t size = access->length ? 1 : access->bytes;
    for (size_t i = 0; base && i < placing->count; i++)
        if (placing->arrays[i].base == base && (!is_dynamic || placing->arrays[i].size == size))
            return &placing->arrays[i];
    if (is_dynamic)
        return size ? add_dynamic(placing, base, size) : NULL;
    return base && LLVMIsAGlobalVariable(base) ? add_variable(placing, base) : NULL;
}

// ---- Checks ------------------------------------------------------------------------------------

static LLVMValueRef compare(struct placing *placing, LLVMIntPredicate predicate, LLVMValueRef left,
                            LLVMValueRef right) {
    return LLVMBuildICmp(placing->edit.builder, predicate, left, right, "");
}

static bool is_within_element(const struct oc_offset *offset, const struct array *array,
                              uint64_t bytes) {
    return !offset->bytes || (LLVMIsAConstantInt(offset->bytes) &&
                              LLVMConstIntGetZExtValue(offset->bytes) + bytes <= array->size);
}

// Whether the access is outside of the array; sets *index to that of its first element, or of the
// first that is outside.
static LLVMValueRef build_condition(struct placing *placing, const struct oc_access *access,
                                    const struct array *array, LLVMValueRef *index) {
    LLVMBuilderRef builder = placing->edit.builder;
    struct oc_offset offset =
        oc_offset_from(&placing->edit, access->address, array->base, array->size);
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
    LLVMValueRef begins_inside = compare(placing, LLVMIntULT, *index, array->count);
    *index = LLVMBuildSelect(builder, begins_inside, array->count, *index, "");
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

static void call_outside(struct placing *placing, const struct oc_access *access,
                         const struct array *array, LLVMValueRef index) {
    struct oc_edit *edit = &placing->edit;
    struct oc_place place = oc_ir_place(placing->ir->arena, access->instruction);
    LLVMValueRef count = array->count;
    if (array->or_null)
        count = LLVMBuildSelect(edit->builder, LLVMBuildIsNull(edit->builder, array->base, ""),
                                LLVMConstAllOnes(edit->i64), count, "");
    LLVMValueRef arguments[] = {
        array->what,
        index,
        count,
        LLVMBuildGlobalString(edit->builder, place.file ? place.file : "?", ""),
        LLVMConstInt(edit->i32, place.line, false),
        LLVMBuildGlobalString(
            edit->builder,
            oc_sourceplace_function(placing->ir, LLVMInstructionGetDebugLoc(access->instruction)),
            "")};
    LLVMValueRef call =
        oc_edit_call(edit, OC_NAME_OUTSIDE, LLVMVoidTypeInContext(placing->ir->context), arguments,
                     sizeof arguments / sizeof *arguments);
    LLVMValueRef function = oc_ir_callee(call);
    oc_ir_add_attribute(placing->ir, function, "nounwind");
    oc_ir_add_attribute(placing->ir, function, "cold");
    if (!placing->joins)
        oc_ir_add_attribute(placing->ir, function, "noreturn");
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

// A question has the number of its access, and that of a dimension, 0 if it is about all of them,
// or the last if it is about a row.
enum { OF_ROW = OC_DIMENSIONS + 1, QUESTIONS };

static void ask_whether(struct placing *placing, size_t number, LLVMValueRef condition) {
    LLVMModuleRef module = placing->ir->module;
    LLVMTypeRef types[] = {placing->edit.i64, placing->edit.i1};
    LLVMTypeRef type =
        LLVMFunctionType(LLVMVoidTypeInContext(placing->ir->context), types, 2, false);
    LLVMValueRef function = LLVMGetNamedFunction(module, QUESTION);
    if (!function)
        function = LLVMAddFunction(module, QUESTION, type);
    LLVMValueRef arguments[] = {constant(placing, number), condition};
    LLVMBuildCall2(placing->edit.builder, type, function, arguments, 2, "");
}

// In the copy of the function in which LLVM is asked what it can show (find_answers): passes the
// conditions to a function, and says that the access is inside afterwards.
static void ask(struct placing *placing, const struct oc_access *access, LLVMValueRef outside,
                bool is_index, size_t number) {
    struct oc_edit *edit = &placing->edit;
    struct oc_dimensions dimensions = {0};
    LLVMValueRef all = NULL;
    if (is_index) {
        LLVMValueRef index = LLVMGetOperand(outside, 0), size = LLVMGetOperand(outside, 1);
        all = oc_dimensions_exceeded(edit, access->instruction, index, size, access->known);
        dimensions = oc_dimensions_each(edit, access->instruction, index, size, OC_OF_THREAD);
    }
    oc_edit_before(edit, access->instruction);
    struct oc_row row = {0};
    if (is_index)
        row = oc_checkrows_find(edit, access, LLVMGetOperand(outside, 0));
    LLVMValueRef of_row =
        row.remainder ? oc_checkrows_exceeded(edit, &row, LLVMGetOperand(outside, 1)) : NULL;
    if (of_row && row.distance > 0)
        ask_whether(placing, number * QUESTIONS + OF_ROW, of_row);
    else if (of_row)
        all = all ? LLVMBuildAnd(edit->builder, all, of_row, "") : of_row;
    ask_whether(placing, number * QUESTIONS,
                all ? LLVMBuildAnd(edit->builder, all, outside, "") : outside);
    for (unsigned d = 0; d < dimensions.count; d++)
        ask_whether(placing, number * QUESTIONS + d + 1, dimensions.exceeded[d]);
    LLVMValueRef is_inside = LLVMBuildNot(edit->builder, outside, "");
    oc_edit_intrinsic(edit, "llvm.assume", NULL, &is_inside, 1);
}

// Ends the block before an access by a branch. Where the condition holds, control comes to the
// block that is returned, and does not leave it yet.
static LLVMBasicBlockRef branch(struct placing *placing, const struct oc_access *access,
                                LLVMValueRef condition) {
    struct oc_edit *edit = &placing->edit;
    oc_edit_split_before(edit, access->instruction);
    LLVMBasicBlockRef holds = oc_edit_append_block(edit, placing->function);
    LLVMBuildCondBr(edit->builder, condition, holds, LLVMGetInstructionParent(access->instruction));
    oc_edit_at_end(edit, holds, access->instruction);
    return holds;
}

// A condition that is true wherever the access may be outside, and is the same for all threads of a
// block as far as only their indices in the block differ. It is about the dimensions of which LLVM
// has not shown that the access is inside. NULL: there is none.
static LLVMValueRef build_of_block(struct placing *placing, const struct oc_access *access,
                                   LLVMValueRef outside, const struct answer *answer) {
    struct oc_edit *edit = &placing->edit;
    LLVMValueRef result = NULL;
    struct oc_dimensions dimensions =
        oc_dimensions_each(edit, access->instruction, LLVMGetOperand(outside, 0),
                           LLVMGetOperand(outside, 1), OC_OF_BLOCK);
    for (unsigned d = 0; dimensions.is_of_block && d < dimensions.count; d++)
        if (!answer->is_dimension[d])
            result = result ? LLVMBuildOr(edit->builder, result, dimensions.exceeded[d], "")
                            : dimensions.exceeded[d];
    return result;
}

// Whether the access is inside in launches whose arrays have only whole rows; others are not usual.
static bool is_of_whole_rows(struct placing *placing, const struct oc_access *access,
                             LLVMValueRef outside, const struct answer *answer) {
    struct oc_edit *edit = &placing->edit;
    oc_edit_before(edit, access->instruction);
    struct oc_row row = oc_checkrows_find(edit, access, LLVMGetOperand(outside, 0));
    if (!row.remainder || row.distance < 0 || !answer->is_in_row)
        return false;
    LLVMValueRef has_part = oc_checkrows_has_part(edit, &row, LLVMGetOperand(outside, 1));
    return oc_checklaunch_add(placing->launch, &has_part, 1);
}

// Adds conditions that are asked before the blocks run: if none of them holds, no thread is
// outside. They are about the launch (checklaunch.h), or about blocks, whose indices say more where
// the index depends on the block. Returns false if there are no such conditions.
static bool add_conditions(struct placing *placing, const struct oc_access *access,
                           LLVMValueRef outside, const struct answer *answer) {
    struct oc_edit *edit = &placing->edit;
    LLVMValueRef conditions[OC_DIMENSIONS];
    unsigned count = 0;
    struct oc_dimensions dimensions = oc_dimensions_each(
        edit, access->instruction, LLVMGetOperand(outside, 0), LLVMGetOperand(outside, 1),
        access->is_guarded ? OC_OF_LAUNCH : OC_OF_WHOLE_LAUNCH);
    for (unsigned d = 0; d < dimensions.count; d++)
        if (!answer->is_dimension[d])
            conditions[count++] = dimensions.exceeded[d];
    LLVMValueRef index = LLVMGetOperand(outside, 0), size = LLVMGetOperand(outside, 1);
    // A comparison may exclude what the size of blocks does not: t > 0 ? s[t - 1] : 0.
    bool guarded = dimensions.is_of_block && access->is_guarded;
    return ((dimensions.is_of_grid || guarded) &&
            oc_checkblocks_add_in(placing->blocks, access, index, size, conditions, count)) ||
           (count && oc_checklaunch_add(placing->launch, conditions, count)) ||
           is_of_whole_rows(placing, access, outside, answer) ||
           oc_checkblocks_add(placing->blocks, access, index, size);
}

static void check_access(struct placing *placing, const struct oc_access *access, size_t number) {
    struct oc_edit *edit = &placing->edit;
    const struct answer *answer = placing->answers ? &placing->answers[number] : NULL;
    if (answer && answer->is_inside)
        return;
    struct array *array = find_array(placing, access);
    if (!array)
        return;
    LLVMValueRef index;
    oc_edit_before(edit, access->instruction);
    LLVMValueRef outside = build_condition(placing, access, array, &index);
    bool is_index = LLVMIsAICmpInst(outside) && LLVMGetOperand(outside, 0) == index;
    if (LLVMIsNull(outside) || is_repeated(placing, outside))
        return;
    if (placing->asks) {
        ask(placing, access, outside, is_index, number);
        return;
    }
    if (placing->launch && answer && is_index && add_conditions(placing, access, outside, answer))
        return;
    oc_edit_before(edit, access->instruction);
    LLVMValueRef of_block = answer && is_index && placing->joins
                                ? build_of_block(placing, access, outside, answer)
                                : NULL;
    branch(placing, access, of_block ? of_block : outside);
    LLVMBasicBlockRef inside = LLVMGetInstructionParent(access->instruction);
    if (of_block) {
        LLVMBasicBlockRef fails = oc_edit_append_block(edit, placing->function);
        LLVMBuildCondBr(edit->builder, outside, fails, inside);
        oc_edit_at_end(edit, fails, access->instruction);
    }
    call_outside(placing, access, array, index);
    if (placing->joins)
        LLVMBuildBr(edit->builder, inside);
    else
        LLVMBuildUnreachable(edit->builder);
}

// ---- Answers ----------------------------------------------------------------------------------

static struct placing begin_placing(struct oc_ir *ir, const struct oc_kernel *kernel,
                                    LLVMValueRef function, const struct oc_values *shared) {
    return (struct placing){.edit = oc_edit_begin(ir),
                            .ir = ir,
                            .kernel = kernel,
                            .function = function,
                            .layout = LLVMGetModuleDataLayout(ir->module),
                            .shared = shared,
                            .checked = {.arena = ir->arena}};
}

// Places checks, or asks. Returns the number of accesses, checked or not.
static size_t place(struct placing *placing) {
    struct oc_values calls = {.arena = placing->ir->arena};
    struct oc_accesses accesses =
        oc_checkaccesses_find(placing->ir, placing->function, placing->asks);
    oc_ir_collect_calls(placing->function, &calls);
    bool found = false;
    for (size_t i = 0; i < calls.count; i++)
        if (strcmp(oc_ir_callee_name(calls.items[i]), OC_CHECKS_BOUNDED) == 0) {
            add_marked(placing, calls.items[i]);
            found = true;
        }
    for (size_t i = 0; found && i < accesses.count; i++) {
        if (i && accesses.items[i].block != accesses.items[i - 1].block)
            placing->checked.count = 0;
        check_access(placing, &accesses.items[i], i);
    }
    for (size_t i = 0; i < calls.count; i++)
        if (strcmp(oc_ir_callee_name(calls.items[i]), OC_CHECKS_BOUNDED) == 0)
            oc_edit_remove_call(&placing->edit, calls.items[i]);
    oc_edit_end(&placing->edit);
    return accesses.count;
}

// What LLVM can show of each access, by its number; NULL: nothing. That is asked in a copy of the
// function, whose code is brought into the form that is best for that. Sets *open to how many of
// them may be outside. `usual`: in launches that are (checkfacts.h).
static const struct answer *find_answers(struct oc_ir *ir, const struct oc_kernel *kernel,
                                         LLVMValueRef function, const struct oc_values *shared,
                                         bool usual, size_t *open) {
    static const char passes[] =
        "sroa,early-cse,constraint-elimination,instsimplify,instcombine<no-verify-fixpoint>,"
        "simplifycfg,loop-simplify,lcssa,loop(loop-rotate,indvars),correlated-propagation,"
        "constraint-elimination,instcombine<no-verify-fixpoint>,simplifycfg,gvn,"
        "constraint-elimination,instcombine<no-verify-fixpoint>,simplifycfg";
    LLVMValueRef copy =
        oc_ir_has_attribute(function, "optnone") ? NULL : oc_copy_function(function);
    if (!copy)
        return NULL;
    struct placing placing = begin_placing(ir, kernel, copy, shared);
    placing.asks = true;
    oc_checkfacts_tell(&placing.edit, copy, usual);
    size_t count = place(&placing);
    struct answer *answers = OC_NEW_ARRAY(ir->arena, count + 1, struct answer);
    bool ran = oc_ir_run_on_function(ir, copy, passes, NULL);
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(copy, &calls);
    memset(answers, true, count * sizeof *answers);
    for (size_t i = 0; i < calls.count; i++) {
        if (strcmp(oc_ir_callee_name(calls.items[i]), QUESTION) != 0 ||
            LLVMIsNull(LLVMGetOperand(calls.items[i], 1)))
            continue;
        size_t number = LLVMConstIntGetZExtValue(LLVMGetOperand(calls.items[i], 0));
        struct answer *answer = &answers[number / QUESTIONS];
        if (number % QUESTIONS == OF_ROW)
            answer->is_in_row = false;
        else if (number % QUESTIONS)
            answer->is_dimension[number % QUESTIONS - 1] = false;
        else
            answer->is_inside = false;
    }
    *open = 0;
    for (size_t i = 0; i < count; i++)
        *open += !answers[i].is_inside;
    LLVMDeleteFunction(copy);
    LLVMValueRef question = LLVMGetNamedFunction(ir->module, QUESTION);
    if (question)
        LLVMDeleteFunction(question);
    return ran ? answers : NULL;
}

static void place_by(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef function,
                     const struct oc_values *shared, bool joins, const struct answer *answers,
                     struct oc_checklaunch *launch, struct oc_checkblocks *blocks) {
    struct placing placing = begin_placing(ir, kernel, function, shared);
    placing.joins = joins;
    placing.answers = answers;
    placing.launch = launch;
    placing.blocks = blocks;
    place(&placing);
}

void oc_checks_place(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef function,
                     const struct oc_values *shared, bool joins) {
    size_t open;
    place_by(ir, kernel, function, shared, joins,
             find_answers(ir, kernel, function, shared, false, &open), NULL, NULL);
}

LLVMValueRef oc_checks_place_apart(struct oc_ir *ir, const struct oc_kernel *kernel,
                                   LLVMValueRef body, LLVMValueRef blocks,
                                   const struct oc_values *shared) {
    size_t open = 0, still = 0;
    struct oc_edit edit = oc_edit_begin(ir);
    const struct answer *answers = find_answers(ir, kernel, body, shared, false, &open);
    const struct answer *usual = open ? find_answers(ir, kernel, body, shared, true, &still) : NULL;
    LLVMValueRef whole = usual ? oc_copy_function(body) : NULL;
    if (!whole) {
        oc_edit_end(&edit);
        place_by(ir, kernel, body, shared, true, answers, NULL, NULL);
        return NULL;
    }
    const char *name = oc_arena_printf(ir->arena, "%s.all_checks", oc_ir_name(body));
    LLVMSetValueName2(whole, name, strlen(name));
    struct oc_checklaunch launch = oc_checklaunch_begin(&edit, body);
    struct oc_checkblocks of_blocks = oc_checkblocks_begin(&edit, body);
    place_by(ir, kernel, body, shared, true, still < open ? usual : answers, &launch, &of_blocks);
    oc_checklaunch_end(&launch);
    oc_checkblocks_end(&of_blocks);
    if (still < open || launch.count || of_blocks.count) {
        place_by(ir, kernel, whole, shared, true, answers, NULL, NULL);
        oc_checklaunch_install(&edit, launch.function, blocks, body, whole);
    } else {
        LLVMDeleteFunction(launch.function);
        LLVMDeleteFunction(whole);
        whole = NULL;
    }
    if (of_blocks.count)
        oc_checkblocks_install(&of_blocks, blocks, whole);
    else
        LLVMDeleteFunction(of_blocks.launch.function);
    oc_edit_end(&edit);
    return whole;
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
        if (!entry)
            continue;
        oc_checks_place(ir, &unit->kernels[i], entry, &shared, false);
        oc_checkbarriers_place(ir, unit->kernels[i].name, entry);
    }
    oc_checks_drop(ir);
    return true;
}
