// process.h - what all copies of the runtime in a process share: the program and each library with
// kernels link one of their own, and a kernel of one may be launched by another.
//
// The copies find one another without a symbol, so no version script, visibility, -Bsymbolic or
// RTLD_DEEPBIND keeps them apart: each has an ELF note that gives the address of its pointer to the
// process's state, and the loader lists what is loaded (dl_iterate_phdr). The first copy makes the
// state, later ones adopt it. It is never freed, since threads may launch while the process ends;
// so it outlives the copy that made it.
//
// The layout is an ABI between copies that different versions of offloadcc may have linked
// (docs/abi.md). A copy that finds one with another layout ends the program and names both. Copies
// that cannot find each other, such as in namespaces of dlmopen, have a state each: then a launch
// that would cross from one to the other ends the program, and is no plain call.
#ifndef OC_RUNTIME_PROCESS_H
#define OC_RUNTIME_PROCESS_H

// Also included by launch_thunk.S.
#define OC_PROCESS_LAYOUT 1 // docs/abi.md says when it is to be raised

#define OC_PROCESS_THREADS 8
#define OC_THREADS_MASK 0
#define OC_THREADS_ENTRIES 16
#define OC_THREADS_THREAD 8
#define OC_THREAD_PENDING 0
#define OC_THREAD_ARMED 8

#ifndef __ASSEMBLER__

#include "runtime/abi.h"
#include "runtime/mapped.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct offload_launch;
struct __offloadcc_running;

// One thread of the program: what it launches, for the time between offload(...) and the kernel's
// start, and what it runs.
struct __offloadcc_thread {
    struct offload_launch *pending; // named by offload(), not called yet: innermost first
    struct offload_launch *armed;   // the launch whose kernel is being called right now
    const char *file; // where the launch is that runs, for messages; NULL: none, or a plain call
    unsigned int line;
    int id; // the system's, to tell it from an earlier thread at the same address
    const struct __offloadcc_running *running; // on a device (failure.h), or NULL
    // A kernel of another module that it launched, found to be one while `changes` was that.
    void (*known_kernel)(void);
    unsigned long known_changes;
    unsigned long plain_calls;
    unsigned long reserved[6]; // 0
};

// All threads that ever launched, by their thread pointers (%fs:0), of which two threads never have
// the same at once. launch_thunk.S reads it: it has no register for a call. Entries are never
// removed. A table that is full is replaced and kept, since others may be reading it.
struct __offloadcc_threads {
    uintptr_t mask; // of a byte offset into the entries
    size_t count;
    struct {
        uintptr_t pointer; // 0: free
        struct __offloadcc_thread *thread;
    } entries[];
};

// Of a copy that has guarded memory (launch/guarded.h): any copy's handler explains faults for all.
struct __offloadcc_faults {
    bool (*explain)(const char *address); // false: in no guard page of this copy's
    void (*handle)(int signal, siginfo_t *fault, void *context);
};

// The program, or a library, with a runtime of its own.
struct __offloadcc_module {
    struct __offloadcc_module *next;
    uintptr_t start, end; // its addresses; none if the loader does not list it
    struct __offloadcc_unit *units;
    void (*start_unit)(struct __offloadcc_unit *unit); // that module's, as explain
    void (*explain)(int signal);
    const struct __offloadcc_faults *faults; // guarded.h; NULL: the module has no such memory
    unsigned long reserved[1];               // 0
};

struct __offloadcc_process {
    unsigned int layout; // OC_PROCESS_LAYOUT
    unsigned int bytes;  // of this struct; members that are appended are 0 at first
    struct __offloadcc_threads *threads;
    pthread_mutex_t adding; // threads
    // The modules that are loaded, and the rest as register.c says. `listing` may be held by a
    // constructor, so nothing may be loaded by one who holds it.
    pthread_mutex_t listing;
    struct __offloadcc_module *modules;
    unsigned long changes; // of the list
    int registered;        // units that libomptarget knows
    int waiting;           // units with images that nobody has asked for yet
    unsigned long last;    // number of a registration
    unsigned long registrations;
    int is_lazy; // libomptarget is there because one of us loaded it
    int padding;
    pthread_mutex_t starting; // of units
    // What is mapped and allocated (ranges.h).
    pthread_mutex_t mapping;
    pthread_cond_t launch_ended; // one of a range's launches
    struct ranges mapped;        // addresses of the host's; the space is the device
    struct ranges allocated;     // addresses of any device's, in one space
    pthread_mutex_t structs;     // held by a launch that puts the device's addresses into pointers
    pthread_mutex_t copying;     // held by a launch on the CPU with copies (copies.c, exact.h)
    unsigned long reserved[16];  // 0
};

// This copy's pointer to it, for __offloadcc_process and the thunk alone.
extern struct __offloadcc_process *__offloadcc_state_of_process;
struct __offloadcc_process *__offloadcc_adopt(void);

static inline struct __offloadcc_process *__offloadcc_process(void) {
    struct __offloadcc_process *process =
        __atomic_load_n(&__offloadcc_state_of_process, __ATOMIC_ACQUIRE);
    return process ? process : __offloadcc_adopt();
}

// This copy's entry in the list of modules, once there is a process. Who changes its units holds
// `listing`.
extern struct __offloadcc_module __offloadcc_module;

// This copy's pointer to the thread's state, likewise.
extern _Thread_local struct __offloadcc_thread *__offloadcc_state_of_thread;
struct __offloadcc_thread *__offloadcc_enter_thread(void);

static inline struct __offloadcc_thread *__offloadcc_thread(void) {
    struct __offloadcc_thread *thread = __offloadcc_state_of_thread;
    return thread ? thread : __offloadcc_enter_thread();
}

// Whether a function is in a module that shares this process's state, so that a launch of it
// reaches it; else sets where it is, or NULL if that is unknown.
bool __offloadcc_shares_state(void (*function)(void), const char **where);

#endif
#endif
