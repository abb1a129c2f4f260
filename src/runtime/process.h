// process.h - the state that all copies of the runtime in a process share. The program and each
// library with kernels contain their own copy of the runtime, and one may launch kernels of
// another.
//
// The copies find each other without a symbol, so version scripts, visibility, -Bsymbolic or
// RTLD_DEEPBIND cannot separate them. Each copy has an ELF note with the address of its pointer to
// the shared state, and the loader lists everything that is loaded (dl_iterate_phdr). The first
// copy creates the state; later ones use it. It is never freed, since threads may launch while the
// process ends; so it outlives the copy that created it.
//
// The layout is an ABI between copies that different versions of offloadcc may have linked
// (docs/abi.md). A copy that finds another copy with a different layout ends the program and names
// both. Copies that cannot find each other, such as those in different namespaces of dlmopen, have
// separate states. A launch from one to the other ends the program with a message: it must not turn
// into a plain call.
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
struct __offloadcc_standin;

// In the __line of a struct offload_launch. Lines of sources are less.
#define STAYS 0x80000000u // its arrays may stay on the device (data/before.h)
#define SHORT                                                                                      \
    0x40000000u // the struct ends before `cooperative`, as objects have made it that are
                // older than version 2 of __offloadcc_configure
// Arrays of the kernel may be memory of offload_malloc, as in the launches of offload_algorithms.h.
#define EITHER 0x20000000u
#define OC_LINE_OF(launch) ((launch)->__line & ~(STAYS | SHORT | EITHER))

// One thread of the program: its launches between offload(...) and the start of the kernel, and the
// launch that it runs.
struct __offloadcc_thread {
    struct offload_launch *pending; // launches whose arguments are still evaluated, innermost first
    struct offload_launch *armed;   // the launch whose kernel is being called right now
    const char *file; // source file of the running launch, for messages; NULL: none or a plain call
    unsigned int line;
    int id; // the system's thread id, which distinguishes it from an earlier thread at this address
    const struct __offloadcc_running *running; // its launch on a device (failure.h), or NULL
    // The last kernel of another module that it launched, and the value of the process's `changes`
    // when that was found to be a kernel.
    void (*known_kernel)(void);
    unsigned long known_changes;
    unsigned long plain_calls; // how many
    unsigned long reserved[6]; // 0
};

// A hash table of all threads that ever launched, by thread pointer (%fs:0), which is different for
// any two running threads. launch_thunk.S reads it, since it has no free register for a call.
// Entries are never removed. A full table is replaced by a larger one, but not freed, since other
// threads may be reading it.
struct __offloadcc_threads {
    uintptr_t mask; // turns a hash into a byte offset into the entries
    size_t count;
    struct {
        uintptr_t pointer; // 0: free
        struct __offloadcc_thread *thread;
    } entries[];
};

// Functions of a copy that has guarded memory (launch/guarded.h). The signal handler of any copy
// calls them for all copies.
struct __offloadcc_faults {
    bool (*explain)(const char *address); // prints a message; false: not in this copy's guard pages
    void (*handle)(int signal, siginfo_t *fault, void *context);
};

// The program, or a library, that contains a copy of the runtime.
struct __offloadcc_module {
    struct __offloadcc_module *next;
    uintptr_t start, end; // its address range; both 0 if the loader does not list it
    struct __offloadcc_unit *units;
    void (*start_unit)(struct __offloadcc_unit *unit); // this module's function for its units
    void (*explain)(int signal);                       // likewise, for failures (failure.h)
    const struct __offloadcc_faults *faults; // guarded.h; NULL: the module has no guarded memory
    unsigned long reserved[1];               // 0
};

struct __offloadcc_process {
    unsigned int layout; // OC_PROCESS_LAYOUT
    unsigned int bytes;  // sizeof this struct; members that are appended later are 0 at first
    struct __offloadcc_threads *threads;
    pthread_mutex_t adding; // held while a thread is added to `threads`
    // The loaded modules; register.c describes the members below. A constructor may hold `listing`,
    // so a thread that holds it must not load a library.
    pthread_mutex_t listing;
    struct __offloadcc_module *modules;
    unsigned long changes; // how often the list has changed
    int registered;        // number of units that libomptarget knows
    int waiting;           // number of units whose images are not registered yet
    unsigned long last;    // the number of the last registration
    unsigned long registrations;
    int is_lazy; // a copy of the runtime has loaded libomptarget, not the program itself
    int padding;
    pthread_mutex_t starting; // held while units are registered
    // Mapped and allocated memory (ranges.h).
    pthread_mutex_t mapping;
    pthread_cond_t launch_ended; // signalled when a launch that uses a range has ended
    struct ranges mapped;        // by host addresses; the space is the device's number
    struct ranges allocated;     // by addresses of all devices, in one space
    pthread_mutex_t structs;     // held by a launch that stores device addresses into pointers
    pthread_mutex_t copying;     // held by a launch on the CPU that uses copies (copies.c, exact.h)
    pthread_mutex_t together;    // held by a cooperative launch on a device
    struct __offloadcc_standin *standin; // devices/standin.h; NULL: nothing has asked for it yet
    unsigned long reserved[10];          // 0
};

// This copy's pointer to the shared state. Only __offloadcc_process and launch_thunk.S use it.
extern struct __offloadcc_process *__offloadcc_state_of_process;
struct __offloadcc_process *__offloadcc_adopt(void);

static inline struct __offloadcc_process *__offloadcc_process(void) {
    struct __offloadcc_process *process =
        __atomic_load_n(&__offloadcc_state_of_process, __ATOMIC_ACQUIRE);
    return process ? process : __offloadcc_adopt();
}

// This copy's entry in the list of modules, once the shared state exists. To change its units, hold
// `listing`.
extern struct __offloadcc_module __offloadcc_module;

// This copy's pointer to the current thread's state. Only __offloadcc_thread uses it.
extern _Thread_local struct __offloadcc_thread *__offloadcc_state_of_thread;
struct __offloadcc_thread *__offloadcc_enter_thread(void);

static inline struct __offloadcc_thread *__offloadcc_thread(void) {
    struct __offloadcc_thread *thread = __offloadcc_state_of_thread;
    return thread ? thread : __offloadcc_enter_thread();
}

// Whether a function is in a module that shares this state, so that it can be launched. If not,
// sets *where to the file that contains the function, or to NULL if that is unknown.
bool __offloadcc_shares_state(void (*function)(void), const char **where);

#endif
#endif
