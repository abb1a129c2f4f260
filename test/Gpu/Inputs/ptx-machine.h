// ptx-machine.h - what the C of PTX (ptx.py) runs on: the threads of a grid, and their memories.
//
// A block runs until it ends, or until its threads only look at memory that others may change; then
// the next block runs for a while. The threads of a block are contexts of one thread of the host:
// each runs until it waits for others, looks at such memory, or ends. Wrong addresses and barriers
// that not all come to end the kernel, as on a GPU.
#include "ptx-arithmetic.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { LANES = 32, LOCAL_SIZE = 1 << 19, STACK_SIZE = 1 << 19, PATIENCE = 20000 };
enum { FIRST_TURN = 200, TURN = 8 }; // of a block in which nothing changes
enum { ASSERTED = 710, MISALIGNED = 716, FAILED = 719 };

struct thread {
    struct block *block;
    unsigned id[3], number, lane;
    bool is_done, waits, exchanges; // at the barrier, and with its warp
    const void *site; // where it asks which lanes are with it, and
    uint32_t company; // the answer
    struct place *place;
    uint32_t top; // so much of its local memory is taken
    unsigned looks;
    uint32_t seen[LANES]; // the values of its warp when all had come to the same instruction
    uint32_t took_part;   // the lanes that had
    uint32_t *visits;     // how often it came to each instruction, if that is counted
};

// Where a thread runs until its end, and the next one after it.
struct place {
    char *stack, *local;
    bool is_started;
    struct thread *thread;
    jmp_buf here, end; // of the thread
};

struct warp {
    uint32_t values[LANES], arrived, released;
    uint32_t masks[LANES];  // the masks with which they have come there
};

struct block {
    unsigned id[3], size[3], grid[3], threads, dynamic;
    struct thread *thread;
    struct warp *warps;
    char *shared;
    size_t shared_size;
    char **arguments;
    void (*kernel)(struct thread *, char *, char **);
    int failure;
    unsigned long changes; // that let a waiting thread go on
    unsigned first;        // the threads before it have ended
    struct warp_accesses *accesses; // by warp and site (ptx-counts.h)
    unsigned turn;         // FIRST_TURN or, if it has waited for other blocks, TURN
    jmp_buf scheduler;
};

typedef void function(struct thread *, char *, char **);

#include "ptx-counts.h"

__attribute__((noreturn)) static void end_thread(struct thread *t) {
    _longjmp(t->place->end, 1);
}

__attribute__((noreturn)) static void wrong(struct thread *t, int failure, const char *why) {
    fprintf(stderr, "ptx: thread %u of block (%u,%u,%u): %s\n", t->number, t->block->id[0],
            t->block->id[1], t->block->id[2], why);
    t->block->failure = failure;
    end_thread(t);
}

static inline void trap(struct thread *t) {
    wrong(t, FAILED, "trap");
}

static void yield_thread(struct thread *t) {
    if (_setjmp(t->place->here) == 0)
        _longjmp(t->block->scheduler, 1);
}

// ---- Memory ------------------------------------------------------------------------------------

static inline uint32_t enter_frame(struct thread *t, uint32_t size) {
    uint32_t frame = t->top;
    t->top += (size + 15) & ~15u;
    if (t->top > LOCAL_SIZE)
        wrong(t, FAILED, "its stack is full");
    return frame;
}

static inline void leave_frame(struct thread *t, uint32_t frame) {
    t->top = frame;
}

static inline char *shared_at(struct thread *t, uint64_t address) {
    if (address >= t->block->shared_size)
        wrong(t, FAILED, "an address beyond shared memory");
    return t->block->shared + address;
}

static inline char *local_at(struct thread *t, uint64_t address) {
    if (address >= LOCAL_SIZE)
        wrong(t, FAILED, "an address beyond local memory");
    return t->place->local + address;
}

// Addresses of constants have 32 bits too.
static const char const_base;

static inline uint32_t const_address(const void *variable) {
    return (uint32_t)((uintptr_t)variable - (uintptr_t)&const_base);
}

static inline char *const_at(uint64_t address) {
    return (char *)((uintptr_t)&const_base + (uintptr_t)(intptr_t)(int32_t)(uint32_t)address);
}

static inline void aligned(struct thread *t, const char *address, unsigned size,
                           const char *instruction) {
    if ((uintptr_t)address >= 4096 && (uintptr_t)address % size == 0)
        return;
    fprintf(stderr, "ptx: address %p in '%s'\n", (const void *)address, instruction);
    wrong(t, MISALIGNED, (uintptr_t)address < 4096 ? "a null address" : "a misaligned address");
}

// Others may be what a thread waits for that reads the same again and again.
static inline void look_around(struct thread *t) {
    if (++t->looks % 64 == 0)
        yield_thread(t);
}

// ---- Threads together --------------------------------------------------------------------------

static void barrier(struct thread *t) {
    t->waits = true;
    while (t->waits)
        yield_thread(t);
}

static uint32_t lanes_of(const struct block *block, unsigned first) {
    uint32_t lanes = 0;
    for (unsigned i = first; i < first + LANES && i < block->threads; i++)
        if (!block->thread[i].is_done)
            lanes |= 1u << (i - first);
    return lanes;
}

// Lanes wait for those that come with the same mask (PTX ISA, "shfl.sync").
static bool have_masks(const struct warp *warp, uint32_t lanes, uint32_t mask) {
    for (unsigned i = 0; i < LANES; i++)
        if (lanes >> i & 1 && warp->masks[i] != mask)
            return false;
    return true;
}

// Returns the lanes that took part, when all that mask names have come; t->seen has their values.
static uint32_t exchange(struct thread *t, uint32_t mask, uint32_t value) {
    unsigned first = t->number - t->lane;
    struct warp *warp = &t->block->warps[first / LANES];
    uint32_t mine = 1u << t->lane;
    if (!(mask & mine))
        wrong(t, FAILED, "a warp's instruction whose mask lacks the thread");
    warp->values[t->lane] = value;
    warp->masks[t->lane] = mask;
    warp->arrived |= mine;
    t->exchanges = true;
    for (;;) {
        uint32_t needed = mask & lanes_of(t->block, first);
        if (warp->released & mine) {
            warp->released &= ~mine;
            t->exchanges = false;
            return t->took_part; // some may have ended since
        }
        if ((warp->arrived & needed) == needed && have_masks(warp, needed, mask)) {
            uint32_t seen[LANES];
            for (unsigned i = 0; i < LANES; i++) // what others have, nobody may use
                seen[i] = needed >> i & 1 ? warp->values[i] : 0xdeadbeef + i;
            for (unsigned i = 0; i < LANES; i++)
                if (needed >> i & 1) {
                    memcpy(t->block->thread[first + i].seen, seen, sizeof seen);
                    t->block->thread[first + i].took_part = needed;
                }
            warp->arrived &= ~needed;
            warp->released |= needed;
            t->block->changes++;
        } else {
            yield_thread(t);
        }
    }
}

static bool is_stopped(const struct thread *t) {
    const struct warp *warp = &t->block->warps[t->number / LANES];
    return t->is_done || t->waits || (t->site && !t->company) ||
           (t->exchanges && !(warp->released >> t->lane & 1));
}

// The lanes that are at this place together. As on a GPU that brings them together where it can, they
// are those that come before any other lane of the warp can only wait.
static uint32_t active_lanes(struct thread *t, const void *site) {
    struct thread *lanes = t - t->lane;
    unsigned count = t->block->threads - lanes->number;
    count = count < LANES ? count : LANES;
    t->site = site, t->company = 0;
    while (!t->company) {
        bool all_stopped = true;
        uint32_t company = 0;
        for (unsigned i = 0; i < count; i++) {
            all_stopped = all_stopped && is_stopped(&lanes[i]);
            company |= (uint32_t)(!lanes[i].is_done && lanes[i].site == site) << i;
        }
        if (!all_stopped) {
            yield_thread(t);
            continue;
        }
        for (unsigned i = 0; i < count; i++)
            if (company >> i & 1)
                lanes[i].company = company;
        t->block->changes++;
    }
    t->site = NULL;
    return t->company;
}

static inline uint32_t shuffle(struct thread *t, uint32_t mask, uint32_t value, unsigned from) {
    exchange(t, mask, value);
    return t->seen[from];
}

static inline uint32_t ballot(struct thread *t, uint32_t mask, bool value) {
    uint32_t lanes = exchange(t, mask, value), result = 0;
    for (unsigned i = 0; i < LANES; i++)
        result |= (lanes >> i & t->seen[i] & 1) << i;
    return result;
}

// Those of the lanes that have the same value.
static inline uint32_t match(struct thread *t, uint32_t mask, uint32_t value) {
    uint32_t lanes = exchange(t, mask, value), result = 0;
    for (unsigned i = 0; i < LANES; i++)
        result |= (uint32_t)(lanes >> i & 1 && t->seen[i] == value) << i;
    return result;
}

// PTX ISA, "shfl.sync": where a lane reads from.
static inline unsigned shuffle_from(struct thread *t, int from, bool inside, bool *is_inside) {
    *is_inside = inside;
    return inside ? (unsigned)from : t->lane;
}
static inline int shuffle_last(struct thread *t, uint32_t c) {
    unsigned segment = c >> 8 & 31;
    return (int)((t->lane & segment) | (c & 31 & ~segment));
}
static inline unsigned shuffle_idx(struct thread *t, uint32_t b, uint32_t c, bool *inside) {
    unsigned segment = c >> 8 & 31;
    int from = (int)((t->lane & segment) | (b & 31 & ~segment));
    return shuffle_from(t, from, from <= shuffle_last(t, c), inside);
}
static inline unsigned shuffle_up(struct thread *t, uint32_t b, uint32_t c, bool *inside) {
    int from = (int)t->lane - (int)(b & 31);
    return shuffle_from(t, from, from >= shuffle_last(t, c), inside);
}
static inline unsigned shuffle_down(struct thread *t, uint32_t b, uint32_t c, bool *inside) {
    int from = (int)(t->lane + (b & 31));
    return shuffle_from(t, from, from <= shuffle_last(t, c), inside);
}
static inline unsigned shuffle_bfly(struct thread *t, uint32_t b, uint32_t c, bool *inside) {
    int from = (int)(t->lane ^ (b & 31));
    return shuffle_from(t, from, from <= shuffle_last(t, c), inside);
}

// ---- Special registers -------------------------------------------------------------------------

#define SPECIAL(name, value)                                                                       \
    static inline uint64_t special_##name(struct thread *t) {                                      \
        (void)t;                                                                                   \
        return value;                                                                              \
    }
SPECIAL(tid_x, t->id[0])
SPECIAL(tid_y, t->id[1])
SPECIAL(tid_z, t->id[2])
SPECIAL(ntid_x, t->block->size[0])
SPECIAL(ntid_y, t->block->size[1])
SPECIAL(ntid_z, t->block->size[2])
SPECIAL(ctaid_x, t->block->id[0])
SPECIAL(ctaid_y, t->block->id[1])
SPECIAL(ctaid_z, t->block->id[2])
SPECIAL(nctaid_x, t->block->grid[0])
SPECIAL(nctaid_y, t->block->grid[1])
SPECIAL(nctaid_z, t->block->grid[2])
SPECIAL(laneid, t->lane)
SPECIAL(lanemask_lt, (1u << t->lane) - 1)
SPECIAL(dynamic_smem_size, t->block->dynamic)
SPECIAL(clock, ++t->looks)
SPECIAL(clock64, ++t->looks)
SPECIAL(globaltimer, ++t->looks)

// ---- What CUDA's driver has --------------------------------------------------------------------

static uint64_t read_argument(const char **at, size_t size) {
    uint64_t value = 0;
    *at = (const char *)(((uintptr_t)*at + size - 1) & ~(size - 1));
    memcpy(&value, *at, size);
    *at += size;
    return value;
}

// The arguments lie one behind the other, aligned as their types are.
__attribute__((unused)) static void p_vprintf(struct thread *t, char *result, char **arguments) {
    const char *format, *at;
    (void)t;
    memcpy(&format, arguments[0], sizeof format);
    memcpy(&at, arguments[1], sizeof at);
    int total = 0;
    while (*format) {
        size_t plain = strcspn(format, "%");
        total += (int)fwrite(format, 1, plain, stdout);
        format += plain;
        if (!*format)
            break;
        size_t length = 1 + strspn(format + 1, "-+ #0123456789.*hlLqjzt");
        char part[64];
        int stars[2] = {0, 0}, count = 0;
        snprintf(part, sizeof part, "%.*s", (int)length + 1, format);
        for (char *star = part; (star = strchr(star, '*')); star++)
            stars[count++] = (int)read_argument(&at, 4);
        char kind = format[length];
        format += length + 1;
#define PUT(value)                                                                                 \
    (count == 2   ? printf(part, stars[0], stars[1], value)                                        \
     : count == 1 ? printf(part, stars[0], value)                                                  \
                  : printf(part, value))
        if (kind == '%') {
            total += printf("%%");
        } else if (strchr("aAeEfFgG", kind)) {
            total += PUT(as_f64(read_argument(&at, 8)));
        } else if (kind == 's') {
            const char *text = (const char *)read_argument(&at, 8);
            total += PUT(text);
        } else if (kind == 'p' || strpbrk(part, "lqjzt")) {
            uint64_t value = read_argument(&at, 8);
            total += PUT(value);
        } else {
            uint32_t value = (uint32_t)read_argument(&at, 4);
            total += PUT(value);
        }
    }
    fflush(stdout);
    memcpy(result, &total, sizeof total);
}

__attribute__((unused)) static void p___assertfail(struct thread *t, char *result,
                                                   char **arguments) {
    char message[2048];
    const char *text, *file, *function;
    unsigned line;
    (void)result;
    memcpy(&text, arguments[0], sizeof text);
    memcpy(&file, arguments[1], sizeof file);
    memcpy(&line, arguments[2], sizeof line);
    memcpy(&function, arguments[3], sizeof function);
    snprintf(message, sizeof message, "%s:%u: %s: %s", file, line, function, text);
    wrong(t, ASSERTED, message);
}

__attribute__((unused)) static void p_malloc(struct thread *t, char *result, char **arguments) {
    size_t size;
    (void)t;
    memcpy(&size, arguments[0], sizeof size);
    void *memory = malloc(size);
    memcpy(result, &memory, sizeof memory);
}

__attribute__((unused)) static void p_free(struct thread *t, char *result, char **arguments) {
    void *memory;
    (void)t, (void)result;
    memcpy(&memory, arguments[0], sizeof memory);
    free(memory);
}

// ---- Grids -------------------------------------------------------------------------------------

static struct place *starting;

static void run_place(void) {
    struct place *place = starting;
    for (;;) {
        if (_setjmp(place->end) == 0)
            place->thread->block->kernel(place->thread, NULL, place->thread->block->arguments);
        place->thread->is_done = true;
        place->thread->block->changes++;
        yield_thread(place->thread);
    }
}

static void start_place(struct place *place) {
    ucontext_t context;
    getcontext(&context);
    context.uc_stack.ss_sp = place->stack;
    context.uc_stack.ss_size = STACK_SIZE;
    makecontext(&context, run_place, 0);
    place->is_started = true;
    starting = place;
    setcontext(&context);
}

static void run_thread(struct thread *t) {
    if (_setjmp(t->block->scheduler) != 0)
        return;
    if (t->place->is_started)
        _longjmp(t->place->here, 1);
    start_place(t->place);
}

static void begin_thread(struct thread *t, struct place *place) {
    t->place = place;
    place->thread = t;
    t->top = 64; // no address is 0
    memset(place->local, 0xa5, 4096);
}

static void release_barrier(struct block *block) {
    unsigned waiting = 0, running = 0;
    for (unsigned i = 0; i < block->threads; i++) {
        waiting += block->thread[i].waits;
        running += !block->thread[i].is_done;
    }
    if (!running || waiting < running)
        return;
    for (unsigned i = 0; i < block->threads; i++)
        block->thread[i].waits = false;
    block->changes++;
}

// Places that no thread has.
static struct place **available;
static unsigned left, capacity;

static struct place *take_place(void) {
    if (left)
        return available[--left];
    struct place *place = calloc(1, sizeof *place);
    place->stack = malloc(STACK_SIZE);
    place->local = aligned_alloc(64, LOCAL_SIZE);
    return place;
}

static void give_place(struct place *place) {
    if (left == capacity)
        available = realloc(available, (capacity = 2 * capacity + 64) * sizeof *available);
    available[left++] = place;
}

// Runs the threads in turns, until the block has ended or none has changed anything for some turns.
// Those that have ended leave their places to others. Returns whether the block has ended.
static bool run_block(struct block *block) {
    unsigned long seen = block->changes;
    unsigned quiet = 0;
    while (block->first < block->threads && !block->failure && quiet < block->turn) {
        for (unsigned i = block->first; i < block->threads && !block->failure; i++) {
            struct thread *t = &block->thread[i];
            if (t->is_done || t->waits)
                continue;
            if (!t->place)
                begin_thread(t, take_place());
            run_thread(t);
            if (t->is_done)
                give_place(t->place);
        }
        while (block->first < block->threads && block->thread[block->first].is_done)
            block->first++;
        release_barrier(block);
        quiet = block->changes == seen ? quiet + 1 : 0;
        seen = block->changes;
    }
    block->turn = TURN;
    for (unsigned i = 0; i < block->threads && block->failure; i++)
        if (block->thread[i].place)
            block->thread[i].place->is_started = false; // they never get to their ends
    return block->first == block->threads || block->failure;
}

static struct block *begin_block(const struct block *like, const unsigned *size,
                                 unsigned long number) {
    struct block *block = malloc(sizeof *block);
    *block = *like;
    block->id[0] = (unsigned)(number % like->grid[0]);
    block->id[1] = (unsigned)(number / like->grid[0] % like->grid[1]);
    block->id[2] = (unsigned)(number / like->grid[0] / like->grid[1]);
    block->turn = FIRST_TURN;
    block->thread = calloc(block->threads, sizeof *block->thread);
    block->warps = calloc(block->threads / LANES + 1, sizeof *block->warps);
    block->shared = aligned_alloc(256, (block->shared_size + 256) & ~255ul);
    memset(block->shared, 0xa5, block->shared_size);
    for (unsigned i = 0; i < block->threads; i++) {
        struct thread *t = &block->thread[i];
        t->block = block, t->number = i, t->lane = i % LANES;
        t->id[0] = i % size[0], t->id[1] = i / size[0] % size[1];
        t->id[2] = i / size[0] / size[1];
    }
    counts_begin(block);
    return block;
}

static void end_block(struct block *block) {
    counts_end(block);
    free(block->thread), free(block->warps), free(block->shared);
    free(block);
}

// Gives each block that runs a turn. Returns whether anything has changed.
static bool give_turns(struct block **blocks, unsigned long *running, int *failure) {
    bool changed = false;
    for (unsigned long i = 0; i < *running && !*failure;) {
        unsigned long seen = blocks[i]->changes;
        bool ended = run_block(blocks[i]);
        changed = changed || ended || blocks[i]->changes != seen;
        *failure = blocks[i]->failure;
        if (!ended) {
            i++;
            continue;
        }
        end_block(blocks[i]);
        blocks[i] = blocks[--*running];
    }
    return changed;
}

// Begins a block when those before have ended, or wait for others.
static int run_blocks(const struct block *like, const unsigned *size) {
    unsigned long total = (unsigned long)like->grid[0] * like->grid[1] * like->grid[2];
    unsigned long next = 0, running = 0, room = 0;
    struct block **blocks = NULL;
    unsigned quiet = 0;
    int failure = 0;
    while ((running || next < total) && !failure) {
        bool begins = next < total;
        if (begins && running == room)
            blocks = realloc(blocks, (room = 2 * room + 4) * sizeof *blocks);
        if (begins)
            blocks[running++] = begin_block(like, size, next++);
        quiet = give_turns(blocks, &running, &failure) || begins ? 0 : quiet + TURN;
        if (quiet > PATIENCE) {
            fprintf(stderr, "ptx: thread %u waits for others that never come\n", blocks[0]->first);
            failure = FAILED;
        }
    }
    while (running)
        end_block(blocks[--running]);
    free(blocks);
    return failure;
}

// Runs a grid; returns an error of CUDA's, or 0.
int ptx_run(function *kernel, size_t count, const uint64_t *slots, const unsigned *grid,
            const unsigned *size, unsigned dynamic) {
    char *arguments[256];
    for (size_t i = 0; i < count; i++)
        arguments[i] = (char *)&slots[i];
    struct block block = {.threads = size[0] * size[1] * size[2],
                          .dynamic = dynamic,
                          .kernel = kernel,
                          .arguments = arguments,
                          .shared_size = DYNAMIC_SHARED + dynamic};
    memcpy(block.size, size, sizeof block.size);
    memcpy(block.grid, grid, sizeof block.grid);
    block.failure = run_blocks(&block, size);
    counts_launch(&block);
    return block.failure;
}
