#include "runtime/launch/cost.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

// Threads may write an entry at the same time, and kernels may share one: then the cost is
// another's, and a launch takes a little longer than it could.
static struct {
    _Atomic(__offloadcc_blocks_fn *) blocks;
    atomic_ulong cost;
} table[256];

static size_t index_of(__offloadcc_blocks_fn *blocks) {
    uint64_t mixed = (uint64_t)(uintptr_t)blocks * 0x9e3779b97f4a7c15u;
    return mixed >> 56;
}

unsigned long __offloadcc_cost_of_thread(__offloadcc_blocks_fn *blocks) {
    size_t i = index_of(blocks);
    if (atomic_load_explicit(&table[i].blocks, memory_order_relaxed) != blocks)
        return 0;
    return atomic_load_explicit(&table[i].cost, memory_order_relaxed);
}

// What is not measured alone may take a quarter of that, alone. The cost is forgotten slowly, so
// after some hundred launches one is tried alone again.
static unsigned long combined(unsigned long before, unsigned long cost, bool alone) {
    if (!before)
        return cost;
    if (alone)
        return before - before / 4 + cost / 4;
    unsigned long less = before - before / 256;
    return cost / 4 > less ? cost / 4 : less;
}

void __offloadcc_note_cost(__offloadcc_blocks_fn *blocks, unsigned long picoseconds, bool alone) {
    size_t i = index_of(blocks);
    unsigned long before = __offloadcc_cost_of_thread(blocks);
    unsigned long cost = combined(before, picoseconds, alone);
    atomic_store_explicit(&table[i].cost, cost ? cost : 1, memory_order_relaxed);
    atomic_store_explicit(&table[i].blocks, blocks, memory_order_relaxed);
}
