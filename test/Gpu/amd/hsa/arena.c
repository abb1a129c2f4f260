#include "arena.h"

#include <string.h>
#include <sys/mman.h>

// The arena is divided into units. An allocation begins with a unit, and leaves the rest of its
// last page and the following unit, at least, unused.
#define UNIT ((uint64_t)1 << 16)
#define ARENA_SIZE ((uint64_t)1 << 40)
#define PAGE ((uint64_t)4096)
enum { UNITS = 1 << 24, MAX_ALLOCATIONS = UNITS / 2 };

// Memory that is reserved for both tables becomes real when it is used.
static _Atomic uint64_t arena; // 0: not reserved yet
static struct allocation *allocations;
static _Atomic uint32_t *at_unit; // 1 + the number of the allocation that a unit is part of
static uint32_t allocation_count;
static uint64_t used_units, live_count, live_bytes;

static void *reserve(uint64_t size, int protection) {
    void *memory = mmap(NULL, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        stop("%llu bytes of addresses cannot be reserved", (unsigned long long)size);
    return memory;
}

static void prepare(void) {
    uint64_t memory = (uint64_t)reserve(ARENA_SIZE + UNIT, PROT_NONE);
    allocations = reserve(sizeof *allocations * MAX_ALLOCATIONS, PROT_READ | PROT_WRITE);
    at_unit = reserve(sizeof *at_unit * UNITS, PROT_READ | PROT_WRITE);
    arena = (memory + UNIT - 1) & ~(UNIT - 1);
}

// Bytes behind an allocation in its last page, which the host may not write either.
enum { BEHIND = 0xA7 };

static uint64_t whole_pages(uint64_t size) {
    return (size + PAGE - 1) & ~(PAGE - 1);
}

static void check_behind(const struct allocation *allocation) {
    const uint8_t *bytes = (const uint8_t *)allocation->base;
    for (uint64_t i = allocation->size; i < whole_pages(allocation->size); i++)
        if (bytes[i] != BEHIND)
            stop("the host wrote behind the allocation at %#llx with %llu bytes: %llu bytes behind "
                 "its end is %#x now",
                 (unsigned long long)allocation->base, (unsigned long long)allocation->size,
                 (unsigned long long)(i - allocation->size), bytes[i]);
}

static void fill_with_junk(uint64_t *words, uint64_t count) {
    uint64_t junk = random_number() | 1;
    for (uint64_t i = 0; i < count; i++) {
        junk = junk * 6364136223846793005u + 1442695040888963407u;
        words[i] = junk ^ junk >> 29;
    }
}

// Only the ends of large allocations, which would need much of the host's memory.
static void fill_ends(uint64_t base, uint64_t size) {
    enum { MOST = 64 << 20 };
    if (size <= 2 * (uint64_t)MOST) {
        fill_with_junk((uint64_t *)base, size / 8);
        return;
    }
    fill_with_junk((uint64_t *)base, MOST / 8);
    fill_with_junk((uint64_t *)(base + size - MOST), MOST / 8);
}

struct allocation *arena_allocate(uint64_t size, const struct pool *pool, bool is_own) {
    if (!arena)
        prepare();
    uint64_t pages = whole_pages(size), units = (pages + UNIT - 1) / UNIT;
    if (used_units + units + 1 > UNITS || allocation_count == MAX_ALLOCATIONS)
        stop("all addresses were allocated once (%u allocations)", allocation_count);
    uint64_t base = arena + used_units * UNIT;
    if (mprotect((void *)base, pages, PROT_READ | PROT_WRITE) != 0)
        stop("the host has no %llu bytes of memory, or too many allocations are live (%llu)",
             (unsigned long long)size, (unsigned long long)live_count);
    bool is_junk =
        is_gpu(pool->agent) || (pool->flags & HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT);
    if (is_junk && !is_own)
        fill_ends(base, pages);
    memset((void *)(base + size), BEHIND, pages - size);

    struct allocation *allocation = &allocations[allocation_count++];
    allocation->base = base;
    allocation->size = size;
    allocation->pool = pool;
    allocation->is_own = is_own;
    atomic_store(&allocation->agents, agent_bit(pool->agent));
    atomic_store(&allocation->is_live, true);
    for (uint64_t i = 0; i < units; i++)
        atomic_store_explicit(&at_unit[used_units + i], allocation_count, memory_order_release);
    used_units += units + 1;
    pool->agent->used += size;
    live_count++;
    live_bytes += size;
    return allocation;
}

void arena_free(struct allocation *allocation) {
    check_behind(allocation);
    atomic_store(&allocation->is_live, false);
    allocation->pool->agent->used -= allocation->size;
    live_count--;
    live_bytes -= allocation->size;
    madvise((void *)allocation->base, whole_pages(allocation->size), MADV_DONTNEED);
    mprotect((void *)allocation->base, whole_pages(allocation->size), PROT_NONE);
}

bool arena_has(uint64_t address) {
    return arena && address - arena < ARENA_SIZE;
}

struct allocation *arena_find(uint64_t address) {
    uint64_t unit = (address - arena) / UNIT;
    uint32_t number = atomic_load_explicit(&at_unit[unit], memory_order_acquire);
    while (number == 0 && unit > 0)
        number = atomic_load_explicit(&at_unit[--unit], memory_order_acquire);
    return number ? &allocations[number - 1] : NULL;
}

void arena_count(uint64_t *count, uint64_t *bytes) {
    *count = live_count;
    *bytes = live_bytes;
}
