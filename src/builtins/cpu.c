// cpu.c - a kernel's surroundings on a CPU, where the compiler could not resolve them in the block
// loop itself: this thread's place in the grid. Part of x86-64 images and of the runtime, with
// cpufibres.h and cpumatch.h.
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

// What waits for the other blocks: the runtime's function, also where this is in an image.
static _Thread_local void (*wait_for_blocks)(void);

void __offloadcc_set_grid_wait(void (*wait)(void)) {
    wait_for_blocks = wait;
}

__attribute__((noinline)) void __offloadcc_grid_wait(void) {
    if (wait_for_blocks)
        wait_for_blocks();
}

// The mask of the lane function that this thread calls next; 0: it has none.
static _Thread_local unsigned long awaited;

void __offloadcc_await_lanes(unsigned long mask) {
    awaited = mask;
}

// Lane functions outside of kernels: the thread is the only lane of its group.
__attribute__((convergent)) unsigned int
__offloadcc_group_exchange_32(unsigned int value, unsigned int by, unsigned int how) {
    (void)by, (void)how;
    awaited = 0;
    return value;
}

__attribute__((convergent)) unsigned long
__offloadcc_group_exchange_64(unsigned long value, unsigned int by, unsigned int how) {
    (void)by, (void)how;
    awaited = 0;
    return value;
}

__attribute__((convergent)) unsigned long __offloadcc_group_ballot(int predicate,
                                                                   unsigned int how) {
    (void)how;
    awaited = 0;
    return predicate != 0;
}

__attribute__((convergent)) unsigned long __offloadcc_group_match(unsigned long value,
                                                                  unsigned int how) {
    (void)value, (void)how;
    awaited = 0;
    return 1;
}

__attribute__((convergent)) unsigned int
__offloadcc_group_reduce_32(unsigned int value, unsigned long mask, unsigned int how) {
    (void)mask, (void)how;
    awaited = 0;
    return value;
}

__attribute__((convergent)) unsigned long
__offloadcc_group_reduce_64(unsigned long value, unsigned long mask, unsigned int how) {
    (void)mask, (void)how;
    awaited = 0;
    return value;
}

// ---- <assert.h>, abort and exit ----------------------------------------------------------------

// From libc, without its headers: the builtins are compiled for one target on any machine.
int dprintf(int file, const char *format, ...);
_Noreturn void abort(void);

enum { STDERR = 2 };

// The runtime has them, images do not: prints what kernels have printed into a buffer, before the
// message; and says which kernel it is that ends.
__attribute__((weak)) void __offloadcc_show_text(void);
__attribute__((weak)) void __offloadcc_say_ended(void);

static void show_text(void) {
    if (__offloadcc_show_text)
        __offloadcc_show_text();
}

static _Noreturn void end(void) {
    if (__offloadcc_say_ended)
        __offloadcc_say_ended();
    abort();
}

#define PLACE_PARAMETERS                                                                           \
    const char *file, unsigned int line, const char *function, size_t x, size_t y, size_t z,       \
        unsigned int size_x, unsigned int size_y, unsigned int size_z

// The words are CUDA's.
#define SAY(what, ...)                                                                             \
    (show_text(), dprintf(STDERR, "%s:%u: %s: block: [%zu,%zu,%zu], thread: [%zu,%zu,%zu] " what,  \
                          file, line, function, x / size_x, y / size_y, z / size_z, x % size_x,    \
                          y % size_y, z % size_z, ##__VA_ARGS__))

// What src/cpu/assertions.c makes of __offloadcc_assert.
_Noreturn void __offloadcc_assert_fail(const char *what, PLACE_PARAMETERS) {
    SAY("Assertion `%s' failed.\n", what);
    end();
}

// What it makes of __offloadcc_abort.
_Noreturn void __offloadcc_abort_fail(PLACE_PARAMETERS) {
    SAY("the kernel called abort()\n");
    end();
}

// What it makes of __offloadcc_exit.
_Noreturn void __offloadcc_exit_fail(int status, PLACE_PARAMETERS) {
    SAY("the kernel called exit(%d)\n", status);
    end();
}

// What src/ir/stops.c makes of __assert_fail, abort and exit. Host code may call the functions that
// do so.
#ifdef OC_FOR_HOST
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line,
                             const char *function);
_Noreturn void exit(int status);
_Bool __offloadcc_runs_kernel(void);
#define UNLESS_IN_KERNEL(action)                                                                   \
    if (!current && !__offloadcc_runs_kernel())                                                    \
    action
#else
#define UNLESS_IN_KERNEL(action)
#endif

#define PLACE                                                                                      \
    __offloadcc_global_id(0), __offloadcc_global_id(1), __offloadcc_global_id(2),                  \
        __offloadcc_block_size(0), __offloadcc_block_size(1), __offloadcc_block_size(2)

// Where nothing has said which thread runs.
#define SAY_ANYWHERE(what, value)                                                                  \
    (show_text(), dprintf(STDERR, "%s:%u: %s: " what "\n", file, line, function, value))

_Noreturn void __offloadcc_assert(const char *what, const char *file, unsigned int line,
                                  const char *function) {
    UNLESS_IN_KERNEL(__assert_fail(what, file, line, function));
    if (current)
        __offloadcc_assert_fail(what, file, line, function, PLACE);
    SAY_ANYWHERE("Assertion `%s' failed.", what);
    end();
}

_Noreturn void __offloadcc_abort(const char *file, unsigned int line, const char *function) {
    UNLESS_IN_KERNEL(abort());
    if (current)
        __offloadcc_abort_fail(file, line, function, PLACE);
    SAY_ANYWHERE("%s", "the kernel called abort()");
    end();
}

_Noreturn void __offloadcc_exit(int status, const char *file, unsigned int line,
                                const char *function) {
    UNLESS_IN_KERNEL(exit(status));
    if (current)
        __offloadcc_exit_fail(status, file, line, function, PLACE);
    SAY_ANYWHERE("the kernel called exit(%d)", status);
    end();
}

// What src/cpu/assertions.c makes of __offloadcc_outside.
#define OC_COUNT_OF_NULL (~0ul) // src/ir/checks.h
_Noreturn void __offloadcc_outside_fail(const char *what, long index, unsigned long count,
                                        PLACE_PARAMETERS) {
    if (count == OC_COUNT_OF_NULL)
        SAY("index %ld is outside of %s, which is null\n", index, what);
    else
        SAY("index %ld is outside of %s, which has %lu elements\n", index, what, count);
    end();
}

// ---- -foffload-check: barriers -----------------------------------------------------------------

// In a round, each thread of a block runs to its next barrier, in the order of their numbers. The
// first thread says which barrier is the round's. The threads after it have to come to the same
// one.
static _Thread_local struct {
    unsigned long block, first, last; // numbers of the block and of its threads
    const char *file;                 // of the first thread's barrier; NULL: none has come yet
    unsigned int line;
} met;

static unsigned long number_of(enum index index, enum index extent) {
    unsigned long number = 0;
    for (unsigned int d = 3; d-- > 0;)
        number = number * read_index(extent, d, 1) + read_index(index, d, 0);
    return number;
}

// What src/cpu/fibres/meets.c puts where a thread begins, and before its barriers.
void __offloadcc_meets_begin(void) {
    if (number_of(THREAD_ID, BLOCK_SIZE) == 0)
        met.file = NULL;
}

void __offloadcc_meets(const char *kernel, const char *file, unsigned int line) {
    unsigned long thread = number_of(THREAD_ID, BLOCK_SIZE);
    unsigned long block = number_of(BLOCK_ID, BLOCK_COUNT);
    if (!met.file || met.block != block || thread <= met.last) {
        met.block = block;
        met.first = thread;
        met.file = file;
        met.line = line;
    }
    met.last = thread;
    if (met.line == line && __builtin_strcmp(met.file, file) == 0)
        return;
    const unsigned int *size = current->__offloadcc_index[BLOCK_SIZE];
    const unsigned int *at = current->__offloadcc_index[BLOCK_ID];
    const unsigned int *self = current->__offloadcc_index[THREAD_ID];
    show_text();
    dprintf(STDERR,
            "%s:%u: kernel '%s': block: [%u,%u,%u], thread: [%u,%u,%u] waits at this barrier, but "
            "thread: [%lu,%lu,%lu] at that of %s:%u; all threads of a block that have not returned "
            "have to come to the same barriers\n",
            file, line, kernel, at[0], at[1], at[2], self[0], self[1], self[2], met.first % size[0],
            met.first / size[0] % size[1], met.first / size[0] / size[1], met.file, met.line);
    abort();
}

#include "builtins/combine.h"
#include "builtins/cpufibres.h"
#include "builtins/cpumatch.h"
