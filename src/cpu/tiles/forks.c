#include "cpu/tiles/forks.h"

#include "base/names.h"
#include "base/text.h"

#include <string.h>

static size_t number_of(const struct oc_forks *forks, LLVMBasicBlockRef block) {
    size_t number = 0;
    oc_map_get(&forks->numbers, block, &number);
    return number;
}

static LLVMBasicBlockRef next_of(LLVMBasicBlockRef block, unsigned i) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    return i < LLVMGetNumSuccessors(end) ? LLVMGetSuccessor(end, i) : NULL;
}

static bool has_barrier(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block) {
        if (strcmp(oc_ir_callee_name(instruction), OC_NAME_BARRIER) == 0)
            return true;
    }
    return false;
}

// Sets each block's `always` to itself and what all of its successors have in common, until nothing
// changes.
static void find_what_is_always_passed(struct oc_forks *forks, struct oc_arena *arena) {
    for (size_t i = 0; i < forks->count; i++) {
        forks->always[i] = oc_bits_make(arena, forks->count);
        bool ends = !next_of(forks->blocks[i], 0);
        for (size_t j = 0; j < forks->count; j++)
            if (!ends || j == i)
                oc_bits_set(forks->always[i], j);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = forks->count; i-- > 0;) {
            struct oc_bits common = oc_bits_make(arena, forks->count);
            LLVMBasicBlockRef next = next_of(forks->blocks[i], 0);
            if (!next)
                continue;
            oc_bits_add(common, forks->always[number_of(forks, next)]);
            for (unsigned s = 1; (next = next_of(forks->blocks[i], s)); s++)
                oc_bits_keep(common, forks->always[number_of(forks, next)]);
            oc_bits_set(common, i);
            changed |= oc_bits_keep(forks->always[i], common);
        }
    }
}

static LLVMBasicBlockRef find_meeting(const struct oc_forks *forks, size_t at) {
    // Of those that are always passed, the first passes all others.
    for (size_t i = 0; i < forks->count; i++) {
        if (i == at || !oc_bits_test(forks->always[at], i))
            continue;
        bool is_first = true;
        for (size_t j = 0; j < forks->count && is_first; j++)
            is_first =
                j == at || !oc_bits_test(forks->always[at], j) || oc_bits_test(forks->always[i], j);
        if (is_first)
            return forks->blocks[i];
    }
    return NULL;
}

static void find_what_waits(struct oc_forks *forks) {
    for (size_t i = 0; i < forks->count; i++)
        if (has_barrier(forks->blocks[i]))
            oc_bits_set(forks->waiting, i);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = forks->count; i-- > 0;)
            if (oc_forks_waits_after(forks, forks->blocks[i]))
                changed |= oc_bits_set(forks->waiting, i);
    }
}

bool oc_forks_read(struct oc_ir *ir, LLVMValueRef function, struct oc_forks *out) {
    enum { MAX_BLOCKS = 256 };
    unsigned count = LLVMCountBasicBlocks(function);
    if (count > MAX_BLOCKS)
        return false;
    *out = (struct oc_forks){.blocks = OC_NEW_ARRAY(ir->arena, count, LLVMBasicBlockRef),
                             .numbers = {.arena = ir->arena},
                             .always = OC_NEW_ARRAY(ir->arena, count, struct oc_bits),
                             .meetings = OC_NEW_ARRAY(ir->arena, count, LLVMBasicBlockRef),
                             .waiting = oc_bits_make(ir->arena, count)};
    OC_EACH_BLOCK (block, function) {
        oc_map_set(&out->numbers, block, out->count);
        out->blocks[out->count++] = block;
    }
    find_what_is_always_passed(out, ir->arena);
    for (size_t i = 0; i < count; i++)
        out->meetings[i] = find_meeting(out, i);
    find_what_waits(out);
    return true;
}

LLVMBasicBlockRef oc_forks_meeting(const struct oc_forks *forks, LLVMBasicBlockRef block) {
    return forks->meetings[number_of(forks, block)];
}

bool oc_forks_wait_in(const struct oc_forks *forks, LLVMBasicBlockRef block) {
    return oc_bits_test(forks->waiting, number_of(forks, block));
}

bool oc_forks_waits_after(const struct oc_forks *forks, LLVMBasicBlockRef block) {
    LLVMBasicBlockRef next;
    for (unsigned s = 0; (next = next_of(block, s)); s++)
        if (oc_bits_test(forks->waiting, number_of(forks, next)))
            return true;
    return false;
}

// Adds the blocks from one on, before those that are in the set.
static void add_blocks(const struct oc_forks *forks, struct oc_bits blocks,
                       LLVMBasicBlockRef from) {
    LLVMBasicBlockRef next;
    if (oc_bits_set(blocks, number_of(forks, from)))
        for (unsigned s = 0; (next = next_of(from, s)); s++)
            add_blocks(forks, blocks, next);
}

// Sets `last` to `until`, and returns the blocks before it, with it.
static struct oc_bits blocks_between(const struct oc_forks *forks, struct oc_arena *arena,
                                     LLVMBasicBlockRef from, LLVMBasicBlockRef until,
                                     size_t *last) {
    struct oc_bits blocks = oc_bits_make(arena, forks->count);
    *last = until ? number_of(forks, until) : forks->count;
    if (until)
        oc_bits_set(blocks, *last);
    add_blocks(forks, blocks, from);
    return blocks;
}

bool oc_forks_repeats(const struct oc_forks *forks, struct oc_arena *arena,
                      LLVMBasicBlockRef block) {
    struct oc_bits after = oc_bits_make(arena, forks->count);
    LLVMBasicBlockRef next;
    for (unsigned s = 0; (next = next_of(block, s)); s++)
        add_blocks(forks, after, next);
    return oc_bits_test(after, number_of(forks, block));
}

static bool is_access(LLVMValueRef instruction) {
    return LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction);
}

static bool is_idle(LLVMValueRef instruction) {
    const char *name = oc_ir_callee_name(instruction);
    return strcmp(name, OC_NAME_LEAVE_GRID) == 0 || oc_starts_with(name, "llvm.lifetime.") ||
           oc_starts_with(name, "llvm.dbg.") ||
           !(is_access(instruction) || oc_ir_has_effect(instruction));
}

bool oc_forks_are_idle(const struct oc_forks *forks, struct oc_arena *arena, LLVMBasicBlockRef from,
                       LLVMBasicBlockRef until) {
    size_t last;
    struct oc_bits blocks = blocks_between(forks, arena, from, until, &last);
    bool idle = true;
    for (size_t i = 0; i < forks->count; i++)
        if (i != last && oc_bits_test(blocks, i))
            OC_EACH_INSTRUCTION (instruction, forks->blocks[i])
                idle = idle && is_idle(instruction);
    return idle;
}

size_t oc_forks_accesses(const struct oc_forks *forks, struct oc_arena *arena,
                         LLVMBasicBlockRef from, LLVMBasicBlockRef until) {
    size_t last, count = 0;
    struct oc_bits blocks = blocks_between(forks, arena, from, until, &last);
    for (size_t i = 0; i < forks->count; i++)
        if (i != last && oc_bits_test(blocks, i))
            OC_EACH_INSTRUCTION (instruction, forks->blocks[i])
                count += is_access(instruction);
    return count;
}
