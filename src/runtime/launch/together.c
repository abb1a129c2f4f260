#include "runtime/launch/together.h"

#include "runtime/launch/race.h"
#include "runtime/launch/stuck.h"
#include "runtime/say/stop.h"

#include <linux/futex.h>
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_BLOCKS = 4096 };

// Of a thread's stack. What is not used takes no memory.
enum { STACK = 4 << 20 };

// The blocks of a launch that run at the same time.
struct together {
    const struct __offloadcc_launched *launched;
    void (*run)(const void *argument, unsigned long number);
    const void *argument;
    uint32_t count;          // blocks
    uint32_t spins;          // how often a block looks before it sleeps
    _Atomic(uint64_t) state; // in the low half, blocks that wait; in the high half, that have ended
    _Atomic(uint32_t) turn;  // how many barriers all have come to
    char order[2];           // addresses for ThreadSanitizer (race.h), for every second barrier
};

struct member {
    struct together *all;
    unsigned long number; // of the block
    pthread_t thread;
};

static _Thread_local struct together *mine;                      // of the block that runs
static _Thread_local const struct __offloadcc_launched *running; // any launch on the CPU

void __offloadcc_note_launch(const struct __offloadcc_launched *launched) {
    running = launched;
}

bool __offloadcc_runs_kernel(void) {
    return running != NULL;
}

static void say_launch(const struct __offloadcc_launched *launched) {
    if (launched->file)
        fprintf(stderr, "%s:%u: offloadcc: note: the launch is here\n", launched->file,
                launched->line);
}

void __offloadcc_say_ended(void) {
    if (!running)
        return;
    struct subject subject = __offloadcc_subject(running->kernel);
    const unsigned int *count = running->grid.__offloadcc_block_count;
    const unsigned int *size = running->grid.__offloadcc_block_size;
    fprintf(stderr,
            "%s:%u: offloadcc: error: kernel '%s' ended, for the reason above, in a launch of %u x "
            "%u x %u blocks of %u x %u x %u threads\n",
            subject.file, subject.line, subject.name, count[0], count[1], count[2], size[0],
            size[1], size[2]);
    say_launch(running);
}

static _Noreturn void stop(const struct __offloadcc_launched *launched, const char *text) {
    struct subject subject = __offloadcc_subject(launched->kernel);
    __offloadcc_show_text();
    fprintf(stderr, "%s:%u: offloadcc: error: kernel '%s': %s\n", subject.file, subject.line,
            subject.name, text);
    say_launch(launched);
    abort();
}

// ---- The barrier -------------------------------------------------------------------------------

static void futex(_Atomic(uint32_t) *word, int operation, uint32_t value) {
    syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

enum { HALF = 32 };

// Whether blocks wait for some that have ended.
static void check_state(const struct together *all, uint64_t state) {
    uint32_t waiting = (uint32_t)state, ended = (uint32_t)(state >> HALF);
    char text[256];
    if (!waiting || !ended || waiting + ended < all->count)
        return;
    snprintf(text, sizeof text,
             "%u of its %u blocks wait%s at offload_grid_barrier() for ever, since %u ha%s ended; "
             "all threads of all blocks have to reach the same barriers",
             waiting, all->count, waiting == 1 ? "s" : "", ended, ended == 1 ? "s" : "ve");
    stop(all->launched, text);
}

static void wait_for_turn(struct together *all, uint32_t turn) {
    for (unsigned int i = 0; i < all->spins; i++) {
        if (atomic_load_explicit(&all->turn, memory_order_acquire) != turn)
            return;
        __builtin_ia32_pause();
    }
    while (atomic_load_explicit(&all->turn, memory_order_acquire) == turn)
        futex(&all->turn, FUTEX_WAIT, turn);
}

void __offloadcc_wait_for_blocks(void) {
    struct together *all = mine;
    if (!all && running)
        stop(running, "it has come to offload_grid_barrier() in a launch that is not cooperative; "
                      "set .cooperative = true in the launch");
    if (!all || all->count == 1)
        return;
    uint32_t turn = atomic_load_explicit(&all->turn, memory_order_relaxed);
    void *order = &all->order[turn % 2];
    __offloadcc_race_order_before(order);
    uint64_t state = atomic_fetch_add(&all->state, 1) + 1;
    if ((uint32_t)state < all->count) {
        check_state(all, state);
        __offloadcc_watch_waits(true);
        wait_for_turn(all, turn);
        __offloadcc_watch_waits(false);
    } else {
        atomic_fetch_sub(&all->state, all->count);
        atomic_fetch_add(&all->turn, 1);
        futex(&all->turn, FUTEX_WAKE, INT32_MAX);
    }
    __offloadcc_race_order_after(order);
}

// ---- Threads -----------------------------------------------------------------------------------

static void *run_member(void *argument) {
    struct member *member = argument;
    struct together *outer = mine;
    mine = member->all;
    member->all->run(member->all->argument, member->number);
    mine = outer;
    const uint64_t one = 1ul << HALF;
    check_state(member->all, atomic_fetch_add(&member->all->state, one) + one);
    return NULL;
}

static _Noreturn void refuse(const struct __offloadcc_launched *launched, unsigned long count,
                             unsigned long most, const char *why) {
    char text[512];
    snprintf(text, sizeof text,
             "the launch is cooperative and has %lu blocks, but the CPU can run only %lu at the "
             "same time%s; launch fewer, or leave out .threads and .blocks, and divide the "
             "elements among the threads with offload_for",
             count, most, why);
    stop(launched, text);
}

void __offloadcc_run_together(const struct __offloadcc_launched *launched, unsigned long count,
                              void (*run)(const void *argument, unsigned long number),
                              const void *argument) {
    enum { SPINS = 4000 }; // some 100 microseconds
    if (count > MOST_BLOCKS)
        refuse(launched, count, MOST_BLOCKS, "");
    struct together all = {
        .launched = launched,
        .run = run,
        .argument = argument,
        .count = (uint32_t)count,
        .spins = count <= (unsigned long)omp_get_num_procs() ? SPINS : 0,
    };
    struct member *members = __offloadcc_allocate(count, sizeof *members);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    for (unsigned long i = count; i-- > 0;) {
        members[i].all = &all;
        members[i].number = i;
        int error =
            i ? pthread_create(&members[i].thread, &attributes, run_member, &members[i]) : 0;
        if (error) {
            char why[128];
            snprintf(why, sizeof why, ", because a thread cannot be made (%s)", strerror(error));
            refuse(launched, count, count - i, why);
        }
    }
    pthread_attr_destroy(&attributes);
    run_member(&members[0]);
    for (unsigned long i = 1; i < count; i++)
        pthread_join(members[i].thread, NULL);
    free(members);
}
