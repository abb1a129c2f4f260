// cpu.c - a grid on the CPU's cores, through OpenMP's threads.
#include "runtime/launch/cpu.h"

#include "offload.h"
#include "runtime/launch/guarded.h"
#include "runtime/launch/race.h"
#include "runtime/launch/watched.h"
#include "runtime/say/stop.h"

#include <omp.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

_Static_assert(offsetof(struct offload_launch, __kernel) == 64, "launch_thunk.S");
_Static_assert(offsetof(struct offload_launch, __outer) == 72, "launch_thunk.S");
_Static_assert(offsetof(struct __offloadcc_launched, grid) == 0, "guarded.h");

enum { ALIGNMENT = 64, STACK_BYTES = 1 << 16 };

// A grid in work. What each worker of a parallel region needs of it.
// The pieces of a worker's stretch that were taken, in a cache line of its own.
struct taken {
    _Alignas(64) atomic_uint pieces;
};

struct work {
    __offloadcc_blocks_fn *blocks;
    void *const *slots;
    const struct __offloadcc_grid *grid;
    unsigned long total; // blocks
    size_t memory;       // bytes that a blocks function needs
    bool has_frame;      // not only for dynamic shared memory
    bool apart;          // dynamic shared memory is not among them
    struct taken *taken; // by each worker's stretch, in run_pieces
};

static bool has_frame(const struct __offloadcc_frame *frame) {
    return frame->__offloadcc_bytes || frame->__offloadcc_thread_bytes;
}

static bool is_apart(const struct __offloadcc_frame *frame) {
    return frame->__offloadcc_variants & __offloadcc_frame_apart;
}

static size_t memory_of_block(const struct __offloadcc_grid *grid,
                              const struct __offloadcc_frame *frame) {
    const unsigned int *size = grid->__offloadcc_block_size;
    size_t shared = (grid->__offloadcc_shared_bytes + ALIGNMENT - 1) & -(size_t)ALIGNMENT;
    if (is_apart(frame))
        shared = __offloadcc_frame_start;
    size_t threads = (size_t)size[0] * size[1] * size[2];
    return shared + frame->__offloadcc_bytes + frame->__offloadcc_thread_bytes * threads;
}

// `shared` is the block's dynamic shared memory, where it is apart.
static void run_with(const struct work *work, void (*share)(const struct work *work, void *memory),
                     void *memory, void *shared) {
    if (work->apart)
        *(void **)memory = shared;
    share(work, memory);
}

// Calls share(work, memory) with a block's memory, from this thread's stack where that is enough.
static void with_frame(const struct work *work,
                       void (*share)(const struct work *work, void *memory), void *shared) {
    if (work->memory <= STACK_BYTES) {
        _Alignas(ALIGNMENT) char memory[work->memory + 1];
        run_with(work, share, memory, shared);
        return;
    }
    size_t bytes = (work->memory + ALIGNMENT - 1) & -(size_t)ALIGNMENT;
    void *memory = aligned_alloc(ALIGNMENT, bytes);
    if (!memory)
        __offloadcc_out_of_memory(bytes);
    run_with(work, share, memory, shared);
    free(memory);
}

static void with_memory(const struct work *work,
                        void (*share)(const struct work *work, void *memory)) {
    size_t bytes = work->grid->__offloadcc_shared_bytes;
    bool whole = !work->apart && !work->has_frame; // dynamic shared memory is all there is
    __offloadcc_race_start();
    void *watched = work->apart || whole ? __offloadcc_watched_memory(bytes) : NULL;
    if (watched)
        __offloadcc_begin_blocks();
    if (watched && whole)
        share(work, watched);
    else
        with_frame(work, share,
                   watched       ? watched
                   : work->apart ? __offloadcc_guarded_memory((const void *)work->grid)
                                 : NULL);
    if (watched)
        __offloadcc_end_blocks();
    free(watched);
}

static void run_all(const struct work *work, void *memory) {
    work->blocks(work->slots, work->grid, 0, work->total, memory);
}

// This worker's stretch of neighbouring blocks, in one call: what schedule(static) means.
static void run_stretch(const struct work *work, void *memory) {
    unsigned long worker = (unsigned long)omp_get_thread_num();
    unsigned long workers = (unsigned long)omp_get_num_threads();
    unsigned long each = work->total / workers, rest = work->total % workers;
    unsigned long first = each * worker + (worker < rest ? worker : rest);
    unsigned long last = first + each + (worker < rest);
    if (first < last)
        work->blocks(work->slots, work->grid, first, last, memory);
}

static unsigned long smaller_count(unsigned long left, unsigned long right) {
    return left < right ? left : right;
}

// The first of `total` units that belongs to a piece; the others before belong to those before.
static unsigned long begin_of(unsigned long piece, unsigned long pieces, unsigned long total) {
    return piece * (total / pieces) + piece * (total % pieces) / pieces;
}

static long nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000 + time.tv_nsec;
}

// The same in pieces: a worker goes through its own stretch, then takes pieces that others have not
// come to yet. Pieces are of whole rows of blocks, where there are enough.
static void run_pieces(const struct work *work, void *memory) {
    enum { PIECES = 16 };  // for each worker
    enum { SHORT = 5000 }; // ns: after less than that, a worker takes twice as many at once
    unsigned long worker = (unsigned long)omp_get_thread_num();
    unsigned long workers = (unsigned long)omp_get_num_threads();
    unsigned long row = work->grid->__offloadcc_block_count[0];
    unsigned long unit = work->total / row >= workers * PIECES ? row : 1;
    unsigned long units = work->total / unit;
    unsigned long own = units < workers ? 1 : smaller_count(units / workers, PIECES);
    for (unsigned long i = 0; i < workers; i++) {
        unsigned long whose = (worker + i) % workers, step = 1;
        long now = nanoseconds();
        while (atomic_load(&work->taken[whose].pieces) < own) {
            unsigned long taken = atomic_fetch_add(&work->taken[whose].pieces, (unsigned)step);
            unsigned long end = smaller_count(taken + step, own);
            unsigned long first = begin_of(whose * own + taken, workers * own, units);
            unsigned long last = begin_of(whose * own + end, workers * own, units);
            if (taken < own && first < last)
                work->blocks(work->slots, work->grid, first * unit, last * unit, memory);
            long before = now;
            now = nanoseconds();
            step *= now - before < SHORT ? 2 : 1;
        }
    }
}

static void run_scheduled(const struct work *work, void *memory) {
#pragma omp for schedule(runtime) nowait
    for (unsigned long block = 0; block < work->total; block++)
        work->blocks(work->slots, work->grid, block, block + 1, memory);
}

void __offloadcc_run_blocks(__offloadcc_blocks_fn *blocks, void *const *slots,
                            const struct __offloadcc_grid *grid,
                            const struct __offloadcc_frame *frame) {
    const unsigned int *count = grid->__offloadcc_block_count;
    struct work work = {
        .blocks = blocks,
        .slots = slots,
        .grid = grid,
        .total = (unsigned long)count[0] * count[1] * count[2],
        .memory = memory_of_block(grid, frame),
        .has_frame = has_frame(frame),
        .apart = is_apart(frame),
    };
    if (work.total == 1) {
        with_memory(&work, run_all);
        return;
    }
    omp_sched_t kind;
    int chunk;
    omp_get_schedule(&kind, &chunk);
    bool stretches = (kind & ~omp_sched_monotonic) == omp_sched_static && chunk <= 0;
    // Where ThreadSanitizer is to see races, no core does all the work before another wakes up.
    bool pieces = stretches && !getenv("OMP_SCHEDULE") && !__offloadcc_race_is_watched();
    struct taken taken[omp_get_max_threads()];
    memset(taken, 0, sizeof taken);
    work.taken = taken;
    int forked, joined;
    __offloadcc_race_order_before(&forked);
#pragma omp parallel
    {
        __offloadcc_race_order_after(&forked);
        with_memory(&work, pieces ? run_pieces : stretches ? run_stretch : run_scheduled);
        __offloadcc_race_order_before(&joined);
    }
    __offloadcc_race_order_after(&joined);
}
