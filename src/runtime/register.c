// register.c - a unit's images, from the first need of a device to exit or dlclose.
//
// A unit's constructor only puts it on a list: what libomptarget and a GPU's driver take to start,
// a program that launches nothing does not pay. Where libomptarget is in the process already, the
// program uses devices itself, and units are registered at once, as clang's are.
#include "runtime/failure.h"
#include "runtime/gpus.h"
#include "runtime/messages.h"
#include "runtime/registration.h"
#include "runtime/runtime.h"
#include "runtime/verbose.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

extern void *__dso_handle __attribute__((visibility("hidden")));
int __cxa_atexit(void (*function)(void *), void *argument, void *dso);

enum { WAITING, REGISTERED, WITHOUT_DEVICE }; // a unit's state

// The units of the program or of one shared library: each has a runtime of its own, this one's is
// `mine`. All are on one list in the process, of what is loaded.
struct module {
    struct __offloadcc_unit *units;
    struct module *next;
    void (*start)(struct __offloadcc_unit *unit); // that module's
};
static struct module mine;

struct __offloadcc_modules {
    pthread_mutex_t mutex;
    struct module *first;
    int registered;     // units that libomptarget knows
    int waiting;        // units with images that nobody has asked for yet
    unsigned long last; // number of a registration
    unsigned long changes;
    int is_lazy; // libomptarget is there because one of us loaded it
    pthread_mutex_t starting;
};
__attribute__((visibility("default"))) extern struct __offloadcc_modules __offloadcc_modules;
struct __offloadcc_modules __offloadcc_modules = {
    .mutex = PTHREAD_MUTEX_INITIALIZER,
    .starting = PTHREAD_MUTEX_INITIALIZER,
};

static void have_no_device(struct __offloadcc_unit *unit) {
    __atomic_store_n(&unit->__offloadcc_present, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&unit->__offloadcc_known, ~0ul, __ATOMIC_RELEASE);
}

static void unregister(void *argument) {
    struct __offloadcc_unit *unit = argument;
    have_no_device(unit); // for what runs later
    __atomic_fetch_sub(&__offloadcc_modules.registered, 1, __ATOMIC_RELEASE);
    // Of images that were loaded since a launch looked last.
    __offloadcc_remove_image_files();
    struct __offloadcc_registration *registration = unit->__offloadcc_registration;
    __offloadcc_target.__tgt_unregister_lib(&registration->library);
    if (registration->numbering.image_count)
        __offloadcc_target.__tgt_unregister_lib(&registration->numbering);
}

static bool is_disabled(void) {
    const char *value = getenv("OMP_TARGET_OFFLOAD");
    return value && strcasecmp(value, "disabled") == 0;
}

static void say_devices(void) {
    for (int i = 0; i < __offloadcc_target.omp_get_num_devices(); i++) {
        const char *uid = __offloadcc_target.omp_get_uid_from_device(i);
        const struct gpu *gpu = __offloadcc_gpu_of_uid(uid);
        __offloadcc_say("device %d: %s%s%s%s", i,
                        gpu   ? gpu->name
                        : uid ? uid
                              : "?",
                        gpu ? " (" : "", gpu ? gpu->arch : "", gpu ? ")" : "");
    }
}

// The exit handler is set after libomptarget's own and the drivers', and so runs before them. By
// the time that destructors run, libomptarget is gone.
static void start(struct __offloadcc_unit *unit) {
    char problem[256];
    bool is_wanted = !is_disabled() || !__offloadcc_modules.is_lazy;
    struct __offloadcc_registration *registration =
        is_wanted ? __offloadcc_choose_images(unit) : NULL;
    unit->__offloadcc_state = WITHOUT_DEVICE;
    if (!registration || (!registration->library.image_count && __offloadcc_modules.is_lazy)) {
        have_no_device(unit);
        return;
    }
    if (!__offloadcc_target_load(problem, sizeof problem)) {
        fprintf(stderr, "offloadcc: warning: %s: kernels run on the CPU: %s\n",
                unit->__offloadcc_source, problem);
        have_no_device(unit);
        return;
    }
    __offloadcc_explain_failures();
    unit->__offloadcc_state = REGISTERED;
    unit->__offloadcc_registration = registration;
    registration->number = __atomic_add_fetch(&__offloadcc_modules.last, 1, __ATOMIC_RELAXED);
    if (registration->numbering.image_count)
        __offloadcc_target.__tgt_register_lib(&registration->numbering);
    __offloadcc_target.__tgt_register_lib(&registration->library);
    __atomic_fetch_add(&__offloadcc_modules.registered, 1, __ATOMIC_RELEASE);
    __cxa_atexit(unregister, unit, &__dso_handle);
}

// Is called after the user's exit handlers and before destructors, which come too late to begin.
static void close_module(void *unused) {
    (void)unused;
    pthread_mutex_lock(&__offloadcc_modules.mutex);
    for (struct __offloadcc_unit *unit = mine.units; unit; unit = unit->__offloadcc_next)
        if (unit->__offloadcc_state == WAITING) {
            unit->__offloadcc_state = WITHOUT_DEVICE;
            have_no_device(unit);
            __atomic_fetch_sub(&__offloadcc_modules.waiting, 1, __ATOMIC_RELEASE);
        }
    pthread_mutex_unlock(&__offloadcc_modules.mutex);
}

static void list(struct __offloadcc_unit *unit) {
    pthread_mutex_lock(&__offloadcc_modules.mutex);
    if (!mine.units) {
        __cxa_atexit(close_module, NULL, &__dso_handle);
        mine.start = start;
        mine.next = __offloadcc_modules.first;
        __offloadcc_modules.first = &mine;
    }
    unit->__offloadcc_next = mine.units;
    mine.units = unit;
    pthread_mutex_unlock(&__offloadcc_modules.mutex);
}

// The last destructor of all: those of the user may update device variables.
__attribute__((destructor(101))) static void unlist(void) {
    pthread_mutex_lock(&__offloadcc_modules.mutex);
    struct module **at = &__offloadcc_modules.first;
    while (*at && *at != &mine)
        at = &(*at)->next;
    if (*at)
        *at = mine.next;
    pthread_mutex_unlock(&__offloadcc_modules.mutex);
}

// ---- At the first need -------------------------------------------------------------------------

static struct __offloadcc_unit *next_waiting(void (**start_it)(struct __offloadcc_unit *unit)) {
    struct __offloadcc_unit *found = NULL;
    pthread_mutex_lock(&__offloadcc_modules.mutex);
    for (struct module *module = __offloadcc_modules.first; module && !found; module = module->next)
        for (struct __offloadcc_unit *unit = module->units; unit && !found;
             unit = unit->__offloadcc_next)
            if (unit->__offloadcc_state == WAITING) {
                found = unit;
                *start_it = module->start;
            }
    pthread_mutex_unlock(&__offloadcc_modules.mutex);
    return found;
}

// Those of all modules: what one maps, others may use. Not with the mutex of the list, which
// constructors take that dlopen runs, and drivers are loaded by dlopen.
static void start_all(void) {
    struct __offloadcc_unit *unit;
    void (*start_it)(struct __offloadcc_unit *unit);
    pthread_mutex_lock(&__offloadcc_modules.starting);
    __atomic_store_n(&__offloadcc_modules.is_lazy, 1, __ATOMIC_RELAXED);
    int before = __offloadcc_modules.registered;
    while ((unit = next_waiting(&start_it))) {
        start_it(unit);
        __atomic_fetch_sub(&__offloadcc_modules.waiting, 1, __ATOMIC_RELEASE);
    }
    __offloadcc_redirect_messages();
    if (__offloadcc_is_verbose() && !before && __offloadcc_target.omp_get_num_devices)
        say_devices();
    pthread_mutex_unlock(&__offloadcc_modules.starting);
}

int __offloadcc_device_count(void) {
    char problem[256];
    if (__atomic_load_n(&__offloadcc_modules.waiting, __ATOMIC_ACQUIRE))
        start_all();
    if (!__atomic_load_n(&__offloadcc_modules.registered, __ATOMIC_ACQUIRE))
        return 0;
    // What another module has registered uses its own pointers to libomptarget.
    if (!__offloadcc_target.omp_get_num_devices &&
        !__offloadcc_target_load(problem, sizeof problem))
        return 0;
    return __offloadcc_target.omp_get_num_devices();
}

bool __offloadcc_each_unit(bool (*visit)(struct __offloadcc_unit *unit, const char *address,
                                         void *data),
                           const char *address, void *data) {
    bool found = false;
    pthread_mutex_lock(&__offloadcc_modules.mutex);
    for (struct module *module = __offloadcc_modules.first; module && !found; module = module->next)
        for (struct __offloadcc_unit *unit = module->units; unit && !found;
             unit = unit->__offloadcc_next)
            found = visit(unit, address, data);
    pthread_mutex_unlock(&__offloadcc_modules.mutex);
    return found;
}

unsigned long __offloadcc_count_changes(unsigned long more) {
    return __atomic_add_fetch(&__offloadcc_modules.changes, more, __ATOMIC_SEQ_CST);
}

void __offloadcc_register(struct __offloadcc_unit *unit) {
    bool has_images = unit->__offloadcc_descriptor->__offloadcc_image_count;
    if (!__atomic_load_n(&__offloadcc_modules.is_lazy, __ATOMIC_RELAXED) &&
        __offloadcc_target_is_there()) {
        start(unit); // without images too: libomptarget 22 crashes where nothing was registered
        list(unit);
        __offloadcc_redirect_messages();
    } else if (!has_images) {
        unit->__offloadcc_state = WITHOUT_DEVICE;
        have_no_device(unit);
        list(unit);
    } else {
        list(unit);
        __atomic_fetch_add(&__offloadcc_modules.waiting, 1, __ATOMIC_RELEASE);
    }
}
