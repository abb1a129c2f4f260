// cpu.c - a kernel's surroundings on a CPU, where the compiler could not resolve them in the block
// loop itself: this thread's place in the grid, and blocks whose threads are coroutines. Part of
// x86-64 images and of the runtime.
#ifndef OC_RUNTIME_H
#include "builtins/bfloat.h"
#include "glue/preamble.h"
#endif

#include <stddef.h>

enum index { THREAD_ID, BLOCK_ID, BLOCK_SIZE, BLOCK_COUNT };

static _Thread_local struct __offloadcc_place *current;

struct __offloadcc_place *__offloadcc_enter_grid(struct __offloadcc_place *place) {
    struct __offloadcc_place *before = current;
    current = place;
    return before;
}

void __offloadcc_leave_grid(struct __offloadcc_place *before) {
    current = before;
}

// Outside of kernels there is one thread.
static unsigned int read_index(enum index index, unsigned int dimension, unsigned int outside) {
    return current ? current->__offloadcc_index[index][dimension] : outside;
}

unsigned int __offloadcc_thread_id(unsigned int dimension) {
    return read_index(THREAD_ID, dimension, 0);
}

unsigned int __offloadcc_block_id(unsigned int dimension) {
    return read_index(BLOCK_ID, dimension, 0);
}

unsigned int __offloadcc_block_size(unsigned int dimension) {
    return read_index(BLOCK_SIZE, dimension, 1);
}

unsigned int __offloadcc_block_count(unsigned int dimension) {
    return read_index(BLOCK_COUNT, dimension, 1);
}

size_t __offloadcc_global_id(unsigned int dimension) {
    return (size_t)__offloadcc_block_id(dimension) * __offloadcc_block_size(dimension) +
           __offloadcc_thread_id(dimension);
}

void *__offloadcc_dynamic_shared(void) {
    return current ? current->__offloadcc_shared : NULL;
}

// The only thread of its block; threads of larger ones never call this.
__attribute__((convergent)) void __offloadcc_barrier(void) {
}

// ---- <assert.h> --------------------------------------------------------------------------------

// From libc, without its headers: the builtins are compiled for one target on any machine.
int dprintf(int file, const char *format, ...);
_Noreturn void abort(void);

enum { STDERR = 2 };

// What src/cpu/assertions.c makes of the C library's; the words are CUDA's.
_Noreturn void __offloadcc_assert_fail(const char *what, const char *file, unsigned int line,
                                       const char *function, size_t x, size_t y, size_t z,
                                       unsigned int size_x, unsigned int size_y,
                                       unsigned int size_z) {
    dprintf(STDERR,
            "%s:%u: %s: block: [%zu,%zu,%zu], thread: [%zu,%zu,%zu] Assertion `%s' failed.\n", file,
            line, function, x / size_x, y / size_y, z / size_z, x % size_x, y % size_y, z % size_z,
            what);
    abort();
}

// ---- Threads as coroutines ---------------------------------------------------------------------

void *malloc(size_t size);
void *aligned_alloc(size_t alignment, size_t size);
void free(void *memory);

enum { MAX_THREADS = 1024, MALLOC_ALIGNMENT = 16 };

// What a coroutine's handle points to: the head of its frame, which LLVM guarantees. A coroutine
// that is done has no resume function. Volatile: LLVM calls these functions by a convention of its
// own, which for one pointer is C's; it must not find out which they are, and that C differs.
struct coroutine {
    void (*volatile resume)(struct coroutine *coroutine);
    void (*volatile destroy)(struct coroutine *coroutine);
};

// Memory for a coroutine's frame, or back with it.
void *__offloadcc_fibre_memory(void *old, size_t size, size_t alignment) {
    if (old) {
        free(old);
        return NULL;
    }
    void *memory = alignment <= MALLOC_ALIGNMENT
                       ? malloc(size)
                       : aligned_alloc(alignment, (size + alignment - 1) & -alignment);
    if (!memory) {
        dprintf(STDERR,
                "offloadcc: error: no memory for a thread that waits at a barrier on the CPU (%zu "
                "bytes)\n",
                size);
        abort();
    }
    return memory;
}

// A block in work.
struct block {
    __offloadcc_fibre_fn *fibre;
    void *const *slots;
    struct __offloadcc_place *place;
    struct coroutine *threads[MAX_THREADS]; // x fastest; NULL: ended
};

// The runtime has them, images do not: ThreadSanitizer sees nothing of those.
__attribute__((weak)) void __offloadcc_race_region(void);
__attribute__((weak)) void __offloadcc_race_run(unsigned long thread, void (*run)(void *),
                                                void *argument);

// One thread's turn. It has no padding: at -O0 clang clears that by memset, which ThreadSanitizer
// takes for a write that races with other threads' turns.
struct turn {
    const struct block *block;
    struct coroutine **thread;
    int start; // 1: the thread begins
    int waits; // 1: the thread waits at a barrier after its turn
};

// Starts a thread or resumes it.
static void run_thread(void *argument) {
    struct turn *turn = argument;
    struct coroutine **thread = turn->thread;
    if (turn->start)
        *thread = turn->block->fibre(turn->block->slots, turn->block->place);
    else if (*thread)
        (*thread)->resume(*thread);
    else
        return;
    turn->waits = (*thread)->resume != NULL;
    if (turn->waits)
        return;
    (*thread)->destroy(*thread);
    *thread = NULL;
}

// Returns whether the thread waits at a barrier.
static _Bool run_numbered(struct block *block, struct coroutine **thread, _Bool start) {
    struct turn turn = {block, thread, start, 0};
    if (__offloadcc_race_run)
        __offloadcc_race_run((unsigned long)(thread - block->threads), run_thread, &turn);
    else
        run_thread(&turn);
    return turn.waits;
}

// Runs each thread to its next barrier. Returns whether any waits.
static _Bool run_round(struct block *block, _Bool start) {
    const unsigned int *size = block->place->__offloadcc_index[BLOCK_SIZE];
    unsigned int *id = block->place->__offloadcc_index[THREAD_ID];
    struct coroutine **thread = block->threads;
    _Bool waiting = 0;
    if (__offloadcc_race_region)
        __offloadcc_race_region();
    for (id[2] = 0; id[2] < size[2]; id[2]++)
        for (id[1] = 0; id[1] < size[1]; id[1]++)
            for (id[0] = 0; id[0] < size[0]; id[0]++)
                waiting |= run_numbered(block, thread++, start);
    return waiting;
}

void __offloadcc_run_fibres(__offloadcc_fibre_fn *fibre, void *const *slots,
                            struct __offloadcc_place *place) {
    struct block block;
    block.fibre = fibre;
    block.slots = slots;
    block.place = place;
    struct __offloadcc_place *before = __offloadcc_enter_grid(place);
    for (_Bool waiting = run_round(&block, 1); waiting;)
        waiting = run_round(&block, 0);
    if (__offloadcc_race_region)
        __offloadcc_race_region();
    __offloadcc_leave_grid(before);
}
