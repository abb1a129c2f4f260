#include "cpu/readorder.h"

#include "base/names.h"
#include "cpu/arrayplaces.h"
#include "cpu/loops/alike.h"
#include "ir/edit.h"
#include "ir/llvm_shim.h"
#include "ir/metadata.h"
#include "ir/paths.h"
#include "ir/waits.h"

#include <stdint.h>
#include <string.h>

enum { MOST_LOADS = 8, NEAR = 512, FAR = 8192 }; // bytes

struct reading {
    struct oc_ir *ir;
    LLVMValueRef barrier; // some barrier of the kernel
    struct oc_loop_info *loops;
    struct oc_paths paths;
    size_t end; // the block in which threads leave the kernel
    LLVMValueRef loads[MOST_LOADS];
    unsigned count;
};

// Whether a load's place comes after that of another one, so far that they are in different lines
// of the cache, and so near that they are in one page.
static bool is_near_after(struct oc_ir *ir, LLVMValueRef load, LLVMValueRef other) {
    struct oc_arrayplace one, two;
    if (!oc_arrayplace_read(ir, LLVMGetOperand(load, 0), &one) ||
        !oc_arrayplace_read(ir, LLVMGetOperand(other, 0), &two) ||
        !oc_arrayplace_is_alike(&one, &two))
        return false;
    long bytes = one.constant - two.constant, sizes = one.sizes - two.sizes;
    return sizes ? sizes == 1 && !bytes : bytes >= NEAR && bytes <= FAR;
}

static bool are_near(struct oc_ir *ir, LLVMValueRef load, LLVMValueRef other) {
    return is_near_after(ir, load, other) || is_near_after(ir, other, load);
}

// ---- What is done with them --------------------------------------------------------------------

// Whether a value is computed from another one.
static bool comes_from(LLVMValueRef value, LLVMValueRef source, int depth) {
    if (value == source)
        return true;
    if (!depth || !LLVMIsAInstruction(value) || LLVMIsALoadInst(value))
        return false;
    if (LLVMIsAPHINode(value)) {
        for (unsigned i = 0; i < LLVMCountIncoming(value); i++)
            if (comes_from(LLVMGetIncomingValue(value, i), source, depth - 1))
                return true;
        return false;
    }
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (comes_from(LLVMGetOperand(value, (unsigned)i), source, depth - 1))
            return true;
    return false;
}

// Whether a thread adds up, or joins in another way, what it loads from two places.
static bool are_joined(LLVMValueRef load, LLVMValueRef other) {
    enum { DEPTH = 4 };
    for (LLVMUseRef use = LLVMGetFirstUse(other); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAPHINode(user) && comes_from(user, load, DEPTH))
            return true;
    }
    return false;
}

// ---- The barrier -------------------------------------------------------------------------------

// Whether all threads come to an instruction, once.
static bool is_met(const struct reading *at, LLVMValueRef instruction) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
    size_t number = oc_paths_number(&at->paths, block);
    if (oc_loops_around(at->loops, block))
        return false;
    if (!number || number == at->end)
        return true;
    bool *avoid = OC_NEW_ARRAY(at->ir->arena, at->paths.count, bool);
    avoid[number] = true;
    return !oc_paths_search(&at->paths, 0, avoid, NULL, NULL)[at->end];
}

// Where a barrier can be after one load and before another: before the instruction that is
// returned. NULL: nowhere.
static LLVMValueRef find_between(const struct reading *at, LLVMValueRef load, LLVMValueRef other) {
    LLVMBasicBlockRef own = LLVMGetInstructionParent(load);
    const bool *after =
        oc_paths_search(&at->paths, oc_paths_number(&at->paths, own), NULL, NULL, NULL);
    if (own == LLVMGetInstructionParent(other))
        return oc_loops_dominate(at->loops, load, other) && is_met(at, other) ? other : NULL;
    for (size_t b = 0; b < at->paths.count; b++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(at->paths.blocks[b]);
        if (after[b] && at->paths.blocks[b] != LLVMGetInstructionParent(other) &&
            oc_loops_dominate(at->loops, end, other) && is_met(at, end))
            return end;
    }
    LLVMValueRef end = LLVMGetBasicBlockTerminator(own);
    return oc_loops_dominate(at->loops, end, other) && is_met(at, end) ? end : NULL;
}

static void collect_loads(struct reading *at) {
    for (size_t b = 0; b < at->paths.count; b++)
        OC_EACH_INSTRUCTION (load, at->paths.blocks[b]) {
            struct oc_arrayplace place;
            if (at->count < MOST_LOADS && LLVMIsALoadInst(load) && !LLVMGetVolatile(load) &&
                LLVMGetOrdering(load) == LLVMAtomicOrderingNotAtomic &&
                !oc_loops_around(at->loops, at->paths.blocks[b]) &&
                oc_arrayplace_read(at->ir, LLVMGetOperand(load, 0), &place))
                at->loads[at->count++] = load;
        }
}

void oc_readorder_part(struct oc_ir *ir, LLVMValueRef body) {
    LLVMValueRef leave = oc_ir_find_call(body, OC_NAME_LEAVE_GRID);
    struct reading at = {.ir = ir, .barrier = oc_ir_find_call(body, OC_NAME_BARRIER)};
    if (!at.barrier || !leave)
        return;
    struct oc_values places = {.arena = ir->arena};
    oc_paths_read(ir->arena, body, &at.paths);
    at.end = oc_paths_number(&at.paths, LLVMGetInstructionParent(leave));
    at.loops = oc_loops_read(body);
    collect_loads(&at);
    for (unsigned i = 0; i < at.count; i++)
        for (unsigned k = 0; k < at.count; k++) {
            LLVMValueRef load = at.loads[i], other = at.loads[k], place;
            if (load != other && are_near(ir, load, other) && are_joined(load, other) &&
                (place = find_between(&at, load, other)) && !oc_values_contain(&places, place))
                oc_values_add(&places, place);
        }
    oc_loops_dispose(at.loops);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    for (size_t i = 0; i < places.count; i++) {
        LLVMValueRef barrier = LLVMInstructionClone(at.barrier);
        LLVMPositionBuilderBefore(builder, places.items[i]);
        LLVMInsertIntoBuilder(builder, barrier);
    }
    LLVMDisposeBuilder(builder);
}

// ---- Several turns at once ---------------------------------------------------------------------

enum { MOST_TERMS = 16 };

// A sum that a loop of one block adds to.
struct turns_sum {
    struct oc_ir *ir;
    LLVMBasicBlockRef block;
    LLVMValueRef phi, next;         // at the begin of the turns, and at their end
    LLVMValueRef terms[MOST_TERMS]; // that are added to the phi
    // For each term, the number of other terms whose place is in the same page, before this one's.
    // Terms are added in the order of their ranks.
    unsigned ranks[MOST_TERMS];
    unsigned count, most;  // the number of terms, and the greatest rank
    struct oc_map rank_of; // an instruction -> the rank for which it is computed
};

// Adds a sum's terms, without the phi, which is to be found once.
static bool find_terms(struct turns_sum *sum, LLVMValueRef value, unsigned *phis) {
    bool is_sum = LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMAdd &&
                  LLVMGetInstructionParent(value) == sum->block &&
                  (value == sum->next || oc_ir_is_used_once(value));
    if (is_sum)
        return find_terms(sum, LLVMGetOperand(value, 0), phis) &&
               find_terms(sum, LLVMGetOperand(value, 1), phis);
    if (value == sum->phi)
        return ++*phis == 1;
    if (sum->count == MOST_TERMS)
        return false;
    sum->terms[sum->count++] = value;
    return true;
}

static LLVMValueRef load_of(LLVMValueRef term) {
    term = oc_ir_without_casts(term);
    return LLVMIsALoadInst(term) ? term : NULL;
}

static void find_ranks(struct turns_sum *sum) {
    for (unsigned t = 0; t < sum->count; t++) {
        LLVMValueRef load = load_of(sum->terms[t]);
        for (unsigned o = 0; load && o < sum->count; o++) {
            LLVMValueRef other = load_of(sum->terms[o]);
            sum->ranks[t] += other && is_near_after(sum->ir, load, other);
        }
        sum->most = sum->ranks[t] > sum->most ? sum->ranks[t] : sum->most;
    }
}

static bool only_reads(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block)
        if (!oc_ir_only_computes(instruction) && !LLVMIsABranchInst(instruction))
            return false;
    return true;
}

// What only terms of a later rank use is computed for that rank.
static void rank_operands(struct turns_sum *sum) {
    for (LLVMValueRef at = LLVMGetLastInstruction(sum->block); at;
         at = LLVMGetPreviousInstruction(at)) {
        size_t least = sum->most, rank;
        for (LLVMUseRef use = LLVMGetFirstUse(at); use; use = LLVMGetNextUse(use)) {
            bool is_known = oc_map_get(&sum->rank_of, LLVMGetUser(use), &rank);
            rank = is_known ? rank : 0;
            least = rank < least ? rank : least;
        }
        if (!oc_map_get(&sum->rank_of, at, NULL))
            oc_map_set(&sum->rank_of, at, LLVMGetFirstUse(at) && !LLVMIsAPHINode(at) ? least : 0);
    }
}

// Moves them to before the first addition of their rank.
static void move_operands(struct turns_sum *sum, LLVMValueRef end, LLVMValueRef const *first) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(sum->ir->context);
    for (LLVMValueRef at = LLVMGetFirstInstruction(sum->block), next; at != end; at = next) {
        size_t rank = 0;
        next = LLVMGetNextInstruction(at);
        oc_map_get(&sum->rank_of, at, &rank);
        if (!rank)
            continue;
        LLVMPositionBuilderBefore(builder, first[rank]);
        LLVMInstructionRemoveFromParent(at);
        LLVMInsertIntoBuilder(builder, at);
    }
    LLVMDisposeBuilder(builder);
}

static void erase_sum(LLVMValueRef value) {
    if (!LLVMIsAInstruction(value) || LLVMGetFirstUse(value))
        return;
    LLVMValueRef left = LLVMGetOperand(value, 0), right = LLVMGetOperand(value, 1);
    LLVMInstructionEraseFromParent(value);
    erase_sum(left);
    if (right != left)
        erase_sum(right);
}

// Adds the terms in the order of their ranks, with a barrier before each but the first.
static void add_in_order(struct turns_sum *sum) {
    LLVMValueRef *first = OC_NEW_ARRAY(sum->ir->arena, sum->most + 1, LLVMValueRef);
    LLVMValueRef added = sum->phi, end = LLVMGetBasicBlockTerminator(sum->block), begin = NULL;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(sum->ir->context);
    LLVMPositionBuilderBefore(builder, end);
    for (unsigned rank = 0; rank <= sum->most; rank++) {
        if (rank)
            oc_waits_build_barrier(sum->ir, builder);
        for (unsigned t = 0; t < sum->count; t++) {
            if (sum->ranks[t] != rank)
                continue;
            added = LLVMBuildAdd(builder, added, sum->terms[t], "");
            oc_map_set(&sum->rank_of, added, rank);
            first[rank] = first[rank] ? first[rank] : added;
            begin = begin ? begin : added;
        }
    }
    LLVMDisposeBuilder(builder);
    LLVMReplaceAllUsesWith(sum->next, added);
    erase_sum(sum->next);
    rank_operands(sum);
    move_operands(sum, begin, first);
}

static bool part_sum(struct oc_ir *ir, LLVMValueRef phi) {
    struct turns_sum sum = {.ir = ir,
                            .block = LLVMGetInstructionParent(phi),
                            .phi = phi,
                            .rank_of = {.arena = ir->arena}};
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == sum.block)
            sum.next = LLVMGetIncomingValue(phi, i);
    unsigned phis = 0;
    if (!sum.next || LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMIntegerTypeKind ||
        !find_terms(&sum, sum.next, &phis) || !phis || !only_reads(sum.block))
        return false;
    find_ranks(&sum);
    if (sum.most)
        add_in_order(&sum);
    return sum.most > 0;
}

static bool does_several_turns(LLVMBasicBlockRef block) {
    bool is_marked = false, is_loop = false;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    OC_EACH_INSTRUCTION (instruction, block)
        is_marked |= oc_metadata_has(instruction, OC_SEVERAL_TURNS_METADATA);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
        is_loop |= LLVMGetSuccessor(end, s) == block;
    return is_marked && is_loop;
}

void oc_readorder_part_turns(struct oc_ir *ir, LLVMValueRef function) {
    OC_EACH_BLOCK (block, function) {
        bool is_parted = !does_several_turns(block);
        for (LLVMValueRef phi = LLVMGetFirstInstruction(block); LLVMIsAPHINode(phi) && !is_parted;
             phi = LLVMGetNextInstruction(phi))
            is_parted = part_sum(ir, phi);
    }
}
