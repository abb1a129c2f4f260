#include "runtime/process.h"
#include "runtime/modules.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

_Static_assert(offsetof(struct __offloadcc_process, threads) == OC_PROCESS_THREADS, "thunk");
_Static_assert(offsetof(struct __offloadcc_threads, mask) == OC_THREADS_MASK, "thunk");
_Static_assert(offsetof(struct __offloadcc_threads, entries) == OC_THREADS_ENTRIES, "thunk");
_Static_assert(offsetof(struct __offloadcc_thread, pending) == OC_THREAD_PENDING, "thunk");
_Static_assert(offsetof(struct __offloadcc_thread, armed) == OC_THREAD_ARMED, "thunk");

struct __offloadcc_process *__offloadcc_state_of_process;
struct __offloadcc_module __offloadcc_module;
_Thread_local struct __offloadcc_thread *__offloadcc_state_of_thread;

// ---- Finding the others ------------------------------------------------------------------------

#define NOTE_NAME "offloadcc"
enum { NOTE_TYPE = 1 };

// The note's content. It begins alike in all versions.
struct note {
    uint32_t layout; // OC_PROCESS_LAYOUT
    uint32_t bytes;  // of this struct
    int64_t offset;  // from here to the copy's pointer to the state
};

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
__asm__(".pushsection .note.offloadcc, \"a\", @note\n"
        ".p2align 2\n"
        ".long 2f - 1f\n"
        ".long 4f - 3f\n"
        ".long 1\n"
        "1: .asciz \"" NOTE_NAME "\"\n"
        "2: .p2align 2\n"
        "3: .long " TEXT(OC_PROCESS_LAYOUT) "\n"
                                            ".long 4f - 3b\n"
                                            ".quad __offloadcc_state_of_process - .\n"
                                            "4: .popsection\n");

struct search {
    struct __offloadcc_process *fresh, *found;
    bool has_own;              // this copy's note is there
    bool was_first;            // of this copy's threads to look
    const char *name_of_other; // a copy of another layout
    unsigned int layout_of_other;
    // Where a function is, by __offloadcc_shares_state.
    uintptr_t function;
    bool has_function, shares;
    const char *where;
};

static const char *name_of(const struct dl_phdr_info *info) {
    return info->dlpi_name && *info->dlpi_name ? info->dlpi_name : "the program";
}

static bool is_loaded(const struct dl_phdr_info *info, uintptr_t start, size_t bytes) {
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t at = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD && start >= at && start - at <= segment->p_filesz &&
            bytes <= segment->p_filesz - (start - at))
            return true;
    }
    return false;
}

static void find_extent(const struct dl_phdr_info *info, uintptr_t *start, uintptr_t *end) {
    *start = UINTPTR_MAX;
    *end = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t at = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type != PT_LOAD)
            continue;
        *start = at < *start ? at : *start;
        *end = at + segment->p_memsz > *end ? at + segment->p_memsz : *end;
    }
}

static void read_note(const struct dl_phdr_info *info, const struct note *at,
                      struct search *search) {
    struct note note;
    memcpy(&note, at, sizeof note);
    if (note.layout != OC_PROCESS_LAYOUT || note.bytes < sizeof note) {
        search->name_of_other = name_of(info);
        search->layout_of_other = note.layout;
        return;
    }
    struct __offloadcc_process **slot =
        (void *)((const char *)at + offsetof(struct note, offset) + note.offset);
    search->has_own |= slot == &__offloadcc_state_of_process;
    struct __offloadcc_process *process = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
    if (process && !search->found)
        search->found = process;
    search->shares |= search->has_function && process == __offloadcc_state_of_process;
}

static void read_notes(const struct dl_phdr_info *info, uintptr_t start, size_t bytes,
                       struct search *search) {
    while (bytes >= sizeof(ElfW(Nhdr))) {
        ElfW(Nhdr) header;
        memcpy(&header, (const void *)start, sizeof header);
        if (!header.n_namesz) { // between notes of different alignments
            start += sizeof header.n_namesz;
            bytes -= sizeof header.n_namesz;
            continue;
        }
        size_t name = ((size_t)header.n_namesz + 3) & ~(size_t)3;
        size_t whole = sizeof header + name + (((size_t)header.n_descsz + 3) & ~(size_t)3);
        const char *text = (const char *)(start + sizeof header);
        if (header.n_type == NOTE_TYPE && header.n_namesz == sizeof NOTE_NAME &&
            header.n_descsz >= sizeof(struct note) && whole <= bytes &&
            memcmp(text, NOTE_NAME, sizeof NOTE_NAME) == 0)
            read_note(info, (const struct note *)(text + name), search);
        if (whole > bytes)
            return;
        start += whole;
        bytes -= whole;
    }
}

// The loader maps what it lists, but notes need not be in what it maps.
static int inspect_object(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size;
    struct search *search = data;
    uintptr_t start, end;
    find_extent(info, &start, &end);
    if ((uintptr_t)&__offloadcc_module >= start && (uintptr_t)&__offloadcc_module < end) {
        __offloadcc_module.start = start;
        __offloadcc_module.end = end;
    }
    search->has_function = search->function >= start && search->function < end;
    if (search->has_function)
        search->where = name_of(info);
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t at = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_NOTE && is_loaded(info, at, segment->p_filesz))
            read_notes(info, at, segment->p_filesz, search);
    }
    return 0;
}

// Called for the first object that the loader lists, and returns 1: the loader holds its lock until
// then, so of two copies that look at once, one is the first.
static int adopt(struct dl_phdr_info *info, size_t size, void *data) {
    (void)info, (void)size;
    struct search *search = data;
    if (__offloadcc_state_of_process)
        return 1;
    search->was_first = true;
    dl_iterate_phdr(inspect_object, search);
    struct __offloadcc_process *process = search->found ? search->found : search->fresh;
    if (!search->name_of_other)
        __atomic_store_n(&__offloadcc_state_of_process, process, __ATOMIC_RELEASE);
    return 1;
}

// ---- The state ---------------------------------------------------------------------------------

// LeakSanitizer's, in programs that have it: the last copy that is unloaded leaves the state.
void __lsan_ignore_object(const void *object) __attribute__((weak));

static void *allocate(size_t bytes) {
    void *memory = calloc(1, bytes);
    if (!memory) {
        fputs("offloadcc: error: no memory for the state of launches\n", stderr);
        abort();
    }
    return memory;
}

enum { FIRST_THREADS = 16 };

static struct __offloadcc_threads *make_threads(size_t capacity) {
    struct __offloadcc_threads *threads =
        allocate(sizeof *threads + capacity * sizeof *threads->entries);
    threads->mask = (capacity - 1) * sizeof *threads->entries;
    return threads;
}

static struct __offloadcc_process *make_process(void) {
    struct __offloadcc_process *process = allocate(sizeof *process);
    process->layout = OC_PROCESS_LAYOUT;
    process->bytes = sizeof *process;
    process->threads = make_threads(FIRST_THREADS);
    pthread_mutex_t *const mutexes[] = {&process->adding,  &process->listing, &process->starting,
                                        &process->mapping, &process->structs, &process->copying};
    for (size_t i = 0; i < sizeof mutexes / sizeof *mutexes; i++)
        pthread_mutex_init(mutexes[i], NULL);
    pthread_cond_init(&process->launch_ended, NULL);
    return process;
}

static void list_module(struct __offloadcc_process *process) {
    static int listed;
    if (__atomic_exchange_n(&listed, 1, __ATOMIC_ACQ_REL))
        return;
    pthread_mutex_lock(&process->listing);
    __offloadcc_module.next = process->modules;
    process->modules = &__offloadcc_module;
    process->changes++;
    pthread_mutex_unlock(&process->listing);
}

static _Noreturn void stop_at_other(const struct search *search) {
    fprintf(
        stderr,
        "offloadcc: error: %s has a runtime of offloadcc with layout %u, and %s one with layout "
        "%d: they cannot share launches and mapped data; link the program and its libraries "
        "with the same version of offloadcc\n",
        search->name_of_other, search->layout_of_other,
        __offloadcc_name_of_module(&__offloadcc_module), OC_PROCESS_LAYOUT);
    abort();
}

// Where a linker script discards notes, for one.
static _Noreturn void stop_without_note(void) {
    fprintf(stderr,
            "offloadcc: error: %s has lost its section .note.offloadcc, which the program and its "
            "libraries need to share launches; change the linker script, or the tool that rewrites "
            "the file, to keep this section and the segment PT_NOTE\n",
            __offloadcc_name_of_module(&__offloadcc_module));
    abort();
}

struct __offloadcc_process *__offloadcc_adopt(void) {
    struct search search = {.fresh = make_process()};
    dl_iterate_phdr(adopt, &search);
    if (search.name_of_other)
        stop_at_other(&search);
    if (__offloadcc_module.end && !search.has_own && search.was_first)
        stop_without_note();
    __offloadcc_refuse_unversioned();
    struct __offloadcc_process *process = __offloadcc_state_of_process;
    if (process != search.fresh) {
        free(search.fresh->threads);
        free(search.fresh);
    } else if (__lsan_ignore_object) {
        __lsan_ignore_object(process);
    }
    list_module(process);
    return process;
}

// Before anything of this module launches or is launched.
__attribute__((constructor(101))) static void enter(void) {
    __offloadcc_process();
}

// The last destructor of all: those of the user may update device variables.
__attribute__((destructor(101))) static void leave(void) {
    struct __offloadcc_process *process = __offloadcc_process();
    pthread_mutex_lock(&process->listing);
    struct __offloadcc_module **at = &process->modules;
    while (*at && *at != &__offloadcc_module)
        at = &(*at)->next;
    if (*at)
        *at = __offloadcc_module.next;
    process->changes++;
    pthread_mutex_unlock(&process->listing);
}

// ---- Threads -----------------------------------------------------------------------------------

static uintptr_t thread_pointer(void) {
    uintptr_t pointer;
    __asm__("movq %%fs:0, %0" : "=r"(pointer));
    return pointer;
}

// As launch_thunk.S has it. Returns the thread's entry, or a free one.
static size_t find_entry(const struct __offloadcc_threads *threads, uintptr_t pointer) {
    uintptr_t offset = (pointer * 0x9e3779b97f4a7c15) >> 32;
    for (;; offset += sizeof *threads->entries) {
        offset &= threads->mask;
        size_t at = offset / sizeof *threads->entries;
        if (!threads->entries[at].pointer || threads->entries[at].pointer == pointer)
            return at;
    }
}

static void grow_threads(struct __offloadcc_process *process) {
    struct __offloadcc_threads *old = process->threads;
    size_t capacity = old->mask / sizeof *old->entries + 1;
    if (2 * (old->count + 1) <= capacity)
        return;
    struct __offloadcc_threads *threads = make_threads(2 * capacity);
    for (size_t i = 0; i < capacity; i++)
        if (old->entries[i].pointer)
            threads->entries[find_entry(threads, old->entries[i].pointer)] = old->entries[i];
    threads->count = old->count;
    if (__lsan_ignore_object)
        __lsan_ignore_object(old);
    __atomic_store_n(&process->threads, threads, __ATOMIC_RELEASE);
}

struct __offloadcc_thread *__offloadcc_enter_thread(void) {
    struct __offloadcc_process *process = __offloadcc_process();
    uintptr_t pointer = thread_pointer();
    int id = (int)syscall(SYS_gettid);
    pthread_mutex_lock(&process->adding);
    grow_threads(process);
    struct __offloadcc_threads *threads = process->threads;
    size_t at = find_entry(threads, pointer);
    struct __offloadcc_thread *thread = threads->entries[at].thread;
    if (!thread) {
        thread = allocate(sizeof *thread);
        threads->entries[at].thread = thread;
        threads->entries[at].pointer = pointer;
        threads->count++;
    } else if (thread->id != id) { // that one has ended, or this is its fork
        struct offload_launch *pending = thread->pending;
        *thread = (struct __offloadcc_thread){.pending = pending};
    }
    thread->id = id;
    pthread_mutex_unlock(&process->adding);
    __offloadcc_state_of_thread = thread;
    return thread;
}

// ---- Kernels of others -------------------------------------------------------------------------

static bool is_in_module(struct __offloadcc_process *process, uintptr_t address) {
    bool found = false;
    pthread_mutex_lock(&process->listing);
    for (const struct __offloadcc_module *module = process->modules; module && !found;
         module = module->next)
        found = address >= module->start && address < module->end;
    pthread_mutex_unlock(&process->listing);
    return found;
}

bool __offloadcc_shares_state(void (*function)(void), const char **where) {
    struct search search = {.function = (uintptr_t)function};
    if (is_in_module(__offloadcc_process(), (uintptr_t)function))
        return true;
    // Of a module that has left the list, as the program ends.
    dl_iterate_phdr(inspect_object, &search);
    if (search.name_of_other)
        stop_at_other(&search);
    *where = search.where;
    return search.shares;
}
