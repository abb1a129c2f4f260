#include "runtime/launch/guarded.h"

#include "runtime/process.h"
#include "runtime/say/stop.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ALIGNMENT = 64 };

// A thread keeps its memory for the launches to come. When the thread ends, the memory is freed,
// and this is left for another thread: a handler may be reading the list. Both leak where the
// library with this code is closed before.
struct guarded {
    struct guarded *next;
    bool is_used; // by a thread
    char *start;  // the page before
    size_t size;  // between the two pages
    const char *memory;
    size_t bytes;
    struct {
        const char *file;
        unsigned int line;
    } kernel, launch; // no file: a plain call
    const char *name; // the kernel's
};

static struct guarded *all;
static size_t page;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool has_key;

// ---- Faults ------------------------------------------------------------------------------------

// In handlers: without the C library's memory or streams.
struct text {
    char chars[4096];
    size_t length;
};

static void append_text(struct text *text, const char *string) {
    size_t length = strlen(string), room = sizeof text->chars - text->length;
    length = length < room ? length : room;
    memcpy(text->chars + text->length, string, length);
    text->length += length;
}

static void add_number(struct text *text, ptrdiff_t number) {
    char digits[24], *digit = digits + sizeof digits - 1;
    size_t left = number < 0 ? -(size_t)number : (size_t)number;
    *digit = '\0';
    do
        *--digit = (char)('0' + left % 10);
    while (left /= 10);
    if (number < 0)
        *--digit = '-';
    append_text(text, digit);
}

static void add_place(struct text *text, const char *file, unsigned int line) {
    append_text(text, file);
    append_text(text, ":");
    add_number(text, line);
    append_text(text, ": offloadcc: ");
}

static void say_overrun(const struct guarded *guarded, const char *address) {
    static struct text text; // a handler's stack may be small
    add_place(&text, guarded->kernel.file, guarded->kernel.line);
    append_text(&text, "error: kernel '");
    append_text(&text, guarded->name);
    append_text(&text, "': it reads or writes byte ");
    add_number(&text, address - guarded->memory);
    append_text(&text, " of its dynamic shared memory, but the launch gives each block only ");
    add_number(&text, (ptrdiff_t)guarded->bytes);
    append_text(&text, guarded->bytes
                           ? " bytes; increase .shared_bytes, or correct the index\n"
                           : " bytes; set .shared_bytes in the launch, or correct the index\n");
    if (guarded->launch.file) {
        add_place(&text, guarded->launch.file, guarded->launch.line);
        append_text(&text, "note: the launch is here\n");
    }
    ssize_t written = write(STDERR_FILENO, text.chars, text.length);
    (void)written;
}

static bool guards(const struct guarded *guarded, const char *address) {
    const char *start = __atomic_load_n(&guarded->start, __ATOMIC_RELAXED);
    size_t offset = (size_t)(address - start);
    return start &&
           (offset < page || (offset >= page + guarded->size && offset < 2 * page + guarded->size));
}

// The program ends while the first thread whose fault it is says so; others wait for that.
static bool explain_fault(const char *address) {
    static bool is_explained;
    const struct guarded *guarded = __atomic_load_n(&all, __ATOMIC_ACQUIRE);
    while (guarded && !guards(guarded, address))
        guarded = guarded->next;
    if (!guarded)
        return false;
    while (__atomic_exchange_n(&is_explained, true, __ATOMIC_RELAXED))
        pause();
    say_overrun(guarded, address);
    return true;
}

// The access is made again when this returns, and then ends the program. A signal that somebody
// sent is sent again.
static void handle_fault(int number, siginfo_t *fault, void *context) {
    (void)context;
    struct sigaction none = {.sa_handler = SIG_DFL};
    bool is_access = fault->si_code > 0;
    const struct __offloadcc_module *module = is_access ? __offloadcc_process()->modules : NULL;
    while (module && !(module->faults && module->faults->explain(fault->si_addr)))
        module = module->next;
    sigaction(number, &none, NULL);
    if (!is_access)
        raise(number);
}

static const struct __offloadcc_faults faults = {explain_fault, handle_fault};

static void install(void (*handler)(int signal, siginfo_t *fault, void *context)) {
    struct sigaction ours = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaction(SIGSEGV, &ours, NULL);
}

// Handlers of the program's, and a sanitizer's, stay.
static void explain_faults(void) {
    struct sigaction current;
    pthread_mutex_lock(&__offloadcc_process()->listing);
    __offloadcc_module.faults = &faults;
    if (sigaction(SIGSEGV, NULL, &current) == 0 && current.sa_handler == SIG_DFL)
        install(handle_fault);
    pthread_mutex_unlock(&__offloadcc_process()->listing);
}

// To another module, if any has such memory.
static void hand_over(const struct __offloadcc_module *others) {
    struct sigaction current, none = {.sa_handler = SIG_DFL};
    if (sigaction(SIGSEGV, NULL, &current) != 0 || current.sa_sigaction != handle_fault)
        return;
    while (others && (others == &__offloadcc_module || !others->faults))
        others = others->next;
    if (others)
        install(others->faults->handle);
    else
        sigaction(SIGSEGV, &none, NULL);
}

// This copy of the runtime may be unloaded.
__attribute__((destructor(101))) static void leave(void) {
    struct __offloadcc_process *process = __offloadcc_process();
    pthread_mutex_lock(&process->listing);
    hand_over(process->modules);
    pthread_mutex_unlock(&process->listing);
}

// ---- Memory ------------------------------------------------------------------------------------

static void release_guarded(void *value) {
    struct guarded *guarded = value;
    char *start = guarded->start;
    __atomic_store_n(&guarded->start, NULL, __ATOMIC_RELAXED);
    if (start)
        munmap(start, guarded->size + 2 * page);
    guarded->size = 0;
    __atomic_store_n(&guarded->is_used, false, __ATOMIC_RELEASE);
}

static void begin_guarding(void) {
    page = (size_t)sysconf(_SC_PAGESIZE);
    has_key = pthread_key_create(&key, release_guarded) == 0;
    explain_faults();
}

__attribute__((destructor)) static void delete_key(void) {
    if (has_key)
        pthread_key_delete(key);
    has_key = false;
}

static struct guarded *take_guarded(void) {
    struct guarded *guarded = __atomic_load_n(&all, __ATOMIC_ACQUIRE);
    while (guarded && __atomic_exchange_n(&guarded->is_used, true, __ATOMIC_ACQUIRE))
        guarded = guarded->next;
    if (guarded)
        return guarded;
    guarded = calloc(1, sizeof *guarded);
    if (!guarded)
        return NULL;
    guarded->is_used = true;
    guarded->next = __atomic_load_n(&all, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&all, &guarded->next, guarded, true, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED))
        ;
    return guarded;
}

// As the program ends there is no key any more, but there may be launches: by threads whose memory
// nobody frees.
static struct guarded *of_ending_program(void) {
    static _Thread_local struct guarded *guarded;
    if (!guarded)
        guarded = take_guarded();
    return guarded;
}

static struct guarded *of_this_thread(void) {
    pthread_once(&once, begin_guarding);
    if (!has_key)
        return of_ending_program();
    struct guarded *guarded = pthread_getspecific(key);
    if (guarded)
        return guarded;
    guarded = take_guarded();
    if (guarded && pthread_setspecific(key, guarded) == 0)
        return guarded;
    if (guarded)
        release_guarded(guarded);
    return NULL;
}

static bool grow_guarded(struct guarded *guarded, size_t bytes) {
    size_t size = (bytes + page - 1) & -page, old_size = guarded->size;
    char *start =
        mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
        return false;
    if (size && mprotect(start + page, size, PROT_READ | PROT_WRITE)) {
        munmap(start, size + 2 * page);
        return false;
    }
    char *old = guarded->start;
    __atomic_store_n(&guarded->start, NULL, __ATOMIC_RELAXED);
    guarded->size = size;
    __atomic_store_n(&guarded->start, start, __ATOMIC_RELAXED);
    if (old)
        munmap(old, old_size + 2 * page);
    return true;
}

void *__offloadcc_guarded_memory(const struct __offloadcc_launched *launched) {
    size_t bytes = launched->grid.__offloadcc_shared_bytes;
    size_t rounded = (bytes + ALIGNMENT - 1) & -(size_t)ALIGNMENT;
    unsigned int uses = __offloadcc_uses_dynamic_shared | __offloadcc_may_use_dynamic_shared;
    if (!bytes && !(launched->kernel->__offloadcc_uses & uses))
        return NULL;
    struct guarded *guarded = of_this_thread();
    if (!guarded ||
        ((!guarded->start || rounded > guarded->size) && !grow_guarded(guarded, rounded)))
        __offloadcc_out_of_memory(bytes);
    guarded->bytes = bytes;
    guarded->kernel.file = launched->kernel->__offloadcc_file;
    guarded->kernel.line = launched->kernel->__offloadcc_line;
    guarded->name = launched->kernel->__offloadcc_name;
    guarded->launch.file = launched->file;
    guarded->launch.line = launched->line;
    char *memory = guarded->start + page + guarded->size - rounded;
    guarded->memory = memory;
    return memory;
}
