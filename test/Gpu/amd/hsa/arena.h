// arena.h - memory that kernels may access: what is allocated, and what was.
//
// All allocations come from one range of addresses of the host's, one after the other; no address
// is used twice. Each is followed by at least 60 KiB that nothing may access. Freed memory cannot
// be accessed any more, by the host neither. Fresh memory of GPUs, and for kernel arguments, has
// junk. Other memory of the CPU's has zeros: Linux hands out no other, and libomptarget's calls
// from kernels to the host rely on that.
//
// Allocating and freeing need the lock; finding does not, and takes constant time.
#ifndef AMD_HSA_ARENA_H
#define AMD_HSA_ARENA_H

#include "agents.h"

#include <stdatomic.h>

struct allocation {
    uint64_t base, size;
    const struct pool *pool;
    bool is_own;             // of this library; the program did not allocate it
    _Atomic uint32_t agents; // the agents that may access it
    atomic_bool is_live;
};

// Allocates `size` bytes, which begin at a page. It ends the program if there are no addresses
// left.
struct allocation *arena_allocate(uint64_t size, const struct pool *pool, bool is_own);

void arena_free(struct allocation *allocation);

// Whether an address is one of the arena's.
bool arena_has(uint64_t address);

// The allocation that an address of the arena's is in, or the last one before it; it may not be
// live. NULL: there is none.
struct allocation *arena_find(uint64_t address);

// How many allocations are live, and how many bytes they have.
void arena_count(uint64_t *count, uint64_t *bytes);

#endif
