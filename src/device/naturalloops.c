#include "device/naturalloops.h"

static bool is_way_back(const struct oc_dominators *blocks, size_t head, size_t from) {
    return oc_dominators_has(blocks, head, from);
}

// Marks the blocks that lead back to `head`. Loops around it have been seen before.
static void read_loop(const struct oc_dominators *blocks, struct oc_naturalloops *out, size_t head,
                      size_t *waiting) {
    size_t count = 0, outer = out->heads[head];
    const struct oc_numbers *before = &blocks->before[head];
    for (size_t i = 0; i < before->count; i++)
        if (is_way_back(blocks, head, before->items[i]))
            waiting[count++] = before->items[i];
    if (!count)
        return;
    out->heads[head] = head;
    out->outer[head] = outer;
    while (count) {
        size_t block = waiting[--count];
        if (out->heads[block] == head)
            continue;
        out->heads[block] = head;
        before = &blocks->before[block];
        for (size_t i = 0; i < before->count; i++)
            if (out->heads[before->items[i]] != head)
                waiting[count++] = before->items[i];
    }
}

void oc_naturalloops_read(struct oc_arena *arena, const struct oc_dominators *blocks,
                          struct oc_naturalloops *out) {
    size_t edges = 1;
    *out = (struct oc_naturalloops){.blocks = blocks,
                                    .heads = OC_NEW_ARRAY(arena, blocks->count, size_t),
                                    .outer = OC_NEW_ARRAY(arena, blocks->count, size_t)};
    for (size_t i = 0; i < blocks->count; i++) {
        out->heads[i] = out->outer[i] = blocks->count;
        edges += blocks->before[i].count;
    }
    size_t *waiting = OC_NEW_ARRAY(arena, edges, size_t);
    for (size_t i = 0; i < blocks->count; i++)
        read_loop(blocks, out, i, waiting);
}

bool oc_naturalloops_is_plain(const struct oc_naturalloops *loops, size_t block) {
    const struct oc_numbers *before = &loops->blocks->before[block];
    return before->count == 2 && is_way_back(loops->blocks, block, before->items[0]) !=
                                     is_way_back(loops->blocks, block, before->items[1]);
}

size_t oc_naturalloops_before(const struct oc_naturalloops *loops, size_t head) {
    const size_t *before = loops->blocks->before[head].items;
    return before[is_way_back(loops->blocks, head, before[0]) ? 1 : 0];
}

bool oc_naturalloops_has(const struct oc_naturalloops *loops, size_t other, size_t block) {
    size_t none = loops->blocks->count, head = loops->heads[other];
    for (size_t at = loops->heads[block]; at != none; at = loops->outer[at])
        if (at == head)
            return true;
    return false;
}
