// stretches.h - sets of bytes of one array, as few stretches that do not touch one another.
#ifndef OC_RUNTIME_STRETCHES_H
#define OC_RUNTIME_STRETCHES_H

#include <stdbool.h>
#include <stddef.h>

// The bytes from `from` to `to` - 1, counted from the array's beginning.
struct stretch {
    size_t from, to;
};

enum { MOST_STRETCHES = 8 };

// Sorted. Zero is the empty set.
struct stretches {
    unsigned count;
    struct stretch items[MOST_STRETCHES];
};

// The part of a stretch that is in another; empty (from >= to) if there is none.
static inline struct stretch stretch_common(struct stretch a, struct stretch b) {
    return (struct stretch){a.from > b.from ? a.from : b.from, a.to < b.to ? a.to : b.to};
}

static inline bool stretch_is_empty(struct stretch stretch) {
    return stretch.from >= stretch.to;
}

// Whether the set has all bytes of a stretch, or none of them.
bool __offloadcc_stretches_have_all(const struct stretches *set, struct stretch stretch);
bool __offloadcc_stretches_have_none(const struct stretches *set, struct stretch stretch);

// Adds a stretch, or takes it away. Return false, and change nothing, if the result would have more
// than MOST_STRETCHES stretches.
bool __offloadcc_stretches_add(struct stretches *set, struct stretch stretch);
bool __offloadcc_stretches_remove(struct stretches *set, struct stretch stretch);

#endif
