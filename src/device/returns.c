#include "device/returns.h"

#include "base/map.h"
#include "device/barriers.h"
#include "device/edges.h"
#include "device/naturalloops.h"
#include "device/structure.h"

#include <string.h>

// ---- The function ------------------------------------------------------------------------------

// A function, as it is at the moment.
struct function {
    struct oc_ir *ir;
    LLVMValueRef value;
    struct oc_dominators blocks;
    struct oc_naturalloops loops;
    bool *stays; // by block: control can come from there to one of the calls, or to a barrier
};

static void read_function(struct function *function, const struct oc_values *calls) {
    struct oc_dominators *blocks = &function->blocks;
    struct oc_arena *arena = function->ir->arena;
    oc_dominators_read(arena, function->value, blocks);
    oc_naturalloops_read(arena, blocks, &function->loops);
    function->stays = OC_NEW_ARRAY(arena, blocks->count, bool);
    for (size_t i = 0; i < calls->count; i++) {
        size_t block = oc_dominators_number(blocks, LLVMGetInstructionParent(calls->items[i]));
        if (block < blocks->count)
            function->stays[block] = true;
    }
    for (size_t i = 0; i < blocks->count; i++)
        function->stays[i] |= oc_barriers_block_may_wait(function->ir, blocks->blocks[i]);
    oc_dominators_spread_back(arena, blocks, function->stays, blocks->count);
}

static void meet(const struct function *function, const struct oc_edges *stay,
                 const struct oc_edges *leave) {
    struct oc_edit edit = oc_edit_begin(function->ir);
    oc_edges_meet(&edit, function->value, stay, leave);
    oc_edit_end(&edit);
}

// ---- Loops -------------------------------------------------------------------------------------

// Finds the edges out of the loop that begins with `head`. Returns false if lanes in it may wait,
// or all leave it to one block.
static bool find_exits(const struct function *function, size_t head, struct oc_edges *stay,
                       struct oc_edges *leave) {
    const struct oc_dominators *blocks = &function->blocks;
    const struct oc_naturalloops *loops = &function->loops;
    LLVMBasicBlockRef first = NULL;
    bool is_left_to_several = false;
    for (size_t i = head; i < blocks->ends[head]; i++) {
        if (!oc_naturalloops_has(loops, head, i))
            continue;
        if (oc_barriers_block_may_wait(function->ir, blocks->blocks[i]))
            return false;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks->blocks[i]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, s);
            size_t to = oc_dominators_number(blocks, next);
            if (oc_naturalloops_has(loops, head, to) ||
                LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(next)))
                continue;
            first = first ? first : next;
            is_left_to_several |= next != first;
            oc_edges_add(function->ir, function->stays[to] ? stay : leave, blocks->blocks[i], s);
        }
    }
    return is_left_to_several && stay->count;
}

static bool meet_after_loop(const struct function *function, size_t head) {
    struct oc_edges stay = {0}, leave = {0};
    if (function->loops.heads[head] != head || !find_exits(function, head, &stay, &leave))
        return false;
    meet(function, &stay, &leave);
    return true;
}

// ---- Branches ----------------------------------------------------------------------------------

// The blocks that lanes go through from a branch on, while they stay in the innermost loop around
// it, up to `meeting` and to the next turn.
struct region {
    size_t from, meeting;
    bool *has; // by block; with the branch's own
    bool ends; // lanes may not come to the meeting, though they stay
};

static bool leaves(const struct function *function, const struct region *region, size_t to) {
    bool has_loop = function->loops.heads[region->from] < function->blocks.count;
    return !function->stays[to] ||
           (has_loop && !oc_naturalloops_has(&function->loops, region->from, to));
}

static void find_region(const struct function *function, struct region *region, size_t *waiting) {
    const struct oc_dominators *blocks = &function->blocks;
    size_t count = 0, turn = function->loops.heads[region->from];
    memset(region->has, 0, blocks->count * sizeof *region->has);
    region->ends = false;
    region->has[region->from] = true;
    waiting[count++] = region->from;
    while (count) {
        const struct oc_numbers *next = &blocks->next[waiting[--count]];
        bool goes_on = false;
        for (size_t s = 0; s < next->count; s++) {
            size_t to = next->items[s];
            if (leaves(function, region, to))
                continue;
            goes_on = true;
            region->ends |= to == turn && to != region->meeting;
            if (to == region->meeting || to == turn || region->has[to])
                continue;
            region->has[to] = true;
            waiting[count++] = to;
        }
        region->ends |= !goes_on;
    }
}

// Finds the first block that all lanes that stay come to after a branch, and the region up to it.
static bool find_meeting(const struct function *function, size_t from, struct region *out) {
    const struct oc_dominators *blocks = &function->blocks;
    struct oc_arena *arena = function->ir->arena;
    size_t *waiting = OC_NEW_ARRAY(arena, blocks->count, size_t),
           turn = function->loops.heads[from];
    bool *all = OC_NEW_ARRAY(arena, blocks->count, bool);
    *out = (struct region){from, blocks->count, OC_NEW_ARRAY(arena, blocks->count, bool), false};
    find_region(function, out, waiting);
    memcpy(all, out->has, blocks->count * sizeof *all);
    size_t found = blocks->count, least = blocks->count + 1;
    for (size_t i = 0; i < blocks->count; i++) {
        if (i == from ? i != turn : !all[i] && i != turn)
            continue;
        out->meeting = i;
        find_region(function, out, waiting);
        size_t size = 0;
        for (size_t b = 0; b < blocks->count; b++)
            size += out->has[b];
        if (!out->ends && size < least) {
            found = i;
            least = size;
        }
    }
    out->meeting = found;
    find_region(function, out, waiting);
    return found < blocks->count;
}

// Finds the edges out of a region, to the meeting in *stay, and those of lanes that return in
// *leave. Returns false if lanes may wait in it or come to it from elsewhere. Also if nothing is to
// be done: lanes return at the branch only, and none come to the meeting from elsewhere.
static bool find_edges(const struct function *function, const struct region *region,
                       struct oc_edges *stay, struct oc_edges *leave) {
    const struct oc_dominators *blocks = &function->blocks;
    bool is_inside = false;
    for (size_t i = 0; i < blocks->count; i++) {
        if (!region->has[i])
            continue;
        if (!oc_dominators_has(blocks, region->from, i) ||
            (i != region->from && oc_barriers_block_may_wait(function->ir, blocks->blocks[i])))
            return false;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks->blocks[i]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
            size_t to = oc_dominators_number(blocks, LLVMGetSuccessor(end, s));
            bool returns = leaves(function, region, to);
            if (returns && LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(blocks->blocks[to])))
                continue;
            is_inside |= returns && i != region->from;
            if (returns || to == region->meeting)
                oc_edges_add(function->ir, returns ? leave : stay, blocks->blocks[i], s);
        }
    }
    const struct oc_numbers *before = &blocks->before[region->meeting];
    bool is_shared = false;
    for (size_t i = 0; i < before->count; i++)
        is_shared |= !region->has[before->items[i]];
    return stay->count && (is_inside || (is_shared && stay->count > 1));
}

static bool meet_after_branch(const struct function *function, size_t from) {
    struct oc_edges stay = {0}, leave = {0};
    struct region region;
    if (!function->stays[from] || !find_meeting(function, from, &region) ||
        !find_edges(function, &region, &stay, &leave))
        return false;
    meet(function, &stay, &leave);
    return true;
}

// What is inside comes first: lanes that return from there meet those around it next.
bool oc_returns_delay(struct oc_ir *ir, LLVMValueRef value, const struct oc_values *calls,
                      const struct oc_values *branches) {
    enum { MOST_BLOCKS = 1000 }; // the time grows with their square, or more
    struct function function = {.ir = ir, .value = value};
    struct oc_map parting = {.arena = ir->arena};
    if (LLVMCountBasicBlocks(value) > MOST_BLOCKS)
        return true;
    if (!oc_structure_run(ir, value, "reg2mem"))
        return false;
    for (size_t i = 0; i < branches->count; i++)
        oc_map_set(&parting, LLVMGetInstructionParent(branches->items[i]), 1);
    read_function(&function, calls);
    LLVMBasicBlockRef *blocks = function.blocks.blocks;
    for (size_t i = function.blocks.count; i-- > 0;) {
        if (oc_map_get(&parting, blocks[i], NULL) &&
            meet_after_branch(&function, oc_dominators_number(&function.blocks, blocks[i])))
            read_function(&function, calls);
        if (meet_after_loop(&function, oc_dominators_number(&function.blocks, blocks[i])))
            read_function(&function, calls);
    }
    return oc_structure_run(ir, value, "sroa,loop-simplify");
}
