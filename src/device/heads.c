#include "device/heads.h"

#include "base/names.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

// Values in the order of their addresses: each has a number.
struct numbers {
    LLVMValueRef *items;
    size_t count;
};

// A kernel, and which of its lanes are where, beginning with all that come to `head` together. All
// is taken for uniform until the contrary is found.
struct oc_heads {
    struct oc_ir *ir;
    const struct oc_lowering *lowering;
    LLVMValueRef kernel;
    struct numbers blocks, values; // instructions
    LLVMBasicBlockRef head;
    bool of_blocks; // the lanes are all threads of a block
    bool *inside;   // of each block: every way there leads through `head`
    bool *parted;   // not all of the lanes may be there
    bool *split;    // the branch at the end has been seen to part lanes
    bool *differs;  // of each instruction: not the same for all of the lanes; and one for
                    // instructions that have been added since
    size_t *waiting;
    uint64_t *passed; // of each block, a set of blocks, of `words` words: those that every way from
                      // it to an end leads through
    size_t words;
};

enum { MOST_BLOCKS = 1000, MOST_HEADS = 1000 };

static int by_address(const void *left, const void *right) {
    uintptr_t a = (uintptr_t)*(const LLVMValueRef *)left;
    uintptr_t b = (uintptr_t)*(const LLVMValueRef *)right;
    return (a > b) - (a < b);
}

static struct numbers number_values(const struct oc_values *values) {
    struct numbers result = {values->items, values->count};
    if (result.items)
        qsort(result.items, result.count, sizeof *result.items, by_address);
    return result;
}

// The number of a value; the count of all, if it is not among them.
static size_t find_number(const struct numbers *numbers, LLVMValueRef value) {
    const LLVMValueRef *found = NULL;
    if (numbers->items)
        found = bsearch(&value, numbers->items, numbers->count, sizeof *found, by_address);
    return found ? (size_t)(found - numbers->items) : numbers->count;
}

static size_t number_of(const struct oc_heads *whole, LLVMBasicBlockRef block) {
    return find_number(&whole->blocks, LLVMBasicBlockAsValue(block));
}

static bool value_differs(const struct oc_heads *whole, LLVMValueRef value) {
    size_t i = find_number(&whole->values, value);
    return i < whole->values.count && whole->differs[i];
}

// Whether that is news.
static bool set_differs(struct oc_heads *whole, LLVMValueRef instruction) {
    bool *differs = &whole->differs[find_number(&whole->values, instruction)];
    bool is_new = !*differs;
    *differs = true;
    return is_new;
}

// ---- Values ------------------------------------------------------------------------------------

// What is the same for a block: special registers, where the launch's values are, and intrinsics
// that only compute.
static bool is_among(const char *const *prefixes, const char *name) {
    for (const char *const *prefix = prefixes; prefix && *prefix; prefix++)
        if (oc_starts_with(name, *prefix))
            return true;
    return false;
}

static bool is_uniform_call(const struct oc_heads *whole, LLVMValueRef call) {
    static const char *const pure[] = {"llvm.smin.",
                                       "llvm.smax.",
                                       "llvm.umin.",
                                       "llvm.umax.",
                                       "llvm.abs.",
                                       "llvm.ctlz.",
                                       "llvm.cttz.",
                                       "llvm.ctpop.",
                                       "llvm.fshl.",
                                       "llvm.fshr.",
                                       "llvm.umul.with.overflow",
                                       "llvm.assume",
                                       "llvm.lifetime.",
                                       "llvm.dbg.",
                                       "llvm.experimental.noalias.scope.decl",
                                       NULL};
    const char *name = oc_ir_callee_name(call);
    return is_among(whole->lowering->uniform, name) || is_among(pure, name);
}

// Whether nothing writes to what is loaded while the kernel runs: a value of the launch, or a
// member of a struct's private copy (arguments.h).
static bool is_constant_load(const struct oc_heads *whole, LLVMValueRef load) {
    static const char invariant[] = "invariant.load";
    if (oc_ir_has_effect(load))
        return false;
    if (LLVMGetMetadata(
            load, LLVMGetMDKindIDInContext(whole->ir->context, invariant, sizeof invariant - 1)))
        return true;
    LLVMValueRef base = LLVMGetOperand(load, 0);
    while (LLVMIsAGetElementPtrInst(base) || LLVMIsAAddrSpaceCastInst(base))
        base = LLVMGetOperand(base, 0);
    if (LLVMIsACallInst(base)) // the arguments of the launch
        return is_among(whole->lowering->uniform, oc_ir_callee_name(base));
    for (unsigned i = 0; LLVMIsAArgument(base) && i < LLVMCountParams(whole->kernel); i++)
        if (LLVMGetParam(whole->kernel, i) == base)
            return oc_ir_parameter_has(whole->kernel, i, "noalias") &&
                   oc_ir_parameter_has(whole->kernel, i, "readonly");
    return false;
}

static bool is_source(const struct oc_heads *whole, LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMCall:
        return !is_uniform_call(whole, instruction);
    case LLVMLoad: // others may write there meanwhile
        return !is_constant_load(whole, instruction);
    case LLVMAlloca:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMInvoke:
    case LLVMCallBr:
    case LLVMVAArg:
    case LLVMFreeze:
        return true;
    default:
        return false;
    }
}

// The result of a vote is every lane's of the warp.
static bool is_vote(const struct oc_heads *whole, LLVMValueRef instruction) {
    return !whole->of_blocks && strcmp(oc_ir_callee_name(instruction), OC_NAME_LANE "ballot") == 0;
}

static bool has_different_operand(const struct oc_heads *whole, LLVMValueRef instruction) {
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        if (value_differs(whole, LLVMGetOperand(instruction, (unsigned)i)))
            return true;
    return false;
}

// What is computed where lanes are parted, or chosen by where they came from, may differ.
static bool spread_values(struct oc_heads *whole) {
    bool changed = false;
    OC_EACH_BLOCK (block, whole->kernel) {
        size_t number = number_of(whole, block);
        if (!whole->inside[number])
            continue;
        OC_EACH_INSTRUCTION (instruction, block)
            if (whole->parted[number] ||
                (!is_vote(whole, instruction) &&
                 (is_source(whole, instruction) || has_different_operand(whole, instruction))))
                changed |= set_differs(whole, instruction);
    }
    return changed;
}

// ---- Blocks ------------------------------------------------------------------------------------

// Marks in `reached` what the ends of a block lead to, but for `without` and what comes after it,
// and for `head`, where lanes come together anew, and what is outside. Returns whether they lead to
// an end of the kernel or there.
static bool mark_reached(const struct oc_heads *whole, LLVMBasicBlockRef from, size_t without,
                         bool *reached) {
    size_t *waiting = whole->waiting, count = 0;
    const LLVMValueRef *blocks = whole->blocks.items;
    bool ends = false;
    memset(reached, 0, whole->blocks.count * sizeof *reached);
    waiting[count++] = number_of(whole, from);
    while (blocks && count) {
        LLVMBasicBlockRef block = LLVMValueAsBasicBlock(blocks[waiting[--count]]);
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        ends |= LLVMGetNumSuccessors(last) == 0;
        for (unsigned s = 0; s < LLVMGetNumSuccessors(last); s++) {
            LLVMBasicBlockRef successor = LLVMGetSuccessor(last, s);
            size_t next = number_of(whole, successor);
            if (next == without || reached[next])
                continue;
            if (successor == whole->head || !whole->inside[next]) {
                ends = true;
                continue;
            }
            reached[next] = true;
            waiting[count++] = next;
        }
    }
    return ends;
}

// Whether a phi where lanes meet again has one value for all that come from where they were parted.
static bool is_same_for_all(const struct oc_heads *whole, LLVMValueRef phi,
                            LLVMBasicBlockRef branch, const bool *parted) {
    LLVMValueRef value = NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef incoming = LLVMGetIncomingValue(phi, i);
        if (from != branch && !parted[number_of(whole, from)])
            continue;
        if (value && incoming != value)
            return false;
        value = incoming;
    }
    return true;
}

static uint64_t *passed_from(const struct oc_heads *whole, size_t block) {
    return whole->passed + block * whole->words;
}

static bool is_passed(const struct oc_heads *whole, size_t from, size_t block) {
    return passed_from(whole, from)[block / 64] >> block % 64 & 1;
}

// Whether that is news.
static bool update_passed(const struct oc_heads *whole, LLVMBasicBlockRef block) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    unsigned successors = LLVMGetNumSuccessors(last);
    size_t own = number_of(whole, block);
    bool ends = successors == 0, changed = false;
    for (unsigned s = 0; s < successors; s++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(last, s);
        ends |= next == whole->head || !whole->inside[number_of(whole, next)];
    }
    for (size_t w = 0; w < whole->words; w++) {
        uint64_t all = ends ? 0 : ~0ull, bit = own / 64 == w ? 1ull << own % 64 : 0;
        for (unsigned s = 0; !ends && s < successors; s++)
            all &= passed_from(whole, number_of(whole, LLVMGetSuccessor(last, s)))[w];
        changed |= passed_from(whole, own)[w] != (all | bit);
        passed_from(whole, own)[w] = all | bit;
    }
    return changed;
}

static void find_passed(const struct oc_heads *whole) {
    memset(whole->passed, 0xff, whole->blocks.count * whole->words * sizeof *whole->passed);
    for (bool changed = true; changed;) {
        changed = false;
        for (LLVMBasicBlockRef block = LLVMGetLastBasicBlock(whole->kernel); block;
             block = LLVMGetPreviousBasicBlock(block))
            changed |= update_passed(whole, block);
    }
}

// The first block that every way from a block to an end leads through; `none` if there is none.
static size_t find_meeting(const struct oc_heads *whole, size_t own, size_t none) {
    size_t meeting = none, most = 0;
    for (size_t i = 0; i < whole->blocks.count; i++) {
        size_t count = 0;
        if (i == own || !is_passed(whole, own, i))
            continue;
        for (size_t w = 0; w < whole->words; w++)
            count += (size_t)__builtin_popcountll(passed_from(whole, i)[w]);
        if (count > most) {
            most = count;
            meeting = i;
        }
    }
    return meeting;
}

// A branch that lanes take differently parts them up to the first block that all ways to the
// kernel's end lead through; where there is none, for good. In that block they have come different
// ways, which its phis show.
static bool part_lanes(struct oc_heads *whole, LLVMBasicBlockRef branch) {
    size_t blocks = whole->blocks.count, own = number_of(whole, branch), meet = blocks;
    bool *parted = OC_NEW_ARRAY(whole->ir->arena, blocks, bool);
    if (mark_reached(whole, branch, blocks, parted))
        meet = find_meeting(whole, own, blocks);
    if (meet < blocks)
        mark_reached(whole, branch, meet, parted);
    whole->split[own] = true;
    bool changed = false;
    for (size_t i = 0; i < blocks; i++)
        if (parted[i] && !whole->parted[i])
            whole->parted[i] = changed = true;
    if (meet < blocks) {
        LLVMBasicBlockRef block = LLVMValueAsBasicBlock(whole->blocks.items[meet]);
        OC_EACH_INSTRUCTION (instruction, block) {
            if (!LLVMIsAPHINode(instruction))
                break;
            if (!is_same_for_all(whole, instruction, branch, parted))
                changed |= set_differs(whole, instruction);
        }
    }
    return changed;
}

static void analyse(struct oc_heads *whole) {
    find_passed(whole);
    for (bool changed = true; changed;) {
        changed = spread_values(whole);
        OC_EACH_BLOCK (block, whole->kernel) {
            size_t number = number_of(whole, block);
            LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
            if (whole->inside[number] && !whole->split[number] && LLVMGetNumSuccessors(last) > 1 &&
                value_differs(whole, last))
                changed |= part_lanes(whole, block);
        }
    }
}

static struct oc_heads begin_at_entry(struct oc_ir *ir, const struct oc_lowering *lowering,
                                      LLVMValueRef kernel, bool of_blocks) {
    struct oc_values blocks = {.arena = ir->arena}, values = {.arena = ir->arena};
    OC_EACH_BLOCK (block, kernel) {
        oc_values_add(&blocks, LLVMBasicBlockAsValue(block));
        OC_EACH_INSTRUCTION (instruction, block)
            oc_values_add(&values, instruction);
    }
    struct oc_heads whole = {.ir = ir,
                             .lowering = lowering,
                             .kernel = kernel,
                             .blocks = number_values(&blocks),
                             .values = number_values(&values),
                             .head = LLVMGetEntryBasicBlock(kernel),
                             .of_blocks = of_blocks};
    whole.inside = OC_NEW_ARRAY(ir->arena, blocks.count, bool);
    whole.parted = OC_NEW_ARRAY(ir->arena, blocks.count, bool);
    whole.split = OC_NEW_ARRAY(ir->arena, blocks.count, bool);
    whole.differs = OC_NEW_ARRAY(ir->arena, values.count + 1, bool);
    whole.waiting = OC_NEW_ARRAY(ir->arena, blocks.count + 1, size_t);
    whole.words = blocks.count / 64 + 1;
    whole.passed = OC_NEW_ARRAY(ir->arena, blocks.count * whole.words, uint64_t);
    memset(whole.inside, true, blocks.count * sizeof *whole.inside);
    return whole;
}

// The same of the lanes that come to `head` together. What is computed before may differ as in all.
static struct oc_heads begin_at(const struct oc_heads *all, LLVMBasicBlockRef head) {
    struct oc_heads whole = *all;
    size_t blocks = all->blocks.count, number = number_of(all, head);
    bool *without = OC_NEW_ARRAY(all->ir->arena, blocks, bool);
    mark_reached(all, all->head, number, without);
    without[number_of(all, all->head)] = true;
    whole.head = head;
    whole.inside = OC_NEW_ARRAY(all->ir->arena, blocks, bool);
    whole.parted = OC_NEW_ARRAY(all->ir->arena, blocks, bool);
    whole.split = OC_NEW_ARRAY(all->ir->arena, blocks, bool);
    whole.differs = OC_NEW_ARRAY(all->ir->arena, all->values.count + 1, bool);
    memcpy(whole.differs, all->differs, all->values.count * sizeof *whole.differs);
    for (size_t i = 0; i < blocks; i++)
        whole.inside[i] = !without[i];
    OC_EACH_BLOCK (block, all->kernel) {
        if (!whole.inside[number_of(all, block)])
            continue;
        OC_EACH_INSTRUCTION (instruction, block)
            if (block != head || !LLVMIsAPHINode(instruction))
                whole.differs[find_number(&whole.values, instruction)] = false;
    }
    return whole;
}

// ---- Where lanes come together -----------------------------------------------------------------

static size_t block_number(const struct oc_heads *heads, LLVMValueRef instruction) {
    return number_of(heads, LLVMGetInstructionParent(instruction));
}

static void note_heads(const struct oc_heads *part, const struct oc_values *instructions,
                       struct oc_head *out) {
    for (size_t i = 0; i < instructions->count; i++) {
        size_t number = block_number(part, instructions->items[i]);
        if (!out[i].block && part->inside[number] && !part->parted[number])
            out[i] = (struct oc_head){part->head, value_differs(part, instructions->items[i])};
    }
}

// Whether some of the lanes may have gone another way than to the block.
static bool begins_part(const struct oc_heads *all, LLVMBasicBlockRef block) {
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
    for (; use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsATerminatorInst(user) && LLVMGetNumSuccessors(user) > 1 &&
            value_differs(all, user))
            return all->parted[number_of(all, block)];
    }
    return false;
}

static bool has_open(const struct oc_heads *part, const struct oc_values *instructions,
                     const struct oc_head *found) {
    for (size_t i = 0; i < instructions->count; i++)
        if (!found[i].block && part->inside[block_number(part, instructions->items[i])])
            return true;
    return false;
}

struct oc_heads *oc_heads_begin(struct oc_ir *ir, const struct oc_lowering *lowering,
                                LLVMValueRef kernel, bool of_blocks) {
    if (LLVMCountBasicBlocks(kernel) > MOST_BLOCKS)
        return NULL;
    struct oc_heads *all = OC_NEW(ir->arena, struct oc_heads);
    *all = begin_at_entry(ir, lowering, kernel, of_blocks);
    analyse(all);
    return all;
}

// All lanes first, then those that a branch has parted, in the order of the code: the first of
// several blocks is before the others.
void oc_heads_find(const struct oc_heads *all, const struct oc_values *instructions,
                   struct oc_head *out) {
    size_t looked_at = 0;
    memset(out, 0, instructions->count * sizeof *out);
    note_heads(all, instructions, out);
    OC_EACH_BLOCK (block, all->kernel) {
        if (looked_at == MOST_HEADS || !begins_part(all, block))
            continue;
        struct oc_heads part = begin_at(all, block);
        if (!has_open(&part, instructions, out))
            continue;
        analyse(&part);
        note_heads(&part, instructions, out);
        looked_at++;
    }
    for (size_t i = 0; i < instructions->count; i++)
        if (!out[i].block)
            out[i] = (struct oc_head){LLVMGetInstructionParent(instructions->items[i]),
                                      value_differs(all, instructions->items[i])};
}
