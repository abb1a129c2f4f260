#include "effects/races.h"

#include "base/names.h"
#include "base/text.h"
#include "effects/algebra.h"
#include "ir/paths.h"

#include <string.h>

// What a value is, compared to those of other threads.
enum kind { SAME, OWN, UNSURE };

enum { MAX_BLOCKS = 400 }; // a warning is not worth more searches

struct search {
    struct oc_ir *ir;
    bool of_block;
    struct oc_map kinds;  // of values
    bool has_phi;         // one of the values that were looked at last is a phi
    LLVMValueRef element; // the address of the write
    bool compares;        // some condition depends on what the element had
    struct oc_paths paths;
};

// ---- Values ------------------------------------------------------------------------------------

static enum kind kind_of(struct search *search, LLVMValueRef value);

static enum kind both(enum kind one, enum kind other) {
    if (one == UNSURE || other == UNSURE)
        return UNSURE;
    return one == OWN || other == OWN ? OWN : SAME;
}

static enum kind kind_of_operands(struct search *search, LLVMValueRef value, int count) {
    enum kind kind = SAME;
    for (int i = 0; i < count; i++)
        kind = both(kind, kind_of(search, LLVMGetOperand(value, (unsigned)i)));
    return kind;
}

// Whether a call computes something from its arguments, as fmaxf does. What threads tell each other
// may be the same for all.
static bool computes(LLVMValueRef call) {
    static const char *const others[] = {OC_NAME_PREFIX, OC_USER_LANES, "llvm.nvvm.",
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

static enum kind kind_of_call(struct search *search, LLVMValueRef call) {
    static const char *const own[] = {OC_NAME_THREAD_ID, OC_NAME_GLOBAL_ID,
                                      OC_ALGEBRA_STRETCH_FIRST, OC_ALGEBRA_STRETCH_END};
    static const char *const same[] = {OC_NAME_BLOCK_SIZE, OC_NAME_BLOCK_COUNT};
    const char *name = oc_ir_callee_name(call);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(name, own[i]) == 0)
            return OWN;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (strcmp(name, same[i]) == 0)
            return SAME;
    if (strcmp(name, OC_NAME_BLOCK_ID) == 0)
        return search->of_block ? SAME : OWN;
    return computes(call) ? kind_of_operands(search, call, (int)LLVMGetNumArgOperands(call))
                          : UNSURE;
}

static enum kind kind_of_instruction(struct search *search, LLVMValueRef value) {
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMPHI: {
        enum kind kind = SAME;
        search->has_phi = true;
        for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
            kind = both(kind, kind_of(search, LLVMGetIncomingValue(value, i)));
        return kind;
    }
    case LLVMLoad:
        if (LLVMGetVolatile(value) || LLVMGetOrdering(value) != LLVMAtomicOrderingNotAtomic)
            return UNSURE;
        return kind_of(search, LLVMGetOperand(value, 0));
    case LLVMCall:
        return kind_of_call(search, value);
    case LLVMGetElementPtr:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMSelect:
    case LLVMFNeg:
    case LLVMFreeze:
    case LLVMExtractElement:
    case LLVMExtractValue:
        return kind_of_operands(search, value, LLVMGetNumOperands(value));
    default:
        return LLVMIsABinaryOperator(value) || LLVMIsACastInst(value)
                   ? kind_of_operands(search, value, LLVMGetNumOperands(value))
                   : UNSURE;
    }
}

// While a phi is looked at, it is the same for all: another operand of it decides.
static enum kind kind_of(struct search *search, LLVMValueRef value) {
    size_t known;
    if (!LLVMIsAInstruction(value))
        return LLVMIsAConstant(value) || LLVMIsAArgument(value) ? SAME : UNSURE;
    if (oc_map_get(&search->kinds, value, &known))
        return known < UNSURE ? (enum kind)known : UNSURE;
    oc_map_set(&search->kinds, value, SAME);
    enum kind kind = kind_of_instruction(search, value);
    oc_map_set(&search->kinds, value, kind);
    return kind;
}

// Whether a value is computed from what is loaded: from anywhere, or, if `address` is not NULL,
// from there.
static bool is_from_load(LLVMValueRef value, LLVMValueRef address, int depth) {
    if (!depth || !LLVMIsAInstruction(value) || LLVMIsAPHINode(value))
        return false;
    if (LLVMIsALoadInst(value) && (!address || LLVMGetOperand(value, 0) == address))
        return true;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (is_from_load(LLVMGetOperand(value, (unsigned)i), address, depth - 1))
            return true;
    return false;
}

// ---- Conditions --------------------------------------------------------------------------------

enum { DEPTH = 12 };

static bool is_ordered(LLVMIntPredicate predicate) {
    return predicate != LLVMIntEQ && predicate != LLVMIntNE;
}

// Whether it is where offload_for's part of a block ends, on CPUs.
static bool is_end_of_stretch(LLVMValueRef value) {
    return LLVMIsACallInst(value) && strcmp(oc_ir_callee_name(value), OC_ALGEBRA_STRETCH_END) == 0;
}

// Whether `left` is less than `right` for several threads: an index and a bound, which is not one
// of the first numbers, or a constant and an index.
static bool holds_for_several(struct search *search, LLVMValueRef left, LLVMValueRef right) {
    enum { FEW = 2 };
    LLVMValueRef constant = LLVMIsAConstantInt(right);
    if (is_from_load(left, NULL, DEPTH) || is_from_load(right, NULL, DEPTH))
        return false;
    if (kind_of(search, left) == OWN &&
        (kind_of(search, right) == SAME || is_end_of_stretch(right)))
        return !constant || LLVMConstIntGetSExtValue(constant) > FEW;
    return LLVMIsAConstantInt(left) && kind_of(search, right) == OWN;
}

static bool compares_for_several(struct search *search, LLVMValueRef compare, bool wanted) {
    LLVMValueRef left = LLVMGetOperand(compare, 0), right = LLVMGetOperand(compare, 1);
    bool with_element =
        is_from_load(left, search->element, DEPTH) || is_from_load(right, search->element, DEPTH);
    search->compares |= with_element;
    if (LLVMIsAFCmpInst(compare))
        return with_element;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
    if (!is_ordered(predicate))
        return false;
    bool less = predicate == LLVMIntULT || predicate == LLVMIntULE || predicate == LLVMIntSLT ||
                predicate == LLVMIntSLE;
    return with_element || (less == wanted ? holds_for_several(search, left, right)
                                           : holds_for_several(search, right, left));
}

static bool is_for_several(struct search *search, LLVMValueRef condition, bool wanted, int depth);

// A number that is not 0 is true. In C, conditions are numbers.
static bool is_number_of_truth(LLVMValueRef value) {
    LLVMValueRef constant =
        LLVMIsAICmpInst(value) ? LLVMIsAConstantInt(LLVMGetOperand(value, 1)) : NULL;
    return constant && LLVMIsNull(constant) && !is_ordered(LLVMGetICmpPredicate(value));
}

// Where the outcome is wanted, the phi has one of these values. One that is being looked at has
// been asked already.
static bool phi_is_for_several(struct search *search, LLVMValueRef phi, bool wanted, int depth) {
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
    if (kind_of(search, condition) == SAME)
        return true;
    if (!depth || !LLVMIsAInstruction(condition))
        return false;
    LLVMValueRef first = LLVMGetOperand(condition, 0), no = NULL;
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

// ---- Ways to the write -------------------------------------------------------------------------

struct way {
    LLVMBasicBlockRef block;
    size_t which;
};

static bool is_open(void *data, LLVMBasicBlockRef before, LLVMBasicBlockRef block, size_t which) {
    const struct way *way = data;
    (void)before;
    return block != way->block || which == way->which;
}

// Whether the write may follow this side of the branch at a block's end, before the branch is come
// to again.
static bool leads_to(const struct search *search, size_t from, size_t which, size_t to) {
    struct way way = {search->paths.blocks[from], which};
    bool *avoid = OC_NEW_ARRAY(search->ir->arena, search->paths.count, bool);
    avoid[from] = true;
    return oc_paths_search(&search->paths, from, avoid, is_open, &way)[to];
}

// Whether several threads come to the write, if any does. `strict`: no branch is for some threads
// but by conditions that hold for several.
static bool is_reached_by_several(struct search *search, LLVMValueRef write, bool strict) {
    size_t to = oc_paths_number(&search->paths, LLVMGetInstructionParent(write));
    for (size_t i = 0; i < search->paths.count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(search->paths.blocks[i]);
        size_t ways = search->paths.next_count[i];
        if (ways < 2 || (i == to && !strict))
            continue;
        if (!LLVMIsABranchInst(end)) {
            if (!LLVMIsASwitchInst(end) || kind_of(search, LLVMGetOperand(end, 0)) != SAME)
                return false;
            continue;
        }
        bool yes = leads_to(search, i, 0, to), no = leads_to(search, i, 1, to);
        LLVMValueRef condition = LLVMGetCondition(end);
        if (yes == no ? strict && kind_of(search, condition) != SAME
                      : !is_for_several(search, condition, yes, DEPTH))
            return false;
    }
    return true;
}

// A phi in the address is the same for all threads only if they all take the same ways.
static bool is_race(struct search *search, LLVMValueRef write) {
    if (!LLVMIsAStoreInst(write) || LLVMGetVolatile(write) ||
        LLVMGetOrdering(write) != LLVMAtomicOrderingNotAtomic)
        return false;
    search->element = LLVMGetOperand(write, 1);
    search->kinds = (struct oc_map){.arena = search->ir->arena};
    search->has_phi = search->compares = false;
    if (kind_of(search, search->element) != SAME)
        return false;
    bool strict = search->has_phi;
    return kind_of(search, LLVMGetOperand(write, 0)) == OWN &&
           is_reached_by_several(search, write, strict);
}

bool oc_races_find(struct oc_ir *ir, LLVMValueRef thread, const struct oc_accesses *accesses,
                   bool of_block, struct oc_race *out) {
    struct search search = {.ir = ir, .of_block = of_block};
    if (LLVMCountBasicBlocks(thread) > MAX_BLOCKS)
        return false;
    for (size_t i = 0; i < accesses->writes.count; i++) {
        LLVMValueRef write = accesses->writes.items[i];
        if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(write)) != thread)
            continue;
        if (!search.paths.count)
            oc_paths_read(ir->arena, thread, &search.paths);
        if (!is_race(&search, write))
            continue;
        out->write = write;
        out->changes =
            search.compares || is_from_load(LLVMGetOperand(write, 0), search.element, DEPTH);
        return true;
    }
    return false;
}
