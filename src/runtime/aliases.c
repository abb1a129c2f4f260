#include "runtime/aliases.h"

#include <stdlib.h>

// The memory of an entry.
struct span {
    uintptr_t start, end;
    uint32_t entry;
};

static bool is_before(const struct span *left, const struct span *right) {
    return left->start < right->start || (left->start == right->start && left->end > right->end);
}

static int compare(const void *left, const void *right) {
    return is_before(left, right) ? -1 : is_before(right, left);
}

// By start, and what holds others before those.
static void sort(struct span *spans, uint32_t count) {
    enum { FEW = 16 };
    if (count > FEW) {
        qsort(spans, count, sizeof *spans, compare);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        struct span span = spans[i];
        uint32_t at = i;
        for (; at > 0 && is_before(&span, &spans[at - 1]); at--)
            spans[at] = spans[at - 1];
        spans[at] = span;
    }
}

// The memory that is mapped, sorted. Returns the number of spans.
static uint32_t collect(const struct __offloadcc_entries *entries, struct span *spans) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        uintptr_t start = (uintptr_t)entry->start;
        if (!(entry->type & (MAP_LITERAL | MAP_PRIVATE)) && entry->size > 0)
            spans[found++] = (struct span){start, start + (uintptr_t)entry->size, i};
    }
    sort(spans, found);
    return found;
}

static _Noreturn void stop_at_overlap(const struct __offloadcc_kernel *kernel,
                                      const struct map_entry *one, const struct map_entry *other) {
    if (one->parameter > other->parameter) {
        const struct map_entry *first = other;
        other = one;
        one = first;
    }
    __offloadcc_stop(kernel,
                     "the arrays passed for parameters '%s' (%lld bytes at %p) and '%s' "
                     "(%lld bytes at %p) overlap in part; pass the same array, one that holds the "
                     "other, or separate ones",
                     kernel->__offloadcc_parameters[one->parameter].__offloadcc_name,
                     (long long)one->size, one->start,
                     kernel->__offloadcc_parameters[other->parameter].__offloadcc_name,
                     (long long)other->size, other->start);
}

static uint32_t join_spans(const struct __offloadcc_entries *entries, const struct span *spans,
                           uint32_t count, struct map_entry *joined) {
    enum { DIRECTIONS = MAP_TO | MAP_FROM };
    uint32_t joins = 0;
    for (uint32_t i = 0, next; i < count; i = next) {
        const struct span *whole = &spans[i];
        const struct map_entry *first = &entries->items[whole->entry];
        int64_t directions = first->type & DIRECTIONS;
        bool alike = true, in_part = false;
        for (next = i + 1; next < count && spans[next].start < whole->end; next++) {
            const struct span *part = &spans[next];
            const struct map_entry *entry = &entries->items[part->entry];
            if (part->end > whole->end)
                stop_at_overlap(entries->kernel, first, entry);
            in_part = in_part || part->start != whole->start || part->end != whole->end;
            alike = alike && !in_part && (entry->type & DIRECTIONS) == directions;
            directions |= entry->type & DIRECTIONS;
        }
        // All of the whole comes back: what the parts leave of it is to be what it was.
        if (in_part && directions & MAP_FROM)
            directions |= MAP_TO;
        if (!alike)
            joined[joins++] = (struct map_entry){first->start, first->start, first->size,
                                                 directions, first->parameter};
    }
    return joins;
}

uint32_t __offloadcc_join_aliases(const struct __offloadcc_entries *entries,
                                  struct map_entry *joined) {
    enum { ON_STACK = 64 };
    struct span few[ON_STACK], *spans = few;
    if (entries->count > ON_STACK)
        spans = __offloadcc_allocate(entries->count, sizeof *spans);
    uint32_t joins = join_spans(entries, spans, collect(entries, spans), joined);
    if (spans != few)
        free(spans);
    return joins;
}
