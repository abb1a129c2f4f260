#include "cpu/loops/allgroups.h"

#include "cpu/loops/build.h"
#include "cpu/loops/copy.h"
#include "cpu/loops/marks.h"
#include "ir/edit.h"

enum { MOST_CONDITIONS = 8, MOST_INSTRUCTIONS = 400, DEPTH = 16 };

// How often control takes the first way of a branch that we mark, and the other.
enum { OFTEN = 8, SELDOM = 1 };

struct asking {
    struct oc_threads *threads;
    size_t region;
    const struct oc_loops *loops;
    LLVMValueRef conditions[MOST_CONDITIONS]; // of branches, or switches
    LLVMValueRef expected[MOST_CONDITIONS];   // constants that they are expected to be
    unsigned count;
    struct oc_map again; // values of the region, as the first loop has them
    struct oc_map seen;  // values that were looked at
};

// The kind of metadata that says how often control takes each way.
static unsigned weights_kind(const struct oc_threads *threads) {
    static const char name[] = "prof";
    return LLVMGetMDKindIDInContext(threads->ir->context, name, sizeof name - 1);
}

void oc_allgroups_expect(const struct oc_threads *threads, LLVMValueRef branch) {
    static const char weights[] = "branch_weights";
    LLVMContextRef context = threads->ir->context;
    LLVMMetadataRef parts[] = {
        LLVMMDStringInContext2(context, weights, sizeof weights - 1),
        LLVMValueAsMetadata(LLVMConstInt(threads->i32, OFTEN, false)),
        LLVMValueAsMetadata(LLVMConstInt(threads->i32, SELDOM, false)),
    };
    LLVMSetMetadata(branch, weights_kind(threads),
                    LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, parts, 3)));
}

// ---- Which conditions --------------------------------------------------------------------------

// The number of the successor that control is expected to go to. Returns false if none is.
static bool find_expected(const struct asking *at, LLVMValueRef end, unsigned *successor) {
    enum { MOST_WAYS = 4 };
    LLVMValueRef parts[MOST_WAYS + 1];
    unsigned long most = 0, all = 0;
    unsigned ways = LLVMGetNumSuccessors(end);
    LLVMValueRef node = LLVMGetMetadata(end, weights_kind(at->threads));
    if (!node || ways > MOST_WAYS || LLVMGetMDNodeNumOperands(node) != ways + 1)
        return false;
    LLVMGetMDNodeOperands(node, parts);
    for (unsigned i = 0; i < ways; i++) {
        if (!LLVMIsAConstantInt(parts[i + 1]))
            return false;
        unsigned long often = LLVMConstIntGetZExtValue(parts[i + 1]);
        *successor = often > most ? i : *successor;
        most = often > most ? often : most;
        all += often;
    }
    // Of two such branches, LLVM may have made a switch with lower weights.
    return most >= OFTEN / 2 * (all - most);
}

// What the condition of a branch or switch is for one successor. NULL: it may be several values.
static LLVMValueRef value_for(const struct asking *at, LLVMValueRef end, unsigned successor) {
    if (LLVMIsASwitchInst(end))
        return successor ? LLVMGetSwitchCaseValue(end, successor) : NULL;
    bool is_conditional = LLVMIsABranchInst(end) && LLVMIsConditional(end);
    return is_conditional ? oc_build_bit(at->threads, successor == 0) : NULL;
}

static bool is_in_region(const struct asking *at, LLVMValueRef value) {
    return LLVMIsAInstruction(value) &&
           oc_nest_has(at->threads, at->region, LLVMGetInstructionParent(value));
}

static bool is_new(struct asking *at, LLVMValueRef value) {
    bool is_known = oc_map_get(&at->seen, value, NULL);
    oc_map_set(&at->seen, value, 1);
    return !is_known;
}

static int operands_of(LLVMValueRef instruction) { // a callee is not one
    return LLVMGetNumOperands(instruction) - (LLVMIsACallInst(instruction) ? 1 : 0);
}

// Whether a value can be computed before the loop, for any group.
static bool can_compute(struct asking *at, LLVMValueRef value, int depth) {
    if (value == at->loops->x || !is_in_region(at, value) || !is_new(at, value))
        return true;
    bool computes = depth && (oc_ir_is_index_arithmetic(value) || oc_ir_extreme(value).is ||
                              LLVMIsAFreezeInst(value));
    for (int i = 0; computes && i < operands_of(value); i++)
        computes = can_compute(at, LLVMGetOperand(value, (unsigned)i), depth - 1);
    return computes;
}

static bool depends_on_block(struct asking *at, LLVMValueRef value, int depth);

// Whether what is stored in a variable does. What regions pass on goes through variables.
static bool variable_depends(struct asking *at, LLVMValueRef variable, int depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef store = LLVMGetUser(use);
        if (LLVMIsAStoreInst(store) && LLVMGetOperand(store, 1) == variable &&
            depends_on_block(at, LLVMGetOperand(store, 0), depth))
            return true;
    }
    return false;
}

// Whether a value is computed from the number of the block.
static bool depends_on_block(struct asking *at, LLVMValueRef value, int depth) {
    const struct oc_threads *threads = at->threads;
    for (unsigned d = 0; d < 3; d++)
        if (value == threads->block_ids[d] || value == threads->bases[d])
            return true;
    if (!depth || !LLVMIsAInstruction(value) || !is_new(at, value))
        return false;
    if (LLVMIsALoadInst(value))
        return variable_depends(at, LLVMGetOperand(value, 0), depth - 1);
    for (int i = 0; i < operands_of(value); i++)
        if (depends_on_block(at, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return true;
    return false;
}

static bool can_be_asked(struct asking *at, LLVMValueRef condition) {
    at->seen = (struct oc_map){.arena = at->threads->ir->arena};
    if (!can_compute(at, condition, DEPTH))
        return false;
    at->seen = (struct oc_map){.arena = at->threads->ir->arena};
    return depends_on_block(at, condition, DEPTH);
}

// What does not depend on the block, as `t < d`, is seldom so for all groups.
static void add_end(struct asking *at, LLVMValueRef end) {
    unsigned successor = 0;
    LLVMValueRef expected = at->count < MOST_CONDITIONS && find_expected(at, end, &successor)
                                ? value_for(at, end, successor)
                                : NULL;
    LLVMValueRef condition = expected ? LLVMGetOperand(end, 0) : NULL;
    if (!expected || !can_be_asked(at, condition))
        return;
    at->expected[at->count] = expected;
    at->conditions[at->count++] = condition;
}

// Returns whether the region is worth a copy.
static bool find_conditions(struct asking *at) {
    const struct oc_region *region = &at->threads->regions->items[at->region];
    size_t instructions = 0;
    for (size_t n = 0; n < region->count; n++) {
        LLVMBasicBlockRef block = at->threads->body->nodes[region->nodes[n]].block;
        instructions += oc_ir_count_instructions(block);
        add_end(at, LLVMGetBasicBlockTerminator(block));
    }
    return at->count && instructions <= MOST_INSTRUCTIONS;
}

// ---- The first loop ----------------------------------------------------------------------------

// Builds a value of the region at the builder's position.
static LLVMValueRef build_again(struct asking *at, LLVMValueRef value) {
    size_t known;
    if (oc_map_get(&at->again, value, &known))
        return (LLVMValueRef)known;
    if (!is_in_region(at, value))
        return value;
    int count = operands_of(value);
    LLVMValueRef *operands = OC_NEW_ARRAY(at->threads->ir->arena, (size_t)count + 1, LLVMValueRef);
    for (int i = 0; i < count; i++)
        operands[i] = build_again(at, LLVMGetOperand(value, (unsigned)i));
    LLVMValueRef copy = LLVMInstructionClone(value);
    for (int i = 0; i < count; i++)
        LLVMSetOperand(copy, (unsigned)i, operands[i]);
    LLVMInsertIntoBuilder(at->threads->builder, copy);
    oc_map_set(&at->again, value, (size_t)copy);
    return copy;
}

// Builds the loop after the block `before`. Returns the block after the loop, which branches twice
// to `next`: first if the answer is yes for all groups.
static LLVMBasicBlockRef build_loop(struct asking *at, LLVMBasicBlockRef before,
                                    LLVMBasicBlockRef next) {
    struct oc_threads *threads = at->threads;
    LLVMBuilderRef builder = threads->builder;
    LLVMBasicBlockRef loop = oc_build_block(threads, "ask"),
                      after = oc_build_block(threads, "ask.end");
    LLVMTypeRef bit = LLVMInt1TypeInContext(threads->ir->context);
    LLVMBuildBr(oc_build_at_end(threads, before), loop);
    LLVMPositionBuilderAtEnd(builder, loop);
    LLVMValueRef x = LLVMBuildPhi(builder, threads->i64, ""), all = LLVMBuildPhi(builder, bit, "");
    oc_map_set(&at->again, at->loops->x, (size_t)x);
    LLVMValueRef still = all;
    for (unsigned i = 0; i < at->count; i++) {
        LLVMValueRef value = LLVMBuildFreeze(builder, build_again(at, at->conditions[i]), "");
        LLVMValueRef holds = LLVMBuildICmp(builder, LLVMIntEQ, value, at->expected[i], "");
        still = LLVMBuildAnd(builder, still, holds, "");
    }
    LLVMValueRef more = LLVMBuildAdd(builder, x, oc_build_number(threads, 1), "");
    LLVMBuildCondBr(builder, oc_build_less(threads, more, at->loops->high), loop, after);
    LLVMValueRef yes = oc_build_bit(threads, true), low = at->loops->low;
    LLVMAddIncoming(x, &low, &before, 1);
    LLVMAddIncoming(x, &more, &loop, 1);
    LLVMAddIncoming(all, &yes, &before, 1);
    LLVMAddIncoming(all, &still, &loop, 1);
    LLVMPositionBuilderAtEnd(builder, after);
    LLVMBuildCondBr(builder, still, next, next);
    return after;
}

void oc_allgroups_ask(struct oc_threads *threads, size_t region) {
    const struct oc_loops *loops = &threads->loops[region];
    struct asking at = {.threads = threads,
                        .region = region,
                        .loops = loops,
                        .again = {.arena = threads->ir->arena}};
    if (!threads->of_groups || threads->flat || !loops->loops || !find_conditions(&at))
        return;
    struct oc_edit edit = oc_edit_begin(threads->ir);
    oc_edit_split_before(&edit, LLVMGetBasicBlockTerminator(loops->row));
    LLVMBasicBlockRef before = LLVMGetInsertBlock(edit.builder);
    oc_edit_end(&edit);
    LLVMBasicBlockRef asked = build_loop(&at, before, loops->row);
    LLVMPositionBuilderBefore(threads->builder, LLVMGetBasicBlockTerminator(asked));
    LLVMValueRef length = LLVMBuildSub(threads->builder, loops->high, loops->low, "");
    struct oc_copy copy = {
        .from = asked, .exit = loops->row_end, .start = loops->low, .count = length};
    oc_copy_threads(threads, region, &copy);
    oc_marks_like(threads, loops->latch, copy.latch);
    for (unsigned i = 0; i < at.count; i++)
        oc_copy_replace(&copy, at.conditions[i], at.expected[i]);
}
