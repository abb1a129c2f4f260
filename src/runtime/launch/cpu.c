// cpu.c - a grid on the CPU's cores, through OpenMP's threads.
#include "runtime/launch/cpu.h"

#include "offload.h"
#include "runtime/launch/cost.h"
#include "runtime/launch/guarded.h"
#include "runtime/launch/race.h"
#include "runtime/launch/stuck.h"
#include "runtime/launch/together.h"
#include "runtime/launch/watched.h"
#include "runtime/say/stop.h"

#include <limits.h>
#include <omp.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

_Static_assert(offsetof(struct offload_launch, __kernel) == 64, "launch_thunk.S");
_Static_assert(offsetof(struct offload_launch, __outer) == 72, "launch_thunk.S");
_Static_assert(offsetof(struct __offloadcc_launched, grid) == 0, "guarded.h");

enum { ALIGNMENT = 64, STACK_BYTES = 1 << 16, MOST_PIECES = 16 };

// How many pieces of a worker's stretch were taken, in a cache line of its own: in the low half
// those from its beginning, which the worker takes, and in the high half those from its end, which
// others take. So others take the same from launch to launch, whose data is in their caches.
struct taken {
    _Alignas(64) atomic_ulong pieces;
};

// A grid in work: what each worker of a parallel region needs of it.
struct work {
    __offloadcc_blocks_fn *blocks;
    void *const *slots;
    const struct __offloadcc_grid *grid;
    const struct __offloadcc_launched *launched;
    unsigned long total;   // blocks
    unsigned long threads; // of a block
    struct __offloadcc_cost cost;
    unsigned long *done;             // blocks before this one have been run, by run_alone
    size_t memory;                   // bytes that a blocks function needs
    bool has_frame;                  // not only for dynamic shared memory
    bool apart;                      // dynamic shared memory is not among them
    bool strides;                    // long pieces are better (__offloadcc_frame_strides)
    struct taken *taken;             // by each worker's stretch, in run_pieces
    unsigned long block;             // the only one that a thread runs, in run_one
    struct __offloadcc_watch *watch; // NULL: the launch is not watched
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
    if (work->apart) {
        ((void **)memory)[0] = shared;
        ((void (**)(void))memory)[1] = __offloadcc_wait_for_blocks;
    }
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
    __offloadcc_note_launch(work->launched);
    void *watched = work->apart || whole ? __offloadcc_watched_memory(bytes) : NULL;
    if (watched)
        __offloadcc_begin_blocks();
    if (watched && whole)
        share(work, watched);
    else
        with_frame(work, share,
                   watched       ? watched
                   : work->apart ? __offloadcc_guarded_memory(work->launched)
                                 : NULL);
    if (watched)
        __offloadcc_end_blocks();
    __offloadcc_note_launch(NULL);
    free(watched);
}

static unsigned long smaller_count(unsigned long left, unsigned long right) {
    return left < right ? left : right;
}

// The first of `total` units that belongs to a piece; the others before belong to those before.
static unsigned long begin_of(unsigned long piece, unsigned long pieces, unsigned long total) {
    return piece * (total / pieces) + piece * (total % pieces) / pieces;
}

static long read_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000 + time.tv_nsec;
}

static long nanoseconds(void) {
    return read_clock(CLOCK_MONOTONIC);
}

// How many picoseconds a thread took, if `blocks` blocks took that long.
static unsigned long per_thread(const struct work *work, long ns, unsigned long blocks) {
    return (unsigned long)ns * 1000 / (blocks * work->threads);
}

// All blocks, where there is one block or one core. Only what takes tens of milliseconds is noted:
// a clock that counts every 10 ms or less is read fast.
static void run_all(const struct work *work, void *memory) {
    long start = read_clock(CLOCK_MONOTONIC_COARSE);
    work->blocks(work->slots, work->grid, 0, work->total, memory);
    long taken = read_clock(CLOCK_MONOTONIC_COARSE) - start;
    if (taken > 25 * 1000 * 1000)
        __offloadcc_note_alone(work->blocks, per_thread(work, taken, work->total));
}

// This worker's stretch of neighbouring blocks, in one call: what schedule(static) means.
static void run_stretch(const struct work *work, void *memory) {
    unsigned long worker = (unsigned long)omp_get_thread_num();
    unsigned long workers = (unsigned long)omp_get_num_threads();
    unsigned long begin = *work->done;
    unsigned long first = begin + begin_of(worker, workers, work->total - begin);
    unsigned long last = begin + begin_of(worker + 1, workers, work->total - begin);
    if (first >= last)
        return;
    long start = worker ? 0 : nanoseconds();
    work->blocks(work->slots, work->grid, first, last, memory);
    if (!worker)
        __offloadcc_note_shared(work->blocks,
                                per_thread(work, nanoseconds() - start, last - first));
}

// Of how many blocks pieces are made, if there are to be `pieces` of those from `first` on: whole
// rows of blocks, where there are enough.
static unsigned long unit_of(const struct work *work, unsigned long first, unsigned long pieces) {
    unsigned long row = work->grid->__offloadcc_block_count[0];
    return first % row == 0 && (work->total - first) / row >= pieces ? row : 1;
}

// Pieces first to last - 1 of a stretch.
struct pieces {
    unsigned long first, last;
};

// Takes up to `count` of a stretch's `own` pieces. Returns false if none were left.
static bool take(struct taken *stretch, unsigned long own, unsigned long count, bool from_end,
                 struct pieces *out) {
    enum { HALF = 32 };
    unsigned long before = atomic_load_explicit(&stretch->pieces, memory_order_relaxed);
    if ((before >> HALF) + (unsigned)before >= own)
        return false;
    before = atomic_fetch_add(&stretch->pieces, from_end ? count << HALF : count);
    unsigned long begin = (unsigned)before, end = own - smaller_count(own, before >> HALF);
    if (begin >= end)
        return false;
    count = smaller_count(count, end - begin);
    *out = from_end ? (struct pieces){end - count, end} : (struct pieces){begin, begin + count};
    return true;
}

// Into how many pieces a worker's stretch of so many units of blocks is divided.
static unsigned long pieces_of(const struct work *work, unsigned long units,
                               unsigned long threads) {
    enum { LONG = 8192 }; // threads
    unsigned long most = work->strides ? threads / LONG : MOST_PIECES;
    unsigned long pieces = smaller_count(units, smaller_count(most, MOST_PIECES));
    return pieces ? pieces : 1;
}

// The same in pieces: a worker goes through its own stretch, then takes pieces that others have not
// come to yet.
static void run_pieces(const struct work *work, void *memory) {
    enum { SHORT = 5000 }; // ns: after less than that, a worker takes twice as many at once
    unsigned long worker = (unsigned long)omp_get_thread_num();
    unsigned long workers = (unsigned long)omp_get_num_threads();
    unsigned long begin = *work->done, blocks = work->total - begin;
    unsigned long unit = unit_of(work, begin, workers * MOST_PIECES);
    unsigned long units = blocks / unit, least = ULONG_MAX;
    unsigned long own = pieces_of(work, units / workers, blocks * work->threads / workers);
    long now = nanoseconds();
    for (unsigned long i = 0; i < workers; i++) {
        unsigned long whose = (worker + i) % workers, step = 1;
        struct pieces pieces;
        while (take(&work->taken[whose], own, step, i > 0, &pieces)) {
            unsigned long first = begin_of(whose * own + pieces.first, workers * own, units);
            unsigned long last = begin_of(whose * own + pieces.last, workers * own, units);
            if (first >= last)
                continue;
            work->blocks(work->slots, work->grid, begin + first * unit, begin + last * unit,
                         memory);
            long before = now;
            now = nanoseconds();
            step *= now - before < SHORT ? 2 : 1;
            least = smaller_count(least, per_thread(work, now - before, (last - first) * unit));
        }
    }
    if (worker == 0 && least < ULONG_MAX)
        __offloadcc_note_shared(work->blocks, least);
}

// What a launch takes on one core at most if the other cores are not to help, in ps: to call them
// and to wait for them takes 2 to 4 microseconds.
static const unsigned long most_alone = 4000000;

// How many picoseconds this launch takes on one core if a thread takes `cost`.
static unsigned long expected(const struct work *work, unsigned long cost) {
    unsigned long ps;
    bool is_long = __builtin_mul_overflow(work->total * work->threads, cost, &ps);
    return is_long ? ULONG_MAX : ps;
}

// In how many steps a launch runs alone. Reading the clock between them takes up to 40 ns.
static unsigned long steps_alone(const struct work *work) {
    unsigned long ps = expected(work, work->cost.alone);
    return ps < most_alone / 8 ? 1 : ps < most_alone / 4 ? 2 : 4;
}

// Runs blocks until all are done, or until it seems that all take longer than was expected. The
// first step is a small one: what it touches comes to this core's cache, and others may need it
// back.
static void run_alone(const struct work *work, void *memory) {
    const unsigned long limit = 3 * most_alone / 2000; // ns
    unsigned long steps = steps_alone(work), unit = unit_of(work, 0, 2 * steps);
    unsigned long step = (work->total / unit + steps - 1) / steps * unit;
    unsigned long first = 0, last = steps > 1 && step / 2 >= unit ? step / 2 / unit * unit : step;
    unsigned long start = (unsigned long)nanoseconds(), taken;
    do {
        last = smaller_count(last, work->total);
        work->blocks(work->slots, work->grid, first, last, memory);
        taken = (unsigned long)nanoseconds() - start;
        first = last;
        last += step;
    } while (first < work->total && taken < limit && taken * work->total < limit * first);
    // The core may have slept.
    taken = smaller_count(taken, 2 * limit);
    __offloadcc_note_alone(work->blocks, per_thread(work, (long)taken, first));
    *work->done = first;
}

// Whether a launch is over before workers can help each other. To look for pieces in the stretches
// of the others, a worker takes some 100 ns for each of them.
static bool is_too_short_to_share(const struct work *work) {
    unsigned long workers = (unsigned long)omp_get_max_threads();
    unsigned long ps = expected(work, work->cost.shared);
    return ps && ps < workers * workers * 100000;
}

static void run_scheduled(const struct work *work, void *memory) {
#pragma omp for schedule(runtime) nowait
    for (unsigned long block = 0; block < work->total; block++)
        work->blocks(work->slots, work->grid, block, block + 1, memory);
}

// Whether OpenMP's threads share work as the user says.
static bool has_schedule(void) {
    static atomic_int known;
    int is = atomic_load_explicit(&known, memory_order_relaxed);
    if (!is) {
        is = getenv("OMP_SCHEDULE") ? 2 : 1;
        atomic_store_explicit(&known, is, memory_order_relaxed);
    }
    return is == 2;
}

static void run_on_all_cores(struct work *work,
                             void (*share)(const struct work *work, void *memory)) {
    struct taken taken[omp_get_max_threads()];
    memset(taken, 0, sizeof taken);
    work->taken = taken;
    int forked, joined;
    __offloadcc_race_order_before(&forked);
#pragma omp parallel
    {
        __offloadcc_race_order_after(&forked);
        with_memory(work, share);
        __offloadcc_race_order_before(&joined);
    }
    __offloadcc_race_order_after(&joined);
}

static void run_block(const struct work *work, unsigned long block, void *memory) {
    __offloadcc_watch_block(work->watch, block);
    work->blocks(work->slots, work->grid, block, block + 1, memory);
    __offloadcc_end_block(work->watch);
}

static void run_one(const struct work *work, void *memory) {
    run_block(work, work->block, memory);
}

// This worker's stretch, block by block.
static void run_watched(const struct work *work, void *memory) {
    unsigned long worker = (unsigned long)omp_get_thread_num();
    unsigned long workers = (unsigned long)omp_get_num_threads();
    unsigned long last = begin_of(worker + 1, workers, work->total);
    for (unsigned long block = begin_of(worker, workers, work->total); block < last; block++)
        run_block(work, block, memory);
}

static void run_numbered(const void *argument, unsigned long number) {
    struct work work = *(const struct work *)argument;
    work.block = number;
    with_memory(&work, run_one);
}

// Makes a grid's blocks smaller, where their sizes do not matter to the code. Stops when there are
// enough blocks for all cores. Stops earlier if a block takes so little time that it is better off
// on one core, whose cache has its data. `cost` is a thread's, in picoseconds; 0: it is not known.
static void divide(struct __offloadcc_grid *grid, unsigned long cost) {
    enum { LEAST = 16, FOR_EACH = 4 };
    static const unsigned long short_block = 64000000; // in ps
    unsigned long wanted = FOR_EACH * (unsigned long)omp_get_max_threads();
    unsigned int *size = grid->__offloadcc_block_size, *count = grid->__offloadcc_block_count;
    while ((unsigned long)count[0] * count[1] * count[2] < wanted && size[0] % 2 == 0 &&
           size[0] > LEAST &&
           (!cost || cost >= short_block / ((unsigned long)size[0] * size[1] * size[2]))) {
        size[0] /= 2;
        count[0] *= 2;
    }
}

// Runs a launch that is neither cooperative nor watched.
static void run_shared(struct work *work, struct __offloadcc_cost cost, bool polls) {
    if (work->total == 1 || omp_get_max_threads() == 1) {
        with_memory(work, run_all);
        return;
    }
    omp_sched_t kind;
    int chunk;
    omp_get_schedule(&kind, &chunk);
    bool stretches = (kind & ~omp_sched_monotonic) == omp_sched_static && chunk <= 0;
    // Where ThreadSanitizer is to see races, no core does all the work before another wakes up.
    bool pieces = stretches && !has_schedule() && !__offloadcc_race_is_watched();
    unsigned long ps = expected(work, cost.alone);
    if (pieces && !polls && ps && ps <= most_alone)
        with_memory(work, run_alone);
    if (*work->done < work->total)
        run_on_all_cores(work, pieces && !is_too_short_to_share(work) ? run_pieces
                               : stretches                            ? run_stretch
                                                                      : run_scheduled);
}

void __offloadcc_run_blocks(__offloadcc_blocks_fn *blocks, void *const *slots,
                            const struct __offloadcc_grid *grid,
                            const struct __offloadcc_frame *frame) {
    struct __offloadcc_grid divided = *grid;
    const struct __offloadcc_launched *launched = (const struct __offloadcc_launched *)grid;
    struct __offloadcc_cost cost = __offloadcc_cost_of_thread(blocks);
    if (!launched->cooperative && !has_schedule() &&
        frame->__offloadcc_variants & __offloadcc_frame_divisible)
        divide(&divided, cost.shared > cost.alone ? cost.shared : cost.alone);
    const unsigned int *count = divided.__offloadcc_block_count;
    const unsigned int *size = divided.__offloadcc_block_size;
    unsigned long done = 0;
    struct work work = {
        .blocks = blocks,
        .slots = slots,
        .grid = &divided,
        .launched = launched,
        .total = (unsigned long)count[0] * count[1] * count[2],
        .threads = (unsigned long)size[0] * size[1] * size[2],
        .cost = cost,
        .done = &done,
        .memory = memory_of_block(&divided, frame),
        .has_frame = has_frame(frame),
        .apart = is_apart(frame),
        .strides = frame->__offloadcc_variants & __offloadcc_frame_strides,
    };
    work.watch = __offloadcc_watch_launch(launched, &divided, frame);
    if (launched->cooperative)
        __offloadcc_run_together(launched, work.total, run_numbered, &work);
    else if (work.watch)
        run_on_all_cores(&work, run_watched);
    else
        run_shared(&work, cost, frame->__offloadcc_variants & __offloadcc_frame_polls);
    __offloadcc_end_watch(work.watch);
}
