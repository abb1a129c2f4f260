#include "device/heads.h"

#include "base/names.h"
#include "base/text.h"

#include <string.h>

// The lanes that come to a block together, in the code that it dominates. All is taken for uniform
// until the contrary is found.
struct part {
    size_t head, end;       // the first block, and the number after the last
    size_t first;           // the number of the first instruction
    bool *parted;           // by block, from `head`: not all of the lanes may be there
    bool *gone;             // likewise: they are parted up to the end
    bool *split;            // likewise: the branch at the end has been seen to part lanes
    bool *differs;          // by instruction, from `first`: not the same for all of the lanes
    const size_t *meetings; // of the blocks
};

struct oc_heads {
    struct oc_ir *ir;
    const struct oc_lowering *lowering;
    LLVMValueRef function;
    struct oc_dominators blocks;
    struct oc_map numbers;      // of instructions, in the order of the blocks
    LLVMValueRef *instructions; // by number
    size_t *firsts; // by block: the number of its first instruction; one more at the end
    bool is_kernel, of_blocks;
    struct part *all;    // the lanes that come to the entry
    struct part **parts; // by block; NULL if it is not known yet
    size_t *begins;      // by block: the last block that dominates it and begins a part, or 0
    size_t work;         // how many instructions have been looked at
    size_t *found, found_count; // those that differ, whose users have not been looked at
    size_t *waiting;            // blocks, while some are marked
    size_t *marks, mark;        // by block: the last mark
};

enum { MOST_WORK = 2000000 };

static size_t number_of(const struct oc_heads *heads, LLVMBasicBlockRef block) {
    return oc_dominators_number(&heads->blocks, block);
}

static bool is_in(const struct part *part, size_t block) {
    return part->head <= block && block < part->end;
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

static bool is_uniform_call(const struct oc_heads *heads, LLVMValueRef call) {
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
    return is_among(heads->lowering->uniform, name) || is_among(pure, name);
}

// Whether nothing writes to what is loaded while the kernel runs: a value of the launch, or a
// member of a struct's private copy (arguments.h).
static bool is_constant_load(const struct oc_heads *heads, LLVMValueRef load) {
    static const char invariant[] = "invariant.load";
    if (oc_ir_has_effect(load))
        return false;
    if (LLVMGetMetadata(
            load, LLVMGetMDKindIDInContext(heads->ir->context, invariant, sizeof invariant - 1)))
        return true;
    LLVMValueRef base = LLVMGetOperand(load, 0);
    while (LLVMIsAGetElementPtrInst(base) || LLVMIsAAddrSpaceCastInst(base))
        base = LLVMGetOperand(base, 0);
    if (LLVMIsACallInst(base)) // the arguments of the launch
        return is_among(heads->lowering->uniform, oc_ir_callee_name(base));
    for (unsigned i = 0; LLVMIsAArgument(base) && i < LLVMCountParams(heads->function); i++)
        if (LLVMGetParam(heads->function, i) == base)
            return oc_ir_parameter_has(heads->function, i, "noalias") &&
                   oc_ir_parameter_has(heads->function, i, "readonly");
    return false;
}

static bool is_source(const struct oc_heads *heads, LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMCall:
        return !is_uniform_call(heads, instruction);
    case LLVMLoad: // others may write there meanwhile
        return !is_constant_load(heads, instruction);
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
static bool is_vote(const struct oc_heads *heads, LLVMValueRef instruction) {
    return !heads->of_blocks && strcmp(oc_ir_callee_name(instruction), OC_NAME_LANE "ballot") == 0;
}

static bool value_differs(const struct oc_heads *heads, const struct part *part,
                          LLVMValueRef value) {
    size_t number;
    if (LLVMIsAArgument(value))
        return !heads->is_kernel;
    if (!LLVMIsAInstruction(value) || !oc_map_get(&heads->numbers, value, &number))
        return false;
    if (part->first <= number && number < heads->firsts[part->end])
        return part->differs[number - part->first];
    return heads->all->differs[number];
}

static void note_differs(struct oc_heads *heads, struct part *part, size_t instruction) {
    bool *differs = &part->differs[instruction - part->first];
    if (!*differs)
        heads->found[heads->found_count++] = instruction;
    *differs = true;
}

static bool has_different_operand(const struct oc_heads *heads, const struct part *part,
                                  LLVMValueRef instruction) {
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        if (value_differs(heads, part, LLVMGetOperand(instruction, (unsigned)i)))
            return true;
    return false;
}

// What differs by itself, or because of what was computed before. The phis at the head are of lanes
// that have come there in different turns.
static void begin_values(struct oc_heads *heads, struct part *part) {
    for (size_t i = part->first; i < heads->firsts[part->end]; i++) {
        LLVMValueRef instruction = heads->instructions[i];
        bool is_of_head = part->head > 0 && i < heads->firsts[part->head + 1];
        if ((is_of_head && LLVMIsAPHINode(instruction)) ||
            (!is_vote(heads, instruction) &&
             (is_source(heads, instruction) || has_different_operand(heads, part, instruction))))
            note_differs(heads, part, i);
    }
}

static void spread_to_users(struct oc_heads *heads, struct part *part, LLVMValueRef instruction) {
    for (LLVMUseRef use = LLVMGetFirstUse(instruction); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        size_t number;
        if (oc_map_get(&heads->numbers, user, &number) && part->first <= number &&
            number < heads->firsts[part->end] && !is_vote(heads, user))
            note_differs(heads, part, number);
    }
}

// ---- Blocks ------------------------------------------------------------------------------------

// What is computed where lanes are parted may differ.
static void set_parted(struct oc_heads *heads, struct part *part, size_t block) {
    bool *parted = &part->parted[block - part->head];
    for (size_t i = heads->firsts[block]; !*parted && i < heads->firsts[block + 1]; i++)
        note_differs(heads, part, i);
    *parted = true;
}

// The lanes are parted in what a block leads to, but for `meeting` and what comes after it, and for
// the head, where lanes come together anew. The blocks get a new mark.
static void part_blocks(struct oc_heads *heads, struct part *part, size_t from, size_t meeting) {
    size_t count = 0;
    bool for_good = meeting == heads->blocks.count;
    heads->mark++;
    heads->waiting[count++] = from;
    while (count) {
        const struct oc_numbers *next = &heads->blocks.next[heads->waiting[--count]];
        for (size_t s = 0; s < next->count; s++) {
            size_t to = next->items[s];
            if (to == meeting || to == part->head || !is_in(part, to) ||
                heads->marks[to] == heads->mark || part->gone[to - part->head])
                continue;
            heads->marks[to] = heads->mark;
            part->gone[to - part->head] |= for_good;
            set_parted(heads, part, to);
            heads->waiting[count++] = to;
        }
    }
}

// Whether a phi where lanes meet again has one value for all that come from where they were parted.
static bool is_same_for_all(const struct oc_heads *heads, const struct part *part, LLVMValueRef phi,
                            size_t branch) {
    LLVMValueRef value = NULL;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        size_t from = number_of(heads, LLVMGetIncomingBlock(phi, i));
        LLVMValueRef incoming = LLVMGetIncomingValue(phi, i);
        if (from != branch && (!is_in(part, from) || (heads->marks[from] != heads->mark &&
                                                      !part->gone[from - part->head])))
            continue;
        if (value && incoming != value)
            return false;
        value = incoming;
    }
    return true;
}

// A branch that lanes take differently parts them up to the first block that all ways to the
// function's end lead through; where there is none, for good. In that block they have come
// different ways, which its phis show.
static void part_lanes(struct oc_heads *heads, struct part *part, size_t branch) {
    size_t meeting = part->meetings[branch - part->head];
    if (part->split[branch - part->head])
        return;
    part->split[branch - part->head] = true;
    part_blocks(heads, part, branch, meeting);
    for (size_t i = meeting == heads->blocks.count ? 0 : heads->firsts[meeting];
         meeting < heads->blocks.count && i < heads->firsts[meeting + 1]; i++) {
        LLVMValueRef phi = heads->instructions[i];
        if (!LLVMIsAPHINode(phi))
            break;
        if (!is_same_for_all(heads, part, phi, branch))
            note_differs(heads, part, i);
    }
}

static void analyse(struct oc_heads *heads, struct part *part) {
    begin_values(heads, part);
    while (heads->found_count) {
        LLVMValueRef instruction = heads->instructions[heads->found[--heads->found_count]];
        if (LLVMIsATerminatorInst(instruction) && LLVMGetNumSuccessors(instruction) > 1)
            part_lanes(heads, part, number_of(heads, LLVMGetInstructionParent(instruction)));
        spread_to_users(heads, part, instruction);
    }
}

static struct part *make_part(struct oc_heads *heads, size_t head) {
    struct oc_arena *arena = heads->ir->arena;
    struct part *part = OC_NEW(arena, struct part);
    *part =
        (struct part){.head = head, .end = heads->blocks.ends[head], .first = heads->firsts[head]};
    size_t blocks = part->end - head, values = heads->firsts[part->end] - part->first;
    heads->work += values;
    part->parted = OC_NEW_ARRAY(arena, blocks, bool);
    part->gone = OC_NEW_ARRAY(arena, blocks, bool);
    part->split = OC_NEW_ARRAY(arena, blocks, bool);
    part->differs = OC_NEW_ARRAY(arena, values, bool);
    part->meetings = oc_dominators_meetings(arena, &heads->blocks, head);
    return part;
}

static void number_instructions(struct oc_heads *heads) {
    struct oc_values values = {.arena = heads->ir->arena};
    const struct oc_dominators *blocks = &heads->blocks;
    heads->firsts = OC_NEW_ARRAY(heads->ir->arena, blocks->count + 1, size_t);
    for (size_t i = 0; i < blocks->count; i++) {
        heads->firsts[i] = values.count;
        OC_EACH_INSTRUCTION (instruction, blocks->blocks[i]) {
            oc_map_set(&heads->numbers, instruction, values.count);
            oc_values_add(&values, instruction);
        }
    }
    heads->firsts[blocks->count] = values.count;
    heads->instructions = values.items;
}

// Whether some of the lanes may have gone another way than to the block.
static bool begins_part(const struct oc_heads *heads, size_t block) {
    const struct oc_numbers *before = &heads->blocks.before[block];
    for (size_t i = 0; i < before->count; i++) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(heads->blocks.blocks[before->items[i]]);
        if (heads->blocks.next[before->items[i]].count > 1 &&
            value_differs(heads, heads->all, last))
            return heads->all->parted[block];
    }
    return false;
}

static void find_parts(struct oc_heads *heads) {
    heads->begins = OC_NEW_ARRAY(heads->ir->arena, heads->blocks.count, size_t);
    for (size_t i = 1; i < heads->blocks.count; i++)
        heads->begins[i] = begins_part(heads, i) ? i : heads->begins[heads->blocks.parents[i]];
}

struct oc_heads *oc_heads_begin(struct oc_ir *ir, const struct oc_lowering *lowering,
                                LLVMValueRef function, bool of_blocks) {
    struct oc_heads *heads = OC_NEW(ir->arena, struct oc_heads);
    *heads = (struct oc_heads){
        .ir = ir,
        .lowering = lowering,
        .function = function,
        .numbers = {.arena = ir->arena},
        .is_kernel = LLVMGetFunctionCallConv(function) == lowering->entry_convention,
        .of_blocks = of_blocks,
    };
    oc_dominators_read(ir->arena, function, &heads->blocks);
    number_instructions(heads);
    heads->found = OC_NEW_ARRAY(ir->arena, heads->firsts[heads->blocks.count], size_t);
    heads->waiting = OC_NEW_ARRAY(ir->arena, heads->blocks.count + 1, size_t);
    heads->marks = OC_NEW_ARRAY(ir->arena, heads->blocks.count, size_t);
    heads->parts = OC_NEW_ARRAY(ir->arena, heads->blocks.count, struct part *);
    heads->all = heads->parts[0] = make_part(heads, 0);
    analyse(heads, heads->all);
    find_parts(heads);
    return heads;
}

const struct oc_dominators *oc_heads_blocks(const struct oc_heads *heads) {
    return &heads->blocks;
}

// ---- Where lanes come together -----------------------------------------------------------------

// The lanes that come to a block together; NULL if finding out about them takes too long.
static struct part *part_at(struct oc_heads *heads, size_t block) {
    if (heads->parts[block] || heads->work > MOST_WORK)
        return heads->parts[block];
    heads->parts[block] = make_part(heads, block);
    analyse(heads, heads->parts[block]);
    return heads->parts[block];
}

// All lanes, if they come there together; else those that the first branch has parted such that
// they do.
struct oc_head oc_heads_of(struct oc_heads *heads, LLVMValueRef instruction) {
    size_t block = number_of(heads, LLVMGetInstructionParent(instruction));
    const struct part *found = NULL;
    if (block == heads->blocks.count)
        return (struct oc_head){NULL, true};
    if (!heads->all->parted[block])
        found = heads->all;
    for (size_t at = found ? 0 : heads->begins[block]; at > 0;
         at = heads->begins[heads->blocks.parents[at]]) {
        const struct part *part = part_at(heads, at);
        if (part && !part->parted[block - at])
            found = part;
    }
    return found ? (struct oc_head){heads->blocks.blocks[found->head],
                                    value_differs(heads, found, instruction)}
                 : (struct oc_head){heads->blocks.blocks[block],
                                    value_differs(heads, heads->all, instruction)};
}
