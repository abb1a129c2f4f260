#include "cpu/tiles/forks.h"

#include "base/names.h"
#include "base/text.h"
#include "ir/ids.h"
#include "ir/waits.h"

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
        if (oc_waits_for_block(instruction) || oc_waits_for_lanes(instruction))
            return true;
    }
    return false;
}

// For each block, the set of the blocks that every way from it to the end passes: itself, and those
// that are in the sets of all its successors.
static struct oc_bits *find_what_is_passed(const struct oc_forks *forks) {
    struct oc_bits *passed = OC_NEW_ARRAY(forks->arena, forks->count, struct oc_bits);
    for (size_t i = 0; i < forks->count; i++) {
        passed[i] = oc_bits_make(forks->arena, forks->count);
        bool ends = !next_of(forks->blocks[i], 0);
        for (size_t j = 0; j < forks->count; j++)
            if (!ends || j == i)
                oc_bits_set(passed[i], j);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = forks->count; i-- > 0;) {
            struct oc_bits common = oc_bits_make(forks->arena, forks->count);
            LLVMBasicBlockRef next = next_of(forks->blocks[i], 0);
            if (!next)
                continue;
            oc_bits_add(common, passed[number_of(forks, next)]);
            for (unsigned s = 1; (next = next_of(forks->blocks[i], s)); s++)
                oc_bits_keep(common, passed[number_of(forks, next)]);
            oc_bits_set(common, i);
            changed |= oc_bits_keep(passed[i], common);
        }
    }
    return passed;
}

// The block in a set after block `at` from which every way passes all others of the set.
static LLVMBasicBlockRef first_after(const struct oc_forks *forks, const struct oc_bits *passed,
                                     size_t at) {
    for (size_t i = 0; i < forks->count; i++) {
        bool is_first = i != at && oc_bits_test(passed[at], i);
        for (size_t j = 0; j < forks->count && is_first; j++)
            is_first = j == at || !oc_bits_test(passed[at], j) || oc_bits_test(passed[i], j);
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
    *out = (struct oc_forks){.arena = ir->arena,
                             .blocks = OC_NEW_ARRAY(ir->arena, count, LLVMBasicBlockRef),
                             .numbers = {.arena = ir->arena},
                             .meetings = OC_NEW_ARRAY(ir->arena, count, LLVMBasicBlockRef),
                             .waiting = oc_bits_make(ir->arena, count)};
    OC_EACH_BLOCK (block, function) {
        oc_map_set(&out->numbers, block, out->count);
        out->blocks[out->count++] = block;
    }
    const struct oc_bits *passed = find_what_is_passed(out);
    for (size_t i = 0; i < count; i++)
        out->meetings[i] = first_after(out, passed, i);
    find_what_waits(out);
    return true;
}

LLVMBasicBlockRef oc_forks_meeting(const struct oc_forks *forks, LLVMBasicBlockRef block) {
    return forks->meetings[number_of(forks, block)];
}

bool oc_forks_waits_from(const struct oc_forks *forks, LLVMBasicBlockRef block) {
    return oc_bits_test(forks->waiting, number_of(forks, block));
}

bool oc_forks_waits_after(const struct oc_forks *forks, LLVMBasicBlockRef block) {
    LLVMBasicBlockRef next;
    for (unsigned s = 0; (next = next_of(block, s)); s++)
        if (oc_forks_waits_from(forks, next))
            return true;
    return false;
}

// Adds a block to a set, with all that can be reached from it. It does not go on from blocks that
// were in the set.
static void add_reachable(const struct oc_forks *forks, struct oc_bits blocks,
                          LLVMBasicBlockRef from) {
    LLVMBasicBlockRef next;
    if (oc_bits_set(blocks, number_of(forks, from)))
        for (unsigned s = 0; (next = next_of(from, s)); s++)
            add_reachable(forks, blocks, next);
}

bool oc_forks_repeats(const struct oc_forks *forks, LLVMBasicBlockRef block) {
    struct oc_bits after = oc_bits_make(forks->arena, forks->count);
    LLVMBasicBlockRef next;
    for (unsigned s = 0; (next = next_of(block, s)); s++)
        add_reachable(forks, after, next);
    return oc_bits_test(after, number_of(forks, block));
}

static bool is_access(LLVMValueRef instruction) {
    return LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction);
}

bool oc_forks_is_idle(LLVMValueRef instruction) {
    if (!oc_ir_is_call(instruction))
        return !is_access(instruction) && !oc_ir_has_effect(instruction);
    const char *name = oc_ir_callee_name(instruction);
    return !oc_ir_has_effect(instruction) || oc_ir_is_pure(instruction) || oc_ids_is_index(name) ||
           strcmp(name, OC_NAME_LEAVE_GRID) == 0 || oc_starts_with(name, "llvm.lifetime.") ||
           oc_starts_with(name, "llvm.dbg.") || strcmp(name, "llvm.assume") == 0 ||
           strcmp(name, "llvm.experimental.noalias.scope.decl") == 0;
}

// How many instructions on the ways from a block to `until` are of a kind.
static size_t count_between(const struct oc_forks *forks, LLVMBasicBlockRef from,
                            LLVMBasicBlockRef until, bool (*is_of_kind)(LLVMValueRef)) {
    struct oc_bits blocks = oc_bits_make(forks->arena, forks->count);
    size_t count = 0;
    if (until)
        oc_bits_set(blocks, number_of(forks, until));
    add_reachable(forks, blocks, from);
    for (size_t i = 0; i < forks->count; i++)
        if (forks->blocks[i] != until && oc_bits_test(blocks, i))
            OC_EACH_INSTRUCTION (instruction, forks->blocks[i])
                count += is_of_kind(instruction);
    return count;
}

static bool is_busy(LLVMValueRef instruction) {
    return !oc_forks_is_idle(instruction);
}

bool oc_forks_are_idle(const struct oc_forks *forks, LLVMBasicBlockRef from,
                       LLVMBasicBlockRef until) {
    return count_between(forks, from, until, is_busy) == 0;
}

size_t oc_forks_accesses(const struct oc_forks *forks, LLVMBasicBlockRef from,
                         LLVMBasicBlockRef until) {
    return count_between(forks, from, until, is_access);
}
