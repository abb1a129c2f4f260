#include "cpu/loops/ahead.h"

#include "cpu/loops/alike.h"
#include "cpu/loops/build.h"

// LINES: of the cache, from a load to what is fetched for a later one, if elements have 4 bytes; as
// many as a core waits for at a time. MOST_ARRAYS: that a loop reads in this way.
enum { LINE = 64, LINES = 64, LEAST_TURNS = 2, MOST_ARRAYS = 4, DEPTH = 16 };

struct ahead {
    struct oc_threads *threads;
    const struct oc_loops *loops;
    size_t region;
    LLVMValueRef turn, step; // the counter of turns, and what a turn adds to it
    LLVMValueRef distance;   // what some turns add to it
    LLVMValueRef arrays[MOST_ARRAYS];
    unsigned count; // of arrays
};

// Whether control may come to a block, which is not the entry, past another one.
static bool passes(const struct oc_threads *threads, LLVMBasicBlockRef other,
                   LLVMBasicBlockRef block) {
    struct oc_values waiting = {.arena = threads->ir->arena};
    struct oc_map seen = {.arena = threads->ir->arena};
    LLVMBasicBlockRef at = LLVMGetEntryBasicBlock(threads->body->function);
    oc_map_set(&seen, other, 1);
    if (at != other)
        oc_values_add(&waiting, LLVMBasicBlockAsValue(at));
    while (waiting.count) {
        at = LLVMValueAsBasicBlock(waiting.items[--waiting.count]);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(at); // NULL: it is not complete yet
        for (unsigned s = 0; end && s < LLVMGetNumSuccessors(end); s++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, s);
            if (next == block)
                return true;
            if (oc_map_get(&seen, next, NULL))
                continue;
            oc_map_set(&seen, next, 1);
            oc_values_add(&waiting, LLVMBasicBlockAsValue(next));
        }
    }
    return false;
}

// Whether a value is known before the loop over the threads.
static bool is_known(const struct ahead *ahead, LLVMValueRef value) {
    if (!LLVMIsAInstruction(value))
        return true;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
    return block == ahead->loops->first || (!oc_nest_has(ahead->threads, ahead->region, block) &&
                                            !passes(ahead->threads, block, ahead->loops->first));
}

// An address of the first thread, `distance` later.
struct moved {
    unsigned long bytes; // from one thread's element to the next
    bool turns, threads; // it depends on the counter, and on the thread
};

static LLVMValueRef move(const struct ahead *ahead, LLVMValueRef value, struct moved *moved,
                         int depth);

static LLVMValueRef move_binary(const struct ahead *ahead, LLVMValueRef value, struct moved *moved,
                                int depth) {
    LLVMValueRef left = move(ahead, LLVMGetOperand(value, 0), moved, depth - 1);
    LLVMValueRef right = left ? move(ahead, LLVMGetOperand(value, 1), moved, depth - 1) : NULL;
    return right ? LLVMBuildAdd(ahead->threads->builder, left, right, "") : NULL;
}

static LLVMValueRef move_element(const struct ahead *ahead, LLVMValueRef value, struct moved *moved,
                                 int depth) {
    if (LLVMGetNumOperands(value) != 2)
        return NULL;
    LLVMValueRef pointer = move(ahead, LLVMGetOperand(value, 0), moved, depth - 1);
    bool before = moved->threads;
    LLVMValueRef index = pointer ? move(ahead, LLVMGetOperand(value, 1), moved, depth - 1) : NULL;
    if (!index)
        return NULL;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(value);
    if (moved->threads != before)
        moved->bytes = LLVMABISizeOfType(LLVMGetModuleDataLayout(ahead->threads->ir->module), type);
    return LLVMBuildGEP2(ahead->threads->builder, type, pointer, &index, 1, "");
}

// Returns NULL if the value is not a sum to which the thread's number is added once.
static LLVMValueRef move(const struct ahead *ahead, LLVMValueRef value, struct moved *moved,
                         int depth) {
    const struct oc_loops *loops = ahead->loops;
    LLVMBuilderRef builder = ahead->threads->builder;
    if (value == ahead->turn) {
        moved->turns = true;
        return LLVMBuildAdd(builder, value, ahead->distance, "");
    }
    if (value == loops->thread) {
        bool again = moved->threads;
        moved->threads = true;
        return again ? NULL : oc_build_number(ahead->threads, 0);
    }
    if (is_known(ahead, value))
        return value;
    if (!depth)
        return NULL;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    switch (opcode) {
    case LLVMAdd:
        return move_binary(ahead, value, moved, depth);
    case LLVMGetElementPtr:
        return move_element(ahead, value, moved, depth);
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt: {
        LLVMValueRef source = move(ahead, LLVMGetOperand(value, 0), moved, depth - 1);
        return source ? LLVMBuildCast(builder, opcode, source, LLVMTypeOf(value), "") : NULL;
    }
    default:
        return NULL;
    }
}

static LLVMValueRef find_in(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block)
        if (oc_alike_counts_turns(instruction))
            return instruction;
    return NULL;
}

// The addition is the same for all threads, so it may be before their loop.
static LLVMValueRef find_counter(const struct ahead *ahead) {
    const struct oc_region *region = &ahead->threads->regions->items[ahead->region];
    LLVMValueRef found = find_in(ahead->loops->first);
    for (size_t n = 0; n < region->count && !found; n++)
        found = find_in(ahead->threads->body->nodes[region->nodes[n]].block);
    return found;
}

static bool is_new(struct ahead *ahead, LLVMValueRef array) {
    for (unsigned i = 0; i < ahead->count; i++)
        if (ahead->arrays[i] == array)
            return false;
    return !LLVMIsAAllocaInst(array) && ahead->count < MOST_ARRAYS;
}

static void fetch(struct ahead *ahead, LLVMValueRef load) {
    struct oc_threads *threads = ahead->threads;
    LLVMValueRef address = LLVMGetOperand(load, 0), array = oc_ir_base(address);
    if (!is_new(ahead, array))
        return;
    unsigned long length = LLVMConstIntGetZExtValue(threads->strip_length);
    struct moved moved = {0};
    // What is not used of this is deleted by LLVM.
    LLVMValueRef first = move(ahead, address, &moved, DEPTH);
    unsigned long lines = length * moved.bytes / LINE;
    if (!first || !moved.turns || !moved.threads || !lines || lines > LINES)
        return;
    ahead->arrays[ahead->count++] = array;
    for (unsigned long line = 0; line < lines; line++) {
        LLVMValueRef offset = oc_build_number(threads, line * LINE);
        oc_ir_build_prefetch(threads->ir, threads->builder,
                             LLVMBuildGEP2(threads->builder, threads->i8, first, &offset, 1, ""));
    }
}

void oc_ahead_fetch(struct oc_threads *threads, size_t region) {
    struct ahead ahead = {.threads = threads, .region = region, .loops = &threads->loops[region]};
    LLVMValueRef counter = ahead.loops->loops ? find_counter(&ahead) : NULL;
    if (!counter || !LLVMIsConstant(threads->strip_length))
        return;
    ahead.turn = LLVMGetOperand(counter, 0);
    ahead.step = LLVMGetOperand(counter, 1);
    if (LLVMIsConstant(ahead.step) || !is_known(&ahead, ahead.step) ||
        !is_known(&ahead, ahead.turn))
        return;
    oc_build_at_end(threads, ahead.loops->first);
    unsigned long turns = LINES * LINE / (LLVMConstIntGetZExtValue(threads->strip_length) * 4);
    turns = turns < LEAST_TURNS ? LEAST_TURNS : turns;
    ahead.distance =
        LLVMBuildMul(threads->builder, ahead.step, oc_build_number(threads, turns), "");
    const struct oc_region *nodes = &threads->regions->items[region];
    for (size_t n = 0; n < nodes->count; n++)
        OC_EACH_INSTRUCTION (instruction, threads->body->nodes[nodes->nodes[n]].block)
            if (LLVMIsALoadInst(instruction) && !LLVMGetVolatile(instruction))
                fetch(&ahead, instruction);
}
