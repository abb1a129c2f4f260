#include "device/turns.h"

static bool is_way_back(const struct oc_dominators *blocks, size_t head, size_t from) {
    return oc_dominators_has(blocks, head, from);
}

// Marks the blocks that lead back to `head`. Loops around it have been seen before.
static void read_loop(const struct oc_dominators *blocks, struct oc_turns *out, size_t head,
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

void oc_turns_read(struct oc_arena *arena, const struct oc_dominators *blocks,
                   struct oc_turns *out) {
    size_t edges = 1;
    *out = (struct oc_turns){.blocks = blocks,
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

bool oc_turns_begin(const struct oc_turns *turns, size_t block) {
    const struct oc_numbers *before = &turns->blocks->before[block];
    return before->count == 2 && is_way_back(turns->blocks, block, before->items[0]) !=
                                     is_way_back(turns->blocks, block, before->items[1]);
}

bool oc_turns_share(const struct oc_turns *turns, size_t other, size_t block) {
    size_t none = turns->blocks->count, head = turns->heads[other];
    for (size_t at = turns->heads[block]; at != none; at = turns->outer[at])
        if (at == head)
            return true;
    return false;
}
