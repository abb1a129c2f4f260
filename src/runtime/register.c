// register.c - a unit's images, from program start to exit or from dlopen to dlclose.
#include "runtime/runtime.h"

#include <pthread.h>
#include <stddef.h>

extern void *__dso_handle __attribute__((visibility("hidden")));
int __cxa_atexit(void (*function)(void *), void *argument, void *dso);

// The units of the program or of one shared library: each has a runtime of its own, this one's is
// `mine`. All are on one list in the process, of what is loaded.
struct module {
    struct __offloadcc_unit *units;
    struct module *next;
};
static struct module mine;

struct __offloadcc_modules {
    pthread_mutex_t mutex;
    struct module *first;
    int registered; // units that libomptarget knows
};
__attribute__((visibility("default"))) extern struct __offloadcc_modules __offloadcc_modules;
struct __offloadcc_modules __offloadcc_modules = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void unregister(void *argument) {
    struct __offloadcc_unit *unit = argument;
    // What runs later finds no device.
    __atomic_store_n(&unit->__offloadcc_present, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&unit->__offloadcc_known, ~0ul, __ATOMIC_RELEASE);
    __atomic_fetch_sub(&__offloadcc_modules.registered, 1, __ATOMIC_RELEASE);
    // Of images that were loaded since a launch looked last.
    __offloadcc_remove_image_files();
    __tgt_unregister_lib(unit->__offloadcc_descriptor);
}

static void list(struct __offloadcc_unit *unit) {
    pthread_mutex_lock(&__offloadcc_modules.mutex);
    if (!mine.units) {
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

int __offloadcc_device_count(void) {
    bool any = __atomic_load_n(&__offloadcc_modules.registered, __ATOMIC_ACQUIRE) != 0;
    return any ? omp_get_num_devices() : 0;
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

// The order is clang-linker-wrapper's: register in a constructor, remove in an exit handler set
// after that. By the time that destructors run, libomptarget is gone.
void __offloadcc_register(struct __offloadcc_unit *unit) {
    list(unit);
    __tgt_register_lib(unit->__offloadcc_descriptor);
    __atomic_fetch_add(&__offloadcc_modules.registered, 1, __ATOMIC_RELEASE);
    __cxa_atexit(unregister, unit, &__dso_handle);
}
