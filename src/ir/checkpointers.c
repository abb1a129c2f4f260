#include "ir/checkpointers.h"

#include "ir/edit.h"
#include "ir/llvm_shim.h"
#include "ir/origins.h"
#include "ir/sums.h"

#include <llvm-c/Target.h>

// Values of a variable of a loop: the first, and what the next is computed from the one before.
struct course {
    LLVMValueRef phi, first, next;
};

// A pointer that is moved by `step` * `size` bytes in each turn.
struct moved {
    struct course course;
    LLVMValueRef step; // NULL: constant
    int64_t constant;  // the step, or what `step` is multiplied by
    LLVMTypeRef type;  // of what is counted
    bool in_bounds;
};

// A number to which `by` is added in each turn. Extended in this way to 64 bits, it does not wrap.
struct counter {
    struct course course;
    int64_t by;
    enum oc_extension extension;
};

struct indexing {
    struct oc_edit edit;
    struct oc_loop_info *loops;
    const struct oc_loop *loop; // whose variables are looked at
    LLVMBasicBlockRef header;
};

static bool read_course(const struct indexing *indexing, LLVMValueRef phi, struct course *out) {
    if (LLVMCountIncoming(phi) != 2)
        return false;
    unsigned next = oc_loop_has(indexing->loop, LLVMGetIncomingBlock(phi, 0)) ? 0 : 1;
    if (!oc_loop_has(indexing->loop, LLVMGetIncomingBlock(phi, next)) ||
        oc_loop_has(indexing->loop, LLVMGetIncomingBlock(phi, 1 - next)))
        return false;
    *out =
        (struct course){phi, LLVMGetIncomingValue(phi, 1 - next), LLVMGetIncomingValue(phi, next)};
    return true;
}

// ---- Pointers ----------------------------------------------------------------------------------

static bool is_fixed(const struct indexing *indexing, LLVMValueRef value) {
    return !LLVMIsAInstruction(value) ||
           !oc_loop_has(indexing->loop, LLVMGetInstructionParent(value));
}

static bool is_extension(LLVMValueRef value) {
    return LLVMIsASExtInst(value) || LLVMIsAZExtInst(value);
}

static bool read_moved(const struct indexing *indexing, LLVMValueRef phi, struct moved *out) {
    *out = (struct moved){.in_bounds = true};
    if (LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMPointerTypeKind ||
        !read_course(indexing, phi, &out->course))
        return false;
    for (LLVMValueRef at = out->course.next; at != phi; at = LLVMGetOperand(at, 0)) {
        if (!LLVMIsAGetElementPtrInst(at) || LLVMGetNumOperands(at) != 2)
            return false;
        LLVMValueRef step = LLVMGetOperand(at, 1);
        if (out->step || (out->type && out->type != LLVMGetGEPSourceElementType(at)))
            return false;
        out->type = LLVMGetGEPSourceElementType(at);
        out->in_bounds = out->in_bounds && LLVMIsInBounds(at);
        if (LLVMIsAConstantInt(step))
            out->constant += LLVMConstIntGetSExtValue(step);
        else if (out->constant == 0 &&
                 is_fixed(indexing, is_extension(step) ? LLVMGetOperand(step, 0) : step))
            out->step = step;
        else
            return false;
    }
    if (out->step)
        out->constant = 1;
    return out->type && out->constant > INT32_MIN && out->constant < INT32_MAX;
}

// ---- Counters ----------------------------------------------------------------------------------

// Each turn begins with a comparison, and the loop ends unless the variable is less than another
// value. Returns that value; NULL: the loop has no such comparison.
static LLVMValueRef limit_of(const struct indexing *indexing, LLVMValueRef variable) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(indexing->header);
    if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end) ||
        oc_loop_has(indexing->loop, LLVMGetSuccessor(end, 1)))
        return NULL;
    LLVMValueRef condition = LLVMGetCondition(end);
    if (!LLVMIsAICmpInst(condition))
        return NULL;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
    unsigned other = predicate == LLVMIntULT ? 1 : 0;
    bool is_less = (predicate == LLVMIntULT || predicate == LLVMIntUGT) &&
                   LLVMGetOperand(condition, 1 - other) == variable;
    return is_less ? LLVMGetOperand(condition, other) : NULL;
}

// Whether an unsigned counter cannot wrap, because it is less than another number.
static bool is_limited(const struct indexing *indexing, LLVMValueRef phi, int64_t by) {
    LLVMValueRef limit = limit_of(indexing, phi);
    return limit && (by == 1 || (by > 1 && LLVMIsAConstantInt(limit) &&
                                 LLVMConstIntGetZExtValue(limit) <= (uint64_t)INT32_MAX));
}

static bool read_counter(const struct indexing *indexing, LLVMValueRef phi, struct counter *out) {
    unsigned width = oc_ir_width(phi);
    if ((width != 32 && width != 64) || !read_course(indexing, phi, &out->course))
        return false;
    LLVMValueRef next = out->course.next;
    if (!oc_sums_is_opcode(next, LLVMAdd) || LLVMGetOperand(next, 0) != phi ||
        !LLVMIsAConstantInt(LLVMGetOperand(next, 1)))
        return false;
    out->by = LLVMConstIntGetSExtValue(LLVMGetOperand(next, 1));
    if (width == 64)
        out->extension = OC_NONE_EXTENSION;
    else if (LLVMGetNSW(next))
        out->extension = OC_SIGNED_EXTENSION;
    else if (is_limited(indexing, phi, out->by))
        out->extension = OC_UNSIGNED_EXTENSION;
    else
        return false;
    return out->by != 0 && out->by > INT32_MIN;
}

// Whether the pointer's distance from where it began is a multiple of the counter's.
static bool goes_with(const struct moved *moved, const struct counter *counter) {
    return counter->by == 1 || counter->by == -1 ||
           (!moved->step && moved->constant % counter->by == 0);
}

// ---- Ends --------------------------------------------------------------------------------------

// Builds the number of elements between an array's beginning and a pointer. Returns NULL if that is
// not a whole number.
static LLVMValueRef build_distance(struct indexing *indexing, const struct moved *moved,
                                   LLVMValueRef pointer, LLVMValueRef base) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(indexing->edit.ir->module);
    struct oc_offset offset =
        oc_offset_from(&indexing->edit, pointer, base, LLVMABISizeOfType(layout, moved->type));
    if (offset.bytes)
        return NULL;
    return offset.index ? offset.index : oc_sums_constant(&indexing->edit, 0);
}

// If the loop ends where the pointer reaches another one: gives it a counter of its turns, and
// compares that instead. Returns the counter; NULL: the loop has no such end.
static LLVMValueRef count_to_end(struct indexing *indexing, const struct moved *moved) {
    struct oc_edit *edit = &indexing->edit;
    LLVMValueRef end = limit_of(indexing, moved->course.phi);
    if (!end || !is_fixed(indexing, end) || !moved->in_bounds || moved->step ||
        moved->constant <= 0)
        return NULL;
    LLVMValueRef phi = moved->course.phi, base = oc_origin(edit->ir, end);
    unsigned next = oc_loop_has(indexing->loop, LLVMGetIncomingBlock(phi, 0)) ? 0 : 1;
    LLVMBasicBlockRef before = LLVMGetIncomingBlock(phi, 1 - next),
                      latch = LLVMGetIncomingBlock(phi, next);
    if (!base || oc_origin(edit->ir, moved->course.first) != base)
        return NULL;
    oc_edit_before(edit, LLVMGetBasicBlockTerminator(before));
    LLVMValueRef from = build_distance(indexing, moved, moved->course.first, base);
    LLVMValueRef to = build_distance(indexing, moved, end, base);
    if (!from || !to)
        return NULL;
    LLVMValueRef zero = oc_sums_constant(edit, 0), one = oc_sums_constant(edit, 1);
    LLVMValueRef turns = LLVMBuildSub(edit->builder, to, from, "");
    if (moved->constant > 1) {
        turns = LLVMBuildAdd(edit->builder, turns, oc_sums_constant(edit, moved->constant - 1), "");
        turns = LLVMBuildSDiv(edit->builder, turns, oc_sums_constant(edit, moved->constant), "");
    }
    oc_edit_before(edit, phi);
    LLVMValueRef turn = LLVMBuildPhi(edit->builder, edit->i64, "");
    oc_edit_before(edit, LLVMGetBasicBlockTerminator(latch));
    LLVMValueRef another = LLVMBuildNSWAdd(edit->builder, turn, one, "");
    LLVMAddIncoming(turn, (LLVMValueRef[]){zero, another}, (LLVMBasicBlockRef[]){before, latch}, 2);
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(indexing->header);
    oc_edit_before(edit, branch);
    LLVMSetCondition(branch, LLVMBuildICmp(edit->builder, LLVMIntSLT, turn, turns, ""));
    return turn;
}

// ---- Changes -----------------------------------------------------------------------------------

static LLVMValueRef build_product(struct oc_edit *edit, const struct moved *moved,
                                  LLVMValueRef left, LLVMValueRef right) {
    return moved->in_bounds ? LLVMBuildNSWMul(edit->builder, left, right, "")
                            : LLVMBuildMul(edit->builder, left, right, "");
}

// The pointer that begins as `course.first` does, moved by as many steps as the counter has made.
static void index_pointer(struct indexing *indexing, const struct moved *moved,
                          const struct counter *counter) {
    struct oc_edit *edit = &indexing->edit;
    oc_edit_before(edit, oc_edit_after_phis(indexing->header));
    LLVMValueRef index = oc_sums_extended(edit, counter->course.phi, counter->extension);
    LLVMValueRef first = oc_sums_extended(edit, counter->course.first, counter->extension);
    if (!LLVMIsAConstantInt(first) || !LLVMIsNull(first))
        index = counter->extension == OC_NONE_EXTENSION
                    ? LLVMBuildSub(edit->builder, index, first, "")
                    : LLVMBuildNSWSub(edit->builder, index, first, "");
    if (moved->constant != counter->by)
        index = build_product(edit, moved, index,
                              oc_sums_constant(edit, moved->constant / counter->by));
    if (moved->step) {
        LLVMValueRef step = moved->step;
        if (LLVMIsAInstruction(step) && is_extension(step))
            step = LLVMBuildCast(edit->builder, LLVMGetInstructionOpcode(step),
                                 LLVMGetOperand(step, 0), LLVMTypeOf(step), "");
        step = LLVMBuildIntCast2(edit->builder, step, edit->i64, true, "");
        index = build_product(edit, moved, index, step);
    }
    LLVMValueRef pointer =
        LLVMBuildGEP2(edit->builder, moved->type, moved->course.first, &index, 1, "");
    LLVMSetIsInBounds(pointer, moved->in_bounds);
    LLVMReplaceAllUsesWith(moved->course.phi, pointer);
    LLVMInstructionEraseFromParent(moved->course.phi);
}

static void index_in(struct indexing *indexing) {
    struct oc_values phis = {.arena = indexing->edit.ir->arena};
    struct counter counter;
    struct moved moved;
    for (LLVMValueRef phi = LLVMGetFirstInstruction(indexing->header); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi))
        oc_values_add(&phis, phi);
    size_t count = phis.count;
    for (size_t i = 0; i < count && phis.count == count; i++) {
        LLVMValueRef turn =
            read_moved(indexing, phis.items[i], &moved) ? count_to_end(indexing, &moved) : NULL;
        if (turn)
            oc_values_add(&phis, turn);
    }
    for (size_t i = 0; i < count; i++) {
        bool found = false;
        if (!read_moved(indexing, phis.items[i], &moved))
            continue;
        for (size_t c = phis.count; c-- > 0 && !found;)
            found = phis.items[c] && read_counter(indexing, phis.items[c], &counter) &&
                    goes_with(&moved, &counter);
        if (!found)
            continue;
        index_pointer(indexing, &moved, &counter);
        phis.items[i] = NULL;
    }
}

void oc_checkpointers_index(struct oc_ir *ir, LLVMValueRef function) {
    struct indexing indexing = {.edit = oc_edit_begin(ir), .loops = oc_loops_read(function)};
    OC_EACH_BLOCK (block, function) {
        indexing.loop = oc_loops_around(indexing.loops, block);
        indexing.header = block;
        if (indexing.loop)
            index_in(&indexing);
    }
    oc_loops_dispose(indexing.loops);
    oc_edit_end(&indexing.edit);
}
