#include "cpu/loops/voters.h"

#include "cpu/analysis/neighbours.h"
#include "cpu/loops/alike.h"
#include "cpu/loops/build.h"
#include "cpu/loops/copy.h"
#include "cpu/loops/onlylane.h"
#include "cpu/loops/slots.h"
#include "ir/edit.h"
#include "ir/features.h"

struct parting {
    struct oc_threads *threads;
    struct oc_loops *loops;
    struct oc_body body; // the code of the x loop
    struct oc_uniform uniform;
    struct oc_bits heavy;  // nodes with what vectors cannot do
    struct oc_bits before; // nodes from which control reaches one of these
    struct oc_bits others; // nodes that control reaches without these
};

// ---- What vectors cannot do --------------------------------------------------------------------

// Whether a node is for the one thread for which a comparison holds.
static bool is_for_one(const struct parting *at, size_t node) {
    const struct oc_node *this = &at->body.nodes[node];
    if (this->before_count != 1)
        return false;
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(at->body.nodes[this->before[0]].block);
    if (LLVMGetNumSuccessors(branch) != 2 || !LLVMIsABranchInst(branch) ||
        !LLVMIsAICmpInst(LLVMGetCondition(branch)) ||
        oc_uniform_is(&at->uniform, LLVMGetCondition(branch)))
        return false;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(LLVMGetCondition(branch));
    unsigned side = predicate == LLVMIntEQ ? 0 : 1;
    return (predicate == LLVMIntEQ || predicate == LLVMIntNE) &&
           LLVMGetSuccessor(branch, side) == this->block;
}

// Without AVX, vectors cannot leave out elements that they store.
static bool needs_mask(const struct parting *at, LLVMValueRef store, size_t node) {
    return !LLVMIsAAllocaInst(oc_ir_base(LLVMGetOperand(store, 1))) &&
           !oc_features_has(at->threads->body->function, "avx") && is_for_one(at, node);
}

static bool is_plain(LLVMValueRef access) {
    return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

static bool is_heavy(const struct parting *at, LLVMValueRef instruction, size_t node) {
    bool bounded = false;
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
    case LLVMInvoke:
        return true;
    case LLVMCall:
        return !oc_ir_calls_intrinsic(instruction) || !oc_ir_is_pure(instruction);
    case LLVMLoad:
        return !is_plain(instruction);
    case LLVMStore:
        return !is_plain(instruction) || needs_mask(at, instruction, node) ||
               !oc_neighbours_are_close(&at->uniform, at->loops->x, LLVMGetOperand(instruction, 1),
                                        &bounded);
    default:
        return false;
    }
}

// Whether another loop is inside.
static bool has_loop(const struct oc_body *body) {
    for (unsigned n = 0; n < body->count; n++)
        for (unsigned s = 0; s < body->nodes[n].next_count; s++)
            if (body->nodes[n].next[s] <= n)
                return true;
    return false;
}

static bool find_heavy(struct parting *at) {
    bool any = false;
    for (size_t n = at->body.count; n-- > 0;) {
        OC_EACH_INSTRUCTION (instruction, at->body.nodes[n].block) {
            if (is_heavy(at, instruction, n))
                any |= oc_bits_set(at->heavy, n);
        }
        for (unsigned s = 0; s < at->body.nodes[n].next_count; s++)
            if (oc_bits_test(at->before, at->body.nodes[n].next[s]) ||
                oc_bits_test(at->heavy, at->body.nodes[n].next[s]))
                oc_bits_set(at->before, n);
    }
    return any;
}

// Finds what lanes do that come to no heavy node. Returns whether a lane can get through.
static bool find_others(struct parting *at) {
    bool ends = false;
    oc_bits_set(at->others, 0);
    for (size_t n = 0; n < at->body.count; n++) {
        if (!oc_bits_test(at->others, n) || oc_bits_test(at->heavy, n))
            continue;
        ends |= n == at->body.exit;
        for (unsigned s = 0; s < at->body.nodes[n].next_count; s++)
            oc_bits_set(at->others, at->body.nodes[n].next[s]);
    }
    return ends;
}

static bool loads_from(const struct parting *at, LLVMValueRef array) {
    for (size_t n = 0; n < at->body.count; n++)
        OC_EACH_INSTRUCTION (instruction, at->body.nodes[n].block) {
            if (LLVMIsALoadInst(instruction) && oc_ir_base(LLVMGetOperand(instruction, 0)) == array)
                return true;
        }
    return false;
}

// Whether a lane can do it again before it does what vectors cannot.
static bool can_repeat(const struct parting *at) {
    for (size_t n = 0; n < at->body.count; n++) {
        if (!oc_bits_test(at->before, n) || oc_bits_test(at->heavy, n))
            continue;
        OC_EACH_INSTRUCTION (instruction, at->body.nodes[n].block) {
            LLVMValueRef base =
                LLVMIsAStoreInst(instruction) ? oc_ir_base(LLVMGetOperand(instruction, 1)) : NULL;
            if (base && (!LLVMIsAAllocaInst(base) || loads_from(at, base)))
                return false;
        }
    }
    return true;
}

static bool can_part(struct parting *at) {
    const struct oc_threads *threads = at->threads;
    if (!oc_alike_analyze(threads, at->loops, &at->body, &at->uniform) || has_loop(&at->body))
        return false;
    at->heavy = oc_bits_make(threads->ir->arena, at->body.count);
    at->before = oc_bits_make(threads->ir->arena, at->body.count);
    at->others = oc_bits_make(threads->ir->arena, at->body.count);
    return find_heavy(at) && find_others(at) && can_repeat(at);
}

// ---- The two loops -----------------------------------------------------------------------------

// Builds the address of the lane's vote.
static LLVMValueRef place_of_vote(const struct parting *at, LLVMBuilderRef builder,
                                  LLVMValueRef votes) {
    return LLVMBuildInBoundsGEP2(builder, at->threads->i8, votes, &at->loops->x, 1, "");
}

// In the first loop, a lane that comes to a heavy node votes, and does nothing more.
static void vote(const struct parting *at, LLVMValueRef votes) {
    struct oc_edit edit = oc_edit_begin(at->threads->ir);
    for (size_t n = 0; n < at->body.count; n++) {
        if (!oc_bits_test(at->heavy, n))
            continue;
        oc_edit_split_before(&edit, oc_edit_after_phis(at->body.nodes[n].block));
        LLVMBuildStore(edit.builder, LLVMConstInt(edit.i8, 1, false),
                       place_of_vote(at, edit.builder, votes));
        // LLVM removes the node later, with what phis have of it.
        LLVMBuildCondBr(edit.builder, LLVMConstNull(edit.i1), at->body.nodes[n].block,
                        at->loops->latch);
    }
    for (size_t n = 0; n < at->body.count; n++)
        if (!oc_bits_test(at->others, n) || oc_bits_test(at->heavy, n))
            oc_map_set(&at->loops->voted, at->body.nodes[n].block, 1);
    oc_edit_end(&edit);
}

// Builds the mask of the lanes that have voted, of 64 bits.
static LLVMValueRef count_votes(const struct oc_threads *threads, LLVMValueRef votes) {
    LLVMBuilderRef builder = threads->builder;
    LLVMTypeRef bytes = LLVMVectorType(threads->i8, threads->lanes);
    LLVMValueRef all = LLVMBuildLoad2(builder, bytes, votes, "");
    LLVMSetAlignment(all, OC_SLOT_ALIGNMENT);
    LLVMValueRef bits = LLVMBuildICmp(builder, LLVMIntNE, all, LLVMConstNull(LLVMTypeOf(all)), "");
    LLVMTypeRef mask = LLVMIntTypeInContext(threads->ir->context, threads->lanes);
    return LLVMBuildZExtOrBitCast(builder, LLVMBuildBitCast(builder, bits, mask, ""), threads->i64,
                                  "");
}

void oc_voters_part(struct oc_threads *threads, size_t region) {
    struct oc_loops *loops = &threads->loops[region];
    struct parting at = {.threads = threads, .loops = loops};
    LLVMBuilderRef builder = threads->builder;
    if (!loops->loops || !oc_nest_is_of_lanes(threads, loops) || oc_onlylane_is(threads, region) ||
        !can_part(&at))
        return;
    LLVMValueRef votes = oc_slots_array(threads, 1);
    oc_slots_mark(votes);
    loops->voted = (struct oc_map){.arena = threads->ir->arena};
    LLVMBasicBlockRef after = oc_build_block(threads, "votes");
    LLVMPositionBuilderAtEnd(builder, after);
    struct oc_copy voters = {.from = after, .exit = loops->row_end};
    voters.bits = count_votes(threads, votes);
    LLVMValueRef any =
        LLVMBuildICmp(builder, LLVMIntNE, voters.bits, oc_build_number(threads, 0), "");
    LLVMBuildCondBr(builder, any, loops->inner, loops->row_end);
    oc_copy_threads(threads, region, &voters);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(loops->latch), 1, after);
    loops->row_end = after;
    vote(&at, votes);
    oc_build_at_end(threads, loops->inner);
    LLVMBuildStore(builder, LLVMConstNull(threads->i8), place_of_vote(&at, builder, votes));
}
