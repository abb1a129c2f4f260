#include "effects/races.h"

#include "base/names.h"
#include "base/text.h"
#include "effects/algebra.h"

#include <string.h>

// What a value is, compared to those of other threads. In the order in which more is found.
enum kind {
    SAME,
    INDEX, // a thread's index, times and plus what is the same
    DATA,  // what was read from an element that such an index names
    UNSURE
};

enum { MAX_BLOCKS = 400, MAX_INSTRUCTIONS = 4000 }; // a warning is not worth more
enum { DEPTH = 12 };

static LLVMValueRef branch_of(const struct oc_races *races, size_t block) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(races->ways.paths.blocks[block]);
    return races->ways.paths.next_count[block] > 1 ? end : NULL;
}

// ---- Values ------------------------------------------------------------------------------------

static enum kind kind_of(const struct oc_races *races, LLVMValueRef value) {
    size_t known;
    if (!LLVMIsAInstruction(value))
        return LLVMIsAConstant(value) || LLVMIsAArgument(value) ? SAME : UNSURE;
    if (!oc_map_get(&races->kinds, value, &known))
        return SAME; // until more is found
    return known == INDEX ? INDEX : known == DATA ? DATA : UNSURE;
}

static enum kind both(enum kind one, enum kind other) {
    if (one == UNSURE || other == UNSURE)
        return UNSURE;
    if (one == DATA || other == DATA)
        return DATA;
    return one == INDEX || other == INDEX ? INDEX : SAME;
}

static enum kind kind_of_operands(const struct oc_races *races, LLVMValueRef value, int from,
                                  int to) {
    enum kind kind = SAME;
    for (int i = from; i < to; i++)
        kind = both(kind, kind_of(races, LLVMGetOperand(value, (unsigned)i)));
    return kind;
}

// What is computed from indices in other ways than by sums and products may be the same for several
// threads, or for all: i / n, i & 1, i - i.
static enum kind other_than_sum(enum kind kind) {
    return kind == INDEX ? UNSURE : kind;
}

// Whether a call computes something from its arguments, as fmaxf does. What threads tell each other
// may be the same for all.
static bool computes(LLVMValueRef call) {
    static const char *const others[] = {OC_NAME_PREFIX, OC_USER_PREFIX, "llvm.nvvm.",
                                         "llvm.amdgcn."};
    LLVMValueRef callee = oc_ir_callee(call);
    if (!callee || !LLVMIsDeclaration(callee) || !LLVMGetNumArgOperands(call))
        return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (oc_starts_with(oc_ir_name(callee), others[i]))
            return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind)
            return false;
    return true;
}

static bool is_one_of(const char *name, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

// That of an index in a dimension, which is the call's argument, or in the range of offload_for.
static enum kind kind_of_index(struct oc_races *races, LLVMValueRef call) {
    enum { AXES = 3 };
    LLVMValueRef axis = LLVMGetNumArgOperands(call) == 1 ? LLVMGetOperand(call, 0) : NULL;
    bool is_axis = axis && LLVMIsAConstantInt(axis) && LLVMConstIntGetZExtValue(axis) < AXES &&
                   oc_ir_width(axis) == 32;
    if (is_axis)
        races->asked_axes |= 1u << LLVMConstIntGetZExtValue(axis);
    if (races->rivals.axis == OC_ALL_AXES)
        return INDEX;
    if (!is_axis)
        return UNSURE;
    return LLVMConstIntGetZExtValue(axis) == (uint64_t)races->rivals.axis ? INDEX : SAME;
}

static enum kind kind_of_call(struct oc_races *races, LLVMValueRef call) {
    static const char *const own[] = {OC_NAME_THREAD_ID, OC_NAME_GLOBAL_ID};
    static const char *const same[] = {OC_NAME_BLOCK_SIZE, OC_NAME_BLOCK_COUNT};
    static const char *const of_blocks[] = {OC_NAME_BLOCK_ID, OC_ALGEBRA_STRETCH_FIRST,
                                            OC_ALGEBRA_STRETCH_END};
    const char *name = oc_ir_callee_name(call);
    races->asks_blocks |= strcmp(name, OC_NAME_GLOBAL_ID) == 0 ||
                          is_one_of(name, of_blocks, sizeof of_blocks / sizeof *of_blocks);
    if (is_one_of(name, own, sizeof own / sizeof *own))
        return kind_of_index(races, call);
    if (is_one_of(name, same, sizeof same / sizeof *same))
        return SAME;
    if (is_one_of(name, of_blocks, sizeof of_blocks / sizeof *of_blocks))
        return races->rivals.of_block ? SAME : kind_of_index(races, call);
    return computes(call)
               ? other_than_sum(kind_of_operands(races, call, 0, (int)LLVMGetNumArgOperands(call)))
               : UNSURE;
}

// Whether threads come to a phi by ways that differ, or leave a loop around it at different times.
static bool is_steered(struct oc_races *races, LLVMValueRef phi) {
    struct oc_ways *ways = &races->ways;
    size_t block = oc_paths_number(&ways->paths, LLVMGetInstructionParent(phi));
    for (size_t i = 0; i < ways->paths.count; i++) {
        LLVMValueRef end = branch_of(races, i);
        if (!end || !LLVMIsABranchInst(end) || kind_of(races, LLVMGetCondition(end)) == SAME)
            continue;
        bool yes = oc_ways_lead_to_phi(ways, i, 0, phi), no = oc_ways_lead_to_phi(ways, i, 1, phi);
        if (oc_ways_part(ways, i, phi) ||
            (yes != no && (i == block || oc_ways_lead(ways, block, 0, i))))
            return true;
    }
    return false;
}

static enum kind kind_of_phi(struct oc_races *races, LLVMValueRef phi) {
    enum kind kind = SAME;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        kind = both(kind, kind_of(races, LLVMGetIncomingValue(phi, i)));
    if (kind != SAME)
        return kind;
    return is_steered(races, phi) ? UNSURE : SAME;
}

static LLVMValueRef array_of(LLVMValueRef address) {
    while (LLVMIsAGetElementPtrInst(address) || LLVMIsACastInst(address))
        address = LLVMGetOperand(address, 0);
    return address;
}

// Finds the arrays that threads write in loops: together, they may compute one value there.
static void find_worked_on(struct oc_races *races) {
    for (size_t b = 0; b < races->ways.paths.count; b++)
        OC_EACH_INSTRUCTION (instruction, races->ways.paths.blocks[b])
            if (LLVMIsAStoreInst(instruction) && oc_ways_loop(&races->ways, b))
                oc_values_add(&races->worked_on, array_of(LLVMGetOperand(instruction, 1)));
}

static enum kind find_kind(struct oc_races *races, LLVMValueRef value) {
    int count = LLVMGetNumOperands(value);
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMPHI:
        return kind_of_phi(races, value);
    case LLVMLoad: {
        enum kind kind = kind_of(races, LLVMGetOperand(value, 0));
        if (LLVMIsAAllocaInst(LLVMGetOperand(value, 0)) ||
            LLVMGetOrdering(value) != LLVMAtomicOrderingNotAtomic ||
            (kind != SAME &&
             oc_values_contain(&races->worked_on, array_of(LLVMGetOperand(value, 0)))))
            return UNSURE;
        return kind == INDEX ? DATA : kind;
    }
    case LLVMCall:
        return kind_of_call(races, value);
    case LLVMSelect: {
        enum kind kind = kind_of_operands(races, value, 1, 3);
        return kind == SAME ? other_than_sum(kind_of(races, LLVMGetOperand(value, 0))) : kind;
    }
    case LLVMAdd:
    case LLVMMul:
    case LLVMShl:
    case LLVMGetElementPtr:
    case LLVMFreeze:
        return kind_of_operands(races, value, 0, count);
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMFNeg:
    case LLVMExtractElement:
    case LLVMExtractValue:
        return other_than_sum(kind_of_operands(races, value, 0, count));
    default:
        if (LLVMIsACastInst(value))
            return kind_of_operands(races, value, 0, count);
        return LLVMIsABinaryOperator(value)
                   ? other_than_sum(kind_of_operands(races, value, 0, count))
                   : UNSURE;
    }
}

// One pass over the code. Returns whether more was found.
static bool find_kinds(struct oc_races *races) {
    bool found = false;
    for (size_t b = 0; b < races->ways.paths.count; b++)
        OC_EACH_INSTRUCTION (instruction, races->ways.paths.blocks[b]) {
            if (LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMVoidTypeKind)
                continue;
            enum kind known = kind_of(races, instruction);
            enum kind kind = both(known, find_kind(races, instruction));
            if (kind == known)
                continue;
            oc_map_set(&races->kinds, instruction, kind);
            races->asks |= kind == INDEX;
            found = true;
        }
    return found;
}

bool oc_races_read(struct oc_ir *ir, LLVMValueRef thread, struct oc_rivals rivals,
                   struct oc_races *out) {
    size_t count = 0;
    *out = (struct oc_races){.ir = ir,
                             .thread = thread,
                             .rivals = rivals,
                             .kinds = {.arena = ir->arena},
                             .worked_on = {.arena = ir->arena}};
    OC_EACH_BLOCK (block, thread)
        OC_EACH_INSTRUCTION (instruction, block)
            count++;
    if (LLVMCountBasicBlocks(thread) > MAX_BLOCKS || count > MAX_INSTRUCTIONS)
        return false;
    oc_ways_read(ir->arena, thread, &out->ways);
    find_worked_on(out);
    while (find_kinds(out))
        ;
    return true;
}

// ---- Conditions --------------------------------------------------------------------------------

struct search {
    struct oc_races *races;
    LLVMValueRef element; // the address of the write
    bool changes;         // it depends on what the element had
    bool by_blocks;       // one thread of each block may come to it
};

// Whether a value is computed from what is loaded from an address. In `at = next[at]`, the value is
// another array's element, and does not count: threads that do this often search, and one finds.
static bool is_from(LLVMValueRef value, LLVMValueRef address, int depth) {
    if (!depth || !LLVMIsAInstruction(value) || LLVMIsAPHINode(value))
        return false;
    if (LLVMIsALoadInst(value))
        return LLVMGetOperand(value, 0) == address;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (is_from(LLVMGetOperand(value, (unsigned)i), address, depth - 1))
            return true;
    return false;
}

static bool is_equality(LLVMIntPredicate predicate) {
    return predicate == LLVMIntEQ || predicate == LLVMIntNE;
}

// Whether a bound may be one of the first numbers: a small constant, a quotient, or where a part of
// offload_for's range ends that is so short.
static bool may_be_few(LLVMValueRef bound) {
    enum { FEW = 2 };
    if (LLVMIsAConstantInt(bound))
        return LLVMConstIntGetSExtValue(bound) <= FEW;
    if (LLVMIsAZExtInst(bound) || LLVMIsASExtInst(bound) || LLVMIsATruncInst(bound))
        return may_be_few(LLVMGetOperand(bound, 0));
    if (LLVMIsACallInst(bound) && strcmp(oc_ir_callee_name(bound), OC_ALGEBRA_STRETCH_END) == 0)
        return may_be_few(LLVMGetOperand(bound, 0));
    LLVMOpcode opcode = LLVMIsAInstruction(bound) ? LLVMGetInstructionOpcode(bound) : LLVMAdd;
    return opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMLShr || opcode == LLVMAShr;
}

// Whether an index is not multiplied: only the first is less than 8 if it is.
static bool is_plain(LLVMValueRef index, int depth) {
    if (!depth || !LLVMIsAInstruction(index))
        return true;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(index);
    if (opcode == LLVMMul || opcode == LLVMShl)
        return false;
    for (int i = 0; !LLVMIsACallInst(index) && i < LLVMGetNumOperands(index); i++)
        if (!is_plain(LLVMGetOperand(index, (unsigned)i), depth - 1))
            return false;
    return true;
}

static bool is_end_of_stretch(LLVMValueRef value) {
    return LLVMIsACallInst(value) && strcmp(oc_ir_callee_name(value), OC_ALGEBRA_STRETCH_END) == 0;
}

// Whether `left` is less than `right` for several threads: an index and a bound, or a constant and
// an index.
static bool is_less_for_several(const struct oc_races *races, LLVMValueRef left,
                                LLVMValueRef right) {
    if (kind_of(races, left) == INDEX &&
        (kind_of(races, right) == SAME || is_end_of_stretch(right)))
        return !may_be_few(right) && (!LLVMIsAConstantInt(right) || is_plain(left, DEPTH));
    return LLVMIsAConstantInt(left) && kind_of(races, right) == INDEX;
}

// Whether a value depends on the thread's index in its block, and on no other: what holds for a
// thread of one block holds for one of each block.
static bool is_of_block(const struct oc_races *races, LLVMValueRef value, int depth) {
    bool is = false;
    if (!LLVMIsAInstruction(value) || kind_of(races, value) == SAME)
        return true;
    if (LLVMIsACallInst(value)) {
        static const char *const indices[] = {OC_NAME_THREAD_ID, OC_NAME_LANE_ID};
        return is_one_of(oc_ir_callee_name(value), indices, sizeof indices / sizeof *indices);
    }
    if (!depth || (!oc_ir_is_index_arithmetic(value) && !LLVMIsABinaryOperator(value)))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
        is = is_of_block(races, LLVMGetOperand(value, (unsigned)i), depth - 1);
        if (!is)
            return false;
    }
    return is;
}

// Whether threads of different blocks are compared.
static bool compares_blocks(const struct oc_races *races) {
    return races->asks_blocks && !races->rivals.of_block && races->rivals.axis == OC_ALL_AXES;
}

// Whether a comparison asks for threads by their indices in their blocks, as `thread % 32 == 0`
// does: it holds for one of each block, if for any.
static bool asks_each_block(struct search *search, LLVMValueRef compare) {
    struct oc_races *races = search->races;
    if (!search->changes || !compares_blocks(races) || !LLVMIsAICmpInst(compare) ||
        !is_of_block(races, LLVMGetOperand(compare, 0), DEPTH) ||
        !is_of_block(races, LLVMGetOperand(compare, 1), DEPTH))
        return false;
    search->by_blocks = true;
    return true;
}

static bool compares_for_several(struct search *search, LLVMValueRef compare, bool wanted) {
    struct oc_races *races = search->races;
    LLVMValueRef left = LLVMGetOperand(compare, 0), right = LLVMGetOperand(compare, 1);
    if (is_from(left, search->element, DEPTH) || is_from(right, search->element, DEPTH))
        search->changes = true;
    if (search->changes && both(kind_of(races, left), kind_of(races, right)) == DATA)
        return true;
    if (LLVMIsAFCmpInst(compare) || LLVMGetTypeKind(LLVMTypeOf(left)) == LLVMPointerTypeKind)
        return false;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
    if (is_equality(predicate))
        return (predicate == LLVMIntNE) == wanted && kind_of(races, left) == INDEX &&
               kind_of(races, right) == SAME;
    bool less = predicate == LLVMIntULT || predicate == LLVMIntULE || predicate == LLVMIntSLT ||
                predicate == LLVMIntSLE;
    return less == wanted ? is_less_for_several(races, left, right)
                          : is_less_for_several(races, right, left);
}

// A number that is not 0 is true. In C, conditions are numbers.
static bool is_number_of_truth(LLVMValueRef value) {
    LLVMValueRef constant =
        LLVMIsAICmpInst(value) ? LLVMIsAConstantInt(LLVMGetOperand(value, 1)) : NULL;
    LLVMValueRef number = constant ? LLVMGetOperand(value, 0) : NULL;
    return constant && LLVMIsNull(constant) && is_equality(LLVMGetICmpPredicate(value)) &&
           ((LLVMIsAZExtInst(number) && oc_ir_width(LLVMGetOperand(number, 0)) == 1) ||
            LLVMIsAPHINode(number) ||
            (LLVMIsAInstruction(number) && LLVMGetInstructionOpcode(number) == LLVMAnd));
}

// n == 12345: to run the code in no launch that there is.
static bool is_hardly_true(LLVMValueRef condition, bool wanted) {
    if (!LLVMIsAICmpInst(condition))
        return false;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
    return is_equality(predicate) && (predicate == LLVMIntEQ) == wanted &&
           LLVMIsAConstantInt(LLVMGetOperand(condition, 1));
}

static bool is_for_several(struct search *search, LLVMValueRef condition, bool wanted, int depth);

// Where the outcome is wanted, the phi has one of these values.
static bool phi_is_for_several(struct search *search, LLVMValueRef phi, bool wanted, int depth) {
    if (oc_ways_begin_loop(&search->races->ways, phi))
        return false; // it may have the value before the first turn only, or after that
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        LLVMValueRef constant = LLVMIsAConstantInt(value);
        if (constant && LLVMIsNull(constant) == wanted)
            continue;
        if (!is_for_several(search, value, wanted, depth))
            return false;
    }
    return true;
}

// Whether a condition, or a number, has the wanted outcome for several threads, if for any.
static bool is_for_several(struct search *search, LLVMValueRef condition, bool wanted, int depth) {
    if (kind_of(search->races, condition) == SAME)
        return !is_hardly_true(condition, wanted);
    if (!depth || !LLVMIsAInstruction(condition))
        return false;
    LLVMValueRef first = LLVMGetOperand(condition, 0), no = NULL;
    if (asks_each_block(search, condition))
        return true;
    if (is_number_of_truth(condition)) {
        bool is_not = LLVMGetICmpPredicate(condition) == LLVMIntEQ;
        return is_for_several(search, first, wanted != is_not, depth - 1);
    }
    switch (LLVMGetInstructionOpcode(condition)) {
    case LLVMICmp:
    case LLVMFCmp:
        return compares_for_several(search, condition, wanted);
    case LLVMPHI:
        return phi_is_for_several(search, condition, wanted, depth - 1);
    case LLVMZExt:
    case LLVMFreeze:
        return is_for_several(search, first, wanted, depth - 1);
    case LLVMXor:
        return LLVMIsAConstantInt(LLVMGetOperand(condition, 1)) &&
               LLVMConstIntGetZExtValue(LLVMGetOperand(condition, 1)) == 1 &&
               is_for_several(search, first, !wanted, depth - 1);
    case LLVMSelect: // a && b is `a ? b : false`, and a || b is `a ? true : b`
        no = LLVMGetOperand(condition, wanted ? 2 : 1);
        return LLVMIsAConstantInt(no) && LLVMIsNull(no) == wanted &&
               is_for_several(search, first, wanted, depth - 1) &&
               is_for_several(search, LLVMGetOperand(condition, wanted ? 1 : 2), wanted, depth - 1);
    case LLVMAnd:
    case LLVMOr:
        return (LLVMGetInstructionOpcode(condition) == LLVMAnd) == wanted &&
               is_for_several(search, first, wanted, depth - 1) &&
               is_for_several(search, LLVMGetOperand(condition, 1), wanted, depth - 1);
    default:
        return false;
    }
}

// Whether a value is computed by a thread alone, which does not wait for others.
static bool is_own(const struct oc_races *races, LLVMValueRef value, struct oc_values *seen) {
    enum { MANY = 60 };
    if (!LLVMIsAInstruction(value) || oc_values_contain(seen, value) ||
        kind_of(races, value) != UNSURE)
        return true;
    oc_values_add(seen, value);
    if (seen->count > MANY || LLVMIsACallInst(value) || LLVMIsAAtomicRMWInst(value) ||
        LLVMIsAAtomicCmpXchgInst(value) ||
        (LLVMIsALoadInst(value) && (LLVMGetVolatile(value) || LLVMIsAtomic(value))))
        return false;
    int count = LLVMGetNumOperands(value);
    for (int i = 0; i < count; i++)
        if (!is_own(races, LLVMGetOperand(value, (unsigned)i), seen))
            return false;
    return true;
}

// Whether one side of a branch leads only back to the branch, and the condition does not depend on
// what other threads write. Then the branch is the end of a loop, and each thread leaves it.
static bool is_loop(struct oc_races *races, size_t branch, unsigned side, LLVMValueRef condition) {
    struct oc_values seen = {.arena = races->ir->arena};
    return !oc_ways_end(&races->ways, branch, side) && is_own(races, condition, &seen);
}

// Whether several threads come to the write, if any does.
static bool is_reached_by_several(struct search *search, LLVMValueRef write) {
    struct oc_races *races = search->races;
    size_t to = oc_paths_number(&races->ways.paths, LLVMGetInstructionParent(write));
    for (size_t i = 0; i < races->ways.paths.count; i++) {
        LLVMValueRef end = branch_of(races, i);
        if (!end || i == to)
            continue;
        if (!LLVMIsABranchInst(end)) {
            if (!LLVMIsASwitchInst(end) || kind_of(races, LLVMGetOperand(end, 0)) != SAME)
                return false;
            continue;
        }
        bool yes = oc_ways_lead(&races->ways, i, 0, to), no = oc_ways_lead(&races->ways, i, 1, to);
        LLVMValueRef condition = LLVMGetCondition(end);
        if (yes != no && !is_loop(races, i, yes ? 1 : 0, condition) &&
            !is_for_several(search, condition, yes, DEPTH))
            return false;
    }
    return true;
}

// ---- Writes ------------------------------------------------------------------------------------

// Where a write goes, and what it writes, or where that is copied from. False: it is no such write.
static bool read_write(const struct oc_races *races, LLVMValueRef write, LLVMValueRef *element,
                       LLVMValueRef *value) {
    if (LLVMIsAStoreInst(write)) {
        *value = LLVMGetOperand(write, 0);
        *element = LLVMGetOperand(write, 1);
        return LLVMGetOrdering(write) == LLVMAtomicOrderingNotAtomic;
    }
    if (!LLVMIsAMemCpyInst(write) && !LLVMIsAMemMoveInst(write))
        return false;
    *element = LLVMGetOperand(write, 0);
    *value = LLVMGetOperand(write, 1);
    return kind_of(races, *value) == INDEX;
}

// Whether an element is named by the thread's index in its block, so one thread of each block has
// it.
static bool is_element_of_block(const struct oc_races *races, LLVMValueRef element) {
    while (LLVMIsAGetElementPtrInst(element)) {
        for (int i = 1; i < LLVMGetNumOperands(element); i++)
            if (!is_of_block(races, LLVMGetOperand(element, (unsigned)i), DEPTH))
                return false;
        element = LLVMGetOperand(element, 0);
    }
    return kind_of(races, element) == SAME;
}

static bool is_race(struct search *search, LLVMValueRef write) {
    struct oc_races *races = search->races;
    LLVMValueRef value;
    if (!read_write(races, write, &search->element, &value) || LLVMIsAAllocaInst(search->element))
        return false;
    enum kind kind = kind_of(races, value);
    search->changes = is_from(value, search->element, DEPTH);
    if (kind_of(races, search->element) != SAME) {
        search->by_blocks = search->changes && compares_blocks(races) &&
                            is_element_of_block(races, search->element);
        if (!search->by_blocks)
            return false;
    }
    // Threads that differ in one dimension only may differ in one that the kernel does not use.
    bool asks = races->asks && races->rivals.axis == OC_ALL_AXES;
    return (kind == INDEX || kind == DATA || (search->changes && asks)) &&
           is_reached_by_several(search, write);
}

bool oc_races_find(struct oc_races *races, const struct oc_accesses *accesses,
                   struct oc_race *out) {
    for (size_t i = 0; i < accesses->writes.count; i++) {
        struct search search = {.races = races};
        LLVMValueRef write = accesses->writes.items[i];
        if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(write)) != races->thread ||
            !is_race(&search, write))
            continue;
        *out = (struct oc_race){write, search.changes, search.by_blocks};
        return true;
    }
    return false;
}
