#include "runtime/launch/cost.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

// Threads may write an entry at the same time, and kernels may share one: then the cost is
// another's, and a launch takes a little longer than it could.
static struct entry {
    _Atomic(__offloadcc_blocks_fn *) blocks;
    atomic_ulong alone, shared;
} table[256];

static struct entry *entry_of(__offloadcc_blocks_fn *blocks) {
    uint64_t mixed = (uint64_t)(uintptr_t)blocks * 0x9e3779b97f4a7c15u;
    return &table[mixed >> 56];
}

static unsigned long load(const atomic_ulong *from) {
    return atomic_load_explicit(from, memory_order_relaxed);
}

static void store(atomic_ulong *to, unsigned long value) {
    atomic_store_explicit(to, value ? value : 1, memory_order_relaxed);
}

struct __offloadcc_cost __offloadcc_cost_of_thread(__offloadcc_blocks_fn *blocks) {
    const struct entry *entry = entry_of(blocks);
    if (atomic_load_explicit(&entry->blocks, memory_order_relaxed) != blocks)
        return (struct __offloadcc_cost){0};
    return (struct __offloadcc_cost){load(&entry->alone), load(&entry->shared)};
}

void __offloadcc_note_alone(__offloadcc_blocks_fn *blocks, unsigned long picoseconds) {
    struct entry *entry = entry_of(blocks);
    unsigned long before = __offloadcc_cost_of_thread(blocks).alone;
    store(&entry->alone, before ? before - before / 4 + picoseconds / 4 : picoseconds);
    atomic_store_explicit(&entry->blocks, blocks, memory_order_relaxed);
}

// Nothing new is known of a thread alone: the first guess is a quarter. It is forgotten slowly, so
// that after some launches one is tried alone again: that costs them a few percent at most.
void __offloadcc_note_shared(__offloadcc_blocks_fn *blocks, unsigned long picoseconds) {
    struct entry *entry = entry_of(blocks);
    unsigned long before = __offloadcc_cost_of_thread(blocks).alone;
    store(&entry->alone, before ? before - before / 128 - 1 : picoseconds / 4);
    store(&entry->shared, picoseconds);
    atomic_store_explicit(&entry->blocks, blocks, memory_order_relaxed);
}
