#include "device/heads.h"

#include "base/names.h"
#include "base/text.h"
#include "device/naturalloops.h"

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
    bool *steady;           // likewise: see find_steady
    size_t *loops;          // likewise: the first block of the loop in whose turns it changes, or 0
    const size_t *meetings; // of the blocks
    const struct part *base; // the lanes of which these are some, all from one turn; NULL of all
    unsigned depth;          // the number of bases
};

struct oc_heads {
    struct oc_ir *ir;
    const struct oc_lowering *lowering;
    LLVMValueRef function;
    struct oc_dominators blocks;
    struct oc_map numbers;      // of instructions, in the order of the blocks
    LLVMValueRef *instructions; // by number
    size_t *firsts; // by block: the number of its first instruction; one more at the end
    bool of_blocks;
    bool *same_arguments; // by parameter: the same for all lanes that come to the entry
    struct oc_naturalloops loops;
    struct part *all;    // the lanes that come to the entry
    struct part **parts; // by block; NULL if it is not known yet
    size_t *begins;      // by block: the last block that dominates it and begins a part, or 0
    size_t work;         // how many instructions have been looked at
    unsigned depth;      // of the search for bases
    size_t *found, found_count; // those that differ, whose users have not been looked at
    size_t *waiting;            // blocks, while some are marked
    size_t *marks, mark;        // by block: the last mark
};

enum { MOST_WORK = 2000000, MOST_CALLS = 8, MOST_DEPTH = 64 };

static size_t number_of(const struct oc_heads *heads, LLVMBasicBlockRef block) {
    return oc_dominators_number(&heads->blocks, block);
}

static size_t block_of(const struct oc_heads *heads, LLVMValueRef instruction) {
    return number_of(heads, LLVMGetInstructionParent(instruction));
}

static bool is_in(const struct part *part, size_t block) {
    return part->head <= block && block < part->end;
}

static bool has_instruction(const struct oc_heads *heads, const struct part *part, size_t number) {
    return part->first <= number && number < heads->firsts[part->end];
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

// The one call of a function, if it is always made where all lanes are that come to the caller.
static LLVMValueRef only_call(LLVMValueRef function) {
    LLVMUseRef use = LLVMGetFirstUse(function);
    LLVMValueRef call = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
    if (!call || !LLVMIsACallInst(call) || oc_ir_callee(call) != function)
        return NULL;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
    return block == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block)) ? call : NULL;
}

static bool is_passed_to_all(const struct oc_heads *heads, LLVMValueRef function,
                             unsigned parameter) {
    for (unsigned calls = 0; LLVMGetFunctionCallConv(function) != heads->lowering->entry_convention;
         calls++) {
        LLVMValueRef call =
            LLVMGetLinkage(function) == LLVMInternalLinkage ? only_call(function) : NULL;
        if (!call || calls == MOST_CALLS)
            return false;
        LLVMValueRef value = LLVMGetOperand(call, parameter);
        while (LLVMIsACastInst(value))
            value = LLVMGetOperand(value, 0);
        if (!LLVMIsAArgument(value))
            return LLVMIsConstant(value);
        function = LLVMGetParamParent(value);
        parameter = oc_ir_parameter_number(value);
    }
    return true;
}

static bool is_same_argument(const struct oc_heads *heads, LLVMValueRef argument) {
    return heads->same_arguments[oc_ir_parameter_number(argument)];
}

// Finds the parameters that are the same for all lanes: a kernel's, and those of a function that is
// called once, by all lanes of a kernel, as a kernel's body is without optimisations.
static void find_same_arguments(struct oc_heads *heads) {
    LLVMValueRef function = heads->function;
    unsigned count = LLVMCountParams(function);
    heads->same_arguments = OC_NEW_ARRAY(heads->ir->arena, count + 1, bool);
    for (unsigned i = 0; i < count; i++)
        heads->same_arguments[i] = is_passed_to_all(heads, function, i);
}

static bool value_differs(const struct oc_heads *heads, const struct part *part,
                          LLVMValueRef value) {
    size_t number;
    if (LLVMIsAArgument(value))
        return !is_same_argument(heads, value);
    if (!LLVMIsAInstruction(value) || !oc_map_get(&heads->numbers, value, &number))
        return false;
    while (!has_instruction(heads, part, number))
        part = part->base;
    return part->differs[number - part->first];
}

// Whether a phi is of a loop that the lanes of the part begin a turn of, and does not differ.
static bool is_steady_phi(const struct oc_heads *heads, const struct part *part, size_t number) {
    return part->steady && part->steady[number - part->first] &&
           number < heads->firsts[part->head + 1] && LLVMIsAPHINode(heads->instructions[number]);
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
// that have come there by different ways.
static void begin_values(struct oc_heads *heads, struct part *part) {
    for (size_t i = part->first; i < heads->firsts[part->end]; i++) {
        LLVMValueRef instruction = heads->instructions[i];
        bool is_of_head = part->head > 0 && i < heads->firsts[part->head + 1];
        if (is_steady_phi(heads, part, i))
            continue;
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
        if (oc_map_get(&heads->numbers, user, &number) && has_instruction(heads, part, number) &&
            !is_vote(heads, user) && !is_steady_phi(heads, part, number))
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

// ---- Loops -------------------------------------------------------------------------------------

// Whether a value is the same for lanes that are together in a turn of the loops around a block.
// Sets *loop to the first block of a loop around the block, in whose turns the value changes, if
// that is within *loop.
static bool is_steady_there(const struct oc_heads *heads, const struct part *part,
                            LLVMValueRef value, size_t block, size_t *loop) {
    size_t number;
    if (!LLVMIsAInstruction(value) || !oc_map_get(&heads->numbers, value, &number) ||
        !has_instruction(heads, part, number))
        return !value_differs(heads, part, value);
    size_t changes = part->loops[number - part->first];
    if (changes > *loop)
        *loop = changes;
    return part->steady[number - part->first] &&
           (!changes || oc_naturalloops_has(&heads->loops, changes, block));
}

static bool may_be_steady(const struct oc_heads *heads, const struct part *part, size_t block,
                          LLVMValueRef instruction) {
    if (!oc_naturalloops_has(&heads->loops, part->head, block))
        return false;
    return LLVMIsAPHINode(instruction) ? heads->loops.heads[block] == block &&
                                             oc_naturalloops_is_plain(&heads->loops, block)
                                       : !is_source(heads, instruction);
}

// Looks at a value's operands anew. Returns whether something is known now that was not before.
static bool update_steady(const struct oc_heads *heads, struct part *part, size_t block,
                          size_t number) {
    LLVMValueRef instruction = heads->instructions[number];
    size_t i = number - part->first, loop = 0;
    bool steady = true;
    if (!part->steady[i])
        return false;
    for (int o = 0; o < LLVMGetNumOperands(instruction); o++)
        steady =
            is_steady_there(heads, part, LLVMGetOperand(instruction, (unsigned)o), block, &loop) &&
            steady;
    if (LLVMIsAPHINode(instruction))
        loop = block;
    bool changed = !steady || loop != part->loops[i];
    part->steady[i] = steady;
    part->loops[i] = loop;
    return changed;
}

// Lanes may leave a loop one after another. Those that are left begin each turn together. So they
// have the same counter, and the same of what is computed from that.
static void find_steady(struct oc_heads *heads, struct part *part) {
    size_t values = heads->firsts[part->end] - part->first;
    if (part->head == 0 || !oc_naturalloops_is_plain(&heads->loops, part->head))
        return;
    part->steady = OC_NEW_ARRAY(heads->ir->arena, values, bool);
    part->loops = OC_NEW_ARRAY(heads->ir->arena, values, size_t);
    for (size_t b = part->head; b < part->end; b++)
        for (size_t i = heads->firsts[b]; i < heads->firsts[b + 1]; i++)
            part->steady[i - part->first] = may_be_steady(heads, part, b, heads->instructions[i]);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t b = part->head; b < part->end; b++)
            for (size_t i = heads->firsts[b]; i < heads->firsts[b + 1]; i++)
                changed = update_steady(heads, part, b, i) || changed;
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

// Whether some of the lanes may have gone another way than to the block, or have left the loop that
// it begins.
static bool begins_part(const struct oc_heads *heads, size_t block) {
    if (oc_naturalloops_is_plain(&heads->loops, block))
        return heads->all->parted[block];
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
        .of_blocks = of_blocks,
    };
    find_same_arguments(heads);
    oc_dominators_read(ir->arena, function, &heads->blocks);
    number_instructions(heads);
    heads->found = OC_NEW_ARRAY(ir->arena, heads->firsts[heads->blocks.count], size_t);
    heads->waiting = OC_NEW_ARRAY(ir->arena, heads->blocks.count + 1, size_t);
    heads->marks = OC_NEW_ARRAY(ir->arena, heads->blocks.count, size_t);
    heads->parts = OC_NEW_ARRAY(ir->arena, heads->blocks.count, struct part *);
    oc_naturalloops_read(ir->arena, &heads->blocks, &heads->loops);
    heads->all = heads->parts[0] = make_part(heads, 0);
    analyse(heads, heads->all);
    find_parts(heads);
    return heads;
}

const struct oc_dominators *oc_heads_blocks(const struct oc_heads *heads) {
    return &heads->blocks;
}

// ---- Where lanes come together -----------------------------------------------------------------

static const struct part *part_of(struct oc_heads *heads, size_t block);

// Finds the lanes that come together to the branch before a head. The lanes of the head are some of
// these. If the branch leaves a loop and parts lanes, the lanes of the head come from several turns
// of the loop, so that values of one turn say nothing of them.
static const struct part *find_base(struct oc_heads *heads, size_t head) {
    size_t from = oc_naturalloops_is_plain(&heads->loops, head)
                      ? oc_naturalloops_before(&heads->loops, head)
                      : heads->blocks.parents[head];
    const struct part *base = heads->depth < MOST_DEPTH ? part_of(heads, from) : NULL;
    if (!base || base->depth == MOST_DEPTH)
        return heads->all;
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(heads->blocks.blocks[from]);
    bool leaves_loop = heads->loops.heads[from] < heads->blocks.count &&
                       !oc_naturalloops_has(&heads->loops, from, head);
    return leaves_loop && value_differs(heads, base, branch) ? heads->all : base;
}

// The lanes that come to a block together; NULL if finding out about them takes too long.
static struct part *part_at(struct oc_heads *heads, size_t block) {
    if (heads->parts[block] || heads->work > MOST_WORK)
        return heads->parts[block];
    heads->depth++;
    const struct part *base = find_base(heads, block);
    heads->depth--;
    struct part *part = heads->parts[block] = make_part(heads, block);
    part->base = base;
    part->depth = base->depth + 1;
    find_steady(heads, part);
    analyse(heads, part);
    return part;
}

// The largest part whose lanes come to a block together: all lanes, or those that went one way at a
// branch. NULL, if no part is known.
static const struct part *part_of(struct oc_heads *heads, size_t block) {
    const struct part *found = NULL;
    if (!heads->all->parted[block])
        return heads->all;
    for (size_t at = heads->begins[block]; at > 0; at = heads->begins[heads->blocks.parents[at]]) {
        const struct part *part = part_at(heads, at);
        if (part && !part->parted[block - at])
            found = part;
    }
    return found;
}

struct oc_head oc_heads_of(struct oc_heads *heads, LLVMValueRef instruction) {
    size_t block = block_of(heads, instruction);
    if (block == heads->blocks.count)
        return (struct oc_head){NULL, true};
    const struct part *part = part_of(heads, block);
    return (struct oc_head){heads->blocks.blocks[part ? part->head : block],
                            value_differs(heads, part ? part : heads->all, instruction)};
}
