#include "runtime/launch/stuck.h"

#include "runtime/launch/race.h"
#include "runtime/say/asked.h"
#include "runtime/say/once.h"
#include "runtime/say/stop.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { STATES = 1024 };                                    // more are no loop that waits
enum { LEAST_SAMPLES = 100 };                              // without a new state
enum { STACK_BYTES = 512 };                                // that are a part of a state
static const long interval = 5000000, second = 1000000000; // nanoseconds

// A thread that runs blocks.
struct worker {
    struct worker *next;
    pid_t id;
    _Atomic(unsigned long) block; // its number, from 1; 0: it runs none
    atomic_bool waits;            // at a barrier of the grid
    atomic_uint steps;            // begins and ends of blocks, and waits at barriers
    // Of the last look: how many there were, and a hash of the state that it found.
    atomic_uint looks;
    _Atomic(uint64_t) state;
    // The watcher's.
    uint64_t states[STATES]; // a hash table; 0: free
    unsigned int count;      // of states
    unsigned int same;       // looks since any worker was in a new one
    unsigned int seen_looks, seen_steps;
};

struct __offloadcc_watch {
    const struct __offloadcc_launched *launched;
    const struct __offloadcc_grid *grid;
    long limit; // nanoseconds
    pthread_t watcher;
    pthread_mutex_t mutex; // of the members below
    pthread_cond_t ends;
    bool is_over;
    struct worker *workers;
    long since; // when a worker was in a new state, or did a step
};

static _Thread_local struct worker *mine; // while this thread runs a block of a watched launch

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * second + time.tv_nsec;
}

// ---- A look at a thread ------------------------------------------------------------------------

static uint64_t add_bytes(uint64_t hash, const void *bytes, size_t size) {
    for (size_t i = 0; i + sizeof(uint64_t) <= size; i += sizeof(uint64_t)) {
        uint64_t word;
        __builtin_memcpy(&word, (const char *)bytes + i, sizeof word);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 29;
    }
    return hash;
}

static void look(int signal, siginfo_t *info, void *context) {
    struct worker *worker = mine;
    const ucontext_t *interrupted = context;
    (void)signal, (void)info;
    if (!worker)
        return;
    const greg_t *registers = interrupted->uc_mcontext.gregs;
    uint64_t hash = add_bytes(1, registers, (REG_RIP + 1) * sizeof *registers);
    if (interrupted->uc_mcontext.fpregs)
        hash = add_bytes(hash, interrupted->uc_mcontext.fpregs->_xmm,
                         sizeof interrupted->uc_mcontext.fpregs->_xmm);
    hash = add_bytes(hash, (const void *)registers[REG_RSP], STACK_BYTES);
    atomic_store_explicit(&worker->state, hash ? hash : 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&worker->looks, 1, memory_order_release);
}

// Whether the signal is free for this.
static bool can_interrupt(void) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static bool is_installed;
    struct sigaction old, action = {.sa_sigaction = look, .sa_flags = SA_SIGINFO | SA_RESTART};
    pthread_mutex_lock(&mutex);
    if (!is_installed && sigaction(SIGURG, NULL, &old) == 0 && !(old.sa_flags & SA_SIGINFO) &&
        old.sa_handler == SIG_DFL)
        is_installed = sigaction(SIGURG, &action, NULL) == 0;
    pthread_mutex_unlock(&mutex);
    return is_installed;
}

// ---- The watcher -------------------------------------------------------------------------------

static void forget_states(struct worker *worker) {
    memset(worker->states, 0, sizeof worker->states);
    worker->count = 0;
}

// Whether the worker has not been in this state before.
static bool add_state(struct worker *worker, uint64_t state) {
    size_t at = state % STATES;
    while (worker->states[at] && worker->states[at] != state)
        at = (at + 1) % STATES;
    if (worker->states[at])
        return false;
    worker->states[at] = state;
    worker->count++;
    return true;
}

// Takes note of the last look, and asks for the next one. Returns whether the worker goes on.
static bool examine(struct worker *worker) {
    unsigned int steps = atomic_load(&worker->steps), looks = atomic_load(&worker->looks);
    bool goes_on = steps != worker->seen_steps || worker->count > STATES / 2;
    if (goes_on)
        forget_states(worker);
    else if (looks != worker->seen_looks)
        goes_on = add_state(worker, atomic_load(&worker->state));
    worker->same += looks != worker->seen_looks;
    worker->seen_steps = steps;
    worker->seen_looks = looks;
    if (atomic_load(&worker->block) && !atomic_load(&worker->waits))
        syscall(SYS_tgkill, getpid(), worker->id, SIGURG);
    return goes_on;
}

static _Noreturn void stop(const struct __offloadcc_watch *watch, unsigned long block,
                           unsigned int others) {
    const struct __offloadcc_launched *launched = watch->launched;
    const struct __offloadcc_kernel *kernel = launched->kernel;
    const unsigned int *count = watch->grid->__offloadcc_block_count;
    char and_others[64] = "";
    if (others)
        snprintf(and_others, sizeof and_others, ", and %u other%s,", others, others > 1 ? "s" : "");
    __offloadcc_show_text();
    fprintf(stderr,
            "%s:%u: offloadcc: error: kernel '%s': it seems to wait for ever: for %ld second%s, "
            "block [%lu,%lu,%lu]%s has only read again what nothing changes; %s\n",
            kernel->__offloadcc_file, kernel->__offloadcc_line, kernel->__offloadcc_name,
            watch->limit / second, watch->limit > second ? "s" : "", block % count[0],
            block / count[0] % count[1], block / count[0] / count[1], and_others,
            launched->cooperative
                ? "between barriers, the threads of a block run one after the other, so a thread "
                  "must not wait for another one in a loop; use offload_barrier() or "
                  "offload_grid_barrier()"
                : "blocks may run one after the other, and so may the threads of a block between "
                  "barriers, so what it waits for may not have begun; use offload_barrier(), or "
                  "offload_grid_barrier() in a launch with .cooperative = true");
    if (launched->file)
        fprintf(stderr, "%s:%u: offloadcc: note: the launch is here\n", launched->file,
                launched->line);
    abort();
}

// A worker that goes on may do what others wait for. So all begin again to count.
static void note_progress(struct __offloadcc_watch *watch) {
    watch->since = now();
    for (struct worker *worker = watch->workers; worker; worker = worker->next)
        worker->same = 0;
}

static void examine_all(struct __offloadcc_watch *watch) {
    unsigned int busy = 0;
    unsigned long block = 0;
    bool goes_on = false;
    for (struct worker *worker = watch->workers; worker; worker = worker->next)
        goes_on |= examine(worker);
    if (goes_on)
        note_progress(watch);
    if (goes_on || now() - watch->since < watch->limit)
        return;
    for (struct worker *worker = watch->workers; worker; worker = worker->next) {
        unsigned long number = atomic_load(&worker->block);
        if (!number || atomic_load(&worker->waits))
            continue;
        if (worker->same < LEAST_SAMPLES)
            return;
        block = busy++ && block < number ? block : number;
    }
    if (busy)
        stop(watch, block - 1, busy - 1);
}

static void *watch_launch(void *argument) {
    struct __offloadcc_watch *watch = argument;
    pthread_mutex_lock(&watch->mutex);
    while (!watch->is_over) {
        long until = now() + interval;
        struct timespec time = {until / second, until % second};
        examine_all(watch);
        pthread_cond_timedwait(&watch->ends, &watch->mutex, &time);
    }
    pthread_mutex_unlock(&watch->mutex);
    return NULL;
}

// ---- Launches ----------------------------------------------------------------------------------

static long limit(void) {
    enum { SECONDS = 10, MOST = 1000000 };
    static const char name[] = "OFFLOADCC_CHECK_WAIT";
    const char *value = getenv(name);
    char *end = NULL;
    long seconds = value && *value >= '1' && *value <= '9' ? strtol(value, &end, 10) : 0;
    if (seconds > 0 && seconds < MOST && !*end)
        return seconds * second;
    if (value && *value && __offloadcc_is_news(name, 0))
        fprintf(stderr,
                "offloadcc: warning: unknown value '%s' of %s; expected a number of seconds, such "
                "as 60\n",
                value, name);
    return SECONDS * second;
}

// Signals of the program are for the program's threads.
static bool start_watcher(struct __offloadcc_watch *watch) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&watch->watcher, NULL, watch_launch, watch) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

struct __offloadcc_watch *__offloadcc_watch_launch(const struct __offloadcc_launched *launched,
                                                   const struct __offloadcc_grid *grid,
                                                   const struct __offloadcc_frame *frame) {
    if (!(frame->__offloadcc_variants & __offloadcc_frame_polls) ||
        !__offloadcc_checks_are_asked_for() || __offloadcc_race_is_watched() || !can_interrupt())
        return NULL;
    struct __offloadcc_watch *watch = __offloadcc_allocate(1, sizeof *watch);
    pthread_condattr_t attributes;
    watch->launched = launched;
    watch->grid = grid;
    watch->limit = limit();
    watch->since = now();
    pthread_mutex_init(&watch->mutex, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&watch->ends, &attributes);
    pthread_condattr_destroy(&attributes);
    if (start_watcher(watch))
        return watch;
    free(watch);
    return NULL;
}

void __offloadcc_end_watch(struct __offloadcc_watch *watch) {
    if (!watch)
        return;
    pthread_mutex_lock(&watch->mutex);
    watch->is_over = true;
    pthread_cond_signal(&watch->ends);
    pthread_mutex_unlock(&watch->mutex);
    pthread_join(watch->watcher, NULL);
    while (watch->workers) {
        struct worker *next = watch->workers->next;
        free(watch->workers);
        watch->workers = next;
    }
    free(watch);
}

// This thread's worker in a launch.
static struct worker *find_worker(struct __offloadcc_watch *watch) {
    pid_t id = (pid_t)syscall(SYS_gettid);
    pthread_mutex_lock(&watch->mutex);
    struct worker *worker = watch->workers;
    while (worker && worker->id != id)
        worker = worker->next;
    if (!worker) {
        worker = __offloadcc_allocate(1, sizeof *worker);
        worker->id = id;
        worker->next = watch->workers;
        watch->workers = worker;
    }
    pthread_mutex_unlock(&watch->mutex);
    return worker;
}

void __offloadcc_watch_block(struct __offloadcc_watch *watch, unsigned long number) {
    if (!watch)
        return;
    mine = find_worker(watch);
    atomic_fetch_add(&mine->steps, 1);
    atomic_store(&mine->block, number + 1);
}

void __offloadcc_end_block(struct __offloadcc_watch *watch) {
    if (!watch)
        return;
    atomic_fetch_add(&mine->steps, 1);
    atomic_store(&mine->block, 0);
    mine = NULL;
}

void __offloadcc_watch_waits(bool waits) {
    if (!mine)
        return;
    atomic_fetch_add(&mine->steps, 1);
    atomic_store(&mine->waits, waits);
}
