// ranges.h - two tables: the memory that regions have mapped, and the memory that offload_malloc
// has returned. All copies of the runtime in a process share them (process.h).
//
// A table is a sorted array of address ranges that do not overlap. Pointers into it are valid until
// the table changes. To read or change a table, hold the mutex.
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

// The first range in the table that overlaps this range, or NULL.
struct range *__offloadcc_ranges_find(const struct ranges *ranges, int space, uintptr_t start,
                                      size_t bytes);

// Adds a range of at least one byte that overlaps no other; `file` is copied. Ends the program if
// there is no memory.
struct range *__offloadcc_ranges_add(struct ranges *ranges, const struct range *range);
void __offloadcc_ranges_remove(struct ranges *ranges, struct range *range);

_Noreturn void __offloadcc_ranges_out_of_memory(void);

#endif
