// ranges.h - the tables of what regions have mapped and of what offload_malloc has returned. The
// program and its libraries, each with a runtime of its own, share one pair of them (process.h).
//
// A table is a sorted array of stretches of memory that do not overlap. Pointers into it are valid
// until it changes. Whoever looks at a table or changes it holds the mutex.
#ifndef OC_RUNTIME_RANGES_H
#define OC_RUNTIME_RANGES_H

#include "runtime/mapped.h"

// The mutex of the process's tables (process.h).
void __offloadcc_lock(void);
void __offloadcc_unlock(void);

static inline bool ranges_are_empty(const struct ranges *ranges) {
    return __atomic_load_n(&ranges->count, __ATOMIC_RELAXED) == 0;
}

static inline bool range_contains(const struct range *range, uintptr_t start, size_t bytes) {
    return start >= range->start && start - range->start <= range->bytes &&
           bytes <= range->bytes - (start - range->start);
}

// The first range that has a byte in common with this stretch, or NULL.
struct range *__offloadcc_ranges_find(const struct ranges *ranges, int space, uintptr_t start,
                                      size_t bytes);

// Adds a range, of at least one byte, that overlaps no other; `file` is copied. Ends the program
// where there is no memory.
struct range *__offloadcc_ranges_add(struct ranges *ranges, const struct range *range);
void __offloadcc_ranges_remove(struct ranges *ranges, struct range *range);

_Noreturn void __offloadcc_ranges_out_of_memory(void);

#endif
