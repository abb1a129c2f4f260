#include "runtime/launch/aliases.h"

#include "runtime/data/data.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/say/stop.h"

#include <stdlib.h>

// The memory of an entry.
struct span {
    uintptr_t start, end;
    uint32_t entry;
};

static bool is_before(const struct span *left, const struct span *right) {
    return left->start < right->start || (left->start == right->start && left->end > right->end);
}

static bool are_sorted(const struct span *spans, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        if (is_before(&spans[i], &spans[i - 1]))
            return false;
    return true;
}

static int compare_spans(const void *left, const void *right) {
    return is_before(left, right) ? -1 : is_before(right, left);
}

// By start, and what holds others before those.
static void sort_spans(struct span *spans, uint32_t count) {
    enum { FEW = 16 };
    if (count > FEW) {
        if (!are_sorted(spans, count)) // parts of one array often are
            qsort(spans, count, sizeof *spans, compare_spans);
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
static uint32_t collect_spans(const struct __offloadcc_entries *entries, struct span *spans) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        uintptr_t start = (uintptr_t)entry->start;
        if (!(entry->type & (MAP_LITERAL | MAP_PRIVATE)) && entry->size > 0)
            spans[found++] = (struct span){start, start + (uintptr_t)entry->size, i};
    }
    sort_spans(spans, found);
    return found;
}

static _Noreturn void stop_at_overlap(const struct __offloadcc_entries *entries,
                                      const struct map_entry *one, const struct map_entry *other) {
    if (one->parameter > other->parameter) {
        const struct map_entry *first = other;
        other = one;
        one = first;
    }
    __offloadcc_stop(
        entries->kernel,
        "the arrays passed for parameters '%s' (%lld bytes at %p) and '%s' (%lld bytes at %p) "
        "overlap in part; pass the same array, one that contains the other, or separate ones, or "
        "map the whole memory with offload_data around the launch",
        __offloadcc_entry_name(entries, one), (long long)one->size, one->start,
        __offloadcc_entry_name(entries, other), (long long)other->size, other->start);
}

// Where the launch runs.
struct place {
    int device;
    bool on_device;
};

static uint32_t join_spans(const struct __offloadcc_entries *entries, const struct place *place,
                           const struct span *spans, uint32_t count, struct map_entry *joined) {
    enum { DIRECTIONS = MAP_TO | MAP_FROM };
    uint32_t joins = 0;
    for (uint32_t i = 0, next; i < count; i = next) {
        const struct span *whole = &spans[i];
        const struct map_entry *first = &entries->items[whole->entry];
        int64_t directions = first->type & DIRECTIONS;
        bool alike = true, in_part = false, is_mapped = false;
        uintptr_t end = whole->end;
        for (next = i + 1; next < count && spans[next].start < end; next++) {
            const struct span *part = &spans[next];
            const struct map_entry *entry = &entries->items[part->entry];
            if (part->end > end) {
                end = part->end;
                is_mapped = __offloadcc_is_mapped_whole(whole->start, end - whole->start,
                                                        place->device, place->on_device);
                if (!is_mapped)
                    stop_at_overlap(entries, first, entry);
            }
            in_part = in_part || part->start != whole->start || part->end != whole->end;
            alike = alike && !in_part && (entry->type & DIRECTIONS) == directions;
            directions |= entry->type & DIRECTIONS;
        }
        // All of the whole comes back: what the parts leave of it is to be what it was.
        if (in_part && directions & MAP_FROM)
            directions |= MAP_TO;
        if (!alike && !is_mapped)
            joined[joins++] = (struct map_entry){.base = first->start,
                                                 .start = first->start,
                                                 .size = first->size,
                                                 .type = directions,
                                                 .parameter = first->parameter};
    }
    return joins;
}

uint32_t __offloadcc_join_aliases(const struct __offloadcc_entries *entries, int device,
                                  bool on_device, struct map_entry *joined) {
    enum { ON_STACK = 64 };
    struct span few[ON_STACK], *spans = few;
    if (entries->count > ON_STACK)
        spans = __offloadcc_allocate(entries->count, sizeof *spans);
    uint32_t joins = join_spans(entries, &(struct place){device, on_device}, spans,
                                collect_spans(entries, spans), joined);
    if (spans != few)
        free(spans);
    return joins;
}
