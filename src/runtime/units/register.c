// register.c - a unit's images, from the first need of a device to exit or dlclose.
//
// A unit's constructor only puts it on a list: what libomptarget and a GPU's driver take to start,
// a program that launches nothing does not pay. Where libomptarget is in the process already, the
// program uses devices itself, and units are registered at once, as clang's are.
#include "runtime/units/register.h"

#include "runtime/devices/gpus.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/devices/standin.h"
#include "runtime/process.h"
#include "runtime/say/asked.h"
#include "runtime/say/failure.h"
#include "runtime/say/verbose.h"
#include "runtime/units/messages.h"
#include "runtime/units/registration.h"
#include "runtime/units/tmpfiles.h"
#include "runtime/units/units.h"
#include "runtime/units/versions.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

extern void *__dso_handle __attribute__((visibility("hidden")));
int __cxa_atexit(void (*function)(void *), void *argument, void *dso);

enum { WAITING, REGISTERED, WITHOUT_DEVICE }; // a unit's state

static void have_no_device(struct __offloadcc_unit *unit) {
    __atomic_store_n(&unit->__offloadcc_present, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&unit->__offloadcc_known, ~0ul, __ATOMIC_RELEASE);
}

static void unregister(void *argument) {
    struct __offloadcc_unit *unit = argument;
    have_no_device(unit); // for what runs later
    __atomic_fetch_sub(&__offloadcc_process()->registered, 1, __ATOMIC_RELEASE);
    // Of images that were loaded since a launch looked last.
    __offloadcc_remove_image_files();
    struct __offloadcc_registration *registration = unit->__offloadcc_registration;
    __offloadcc_target.__tgt_unregister_lib(&registration->library);
    if (registration->numbering.image_count)
        __offloadcc_target.__tgt_unregister_lib(&registration->numbering);
    if (__offloadcc_standin_is_used()) { // libomptarget may go on reading it
        unit->__offloadcc_registration = NULL;
        free(registration);
    }
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
static void register_unit(struct __offloadcc_unit *unit,
                          struct __offloadcc_registration *registration) {
    unit->__offloadcc_state = REGISTERED;
    unit->__offloadcc_registration = registration;
    registration->number = __atomic_add_fetch(&__offloadcc_process()->last, 1, __ATOMIC_RELAXED);
    if (registration->numbering.image_count)
        __offloadcc_target.__tgt_register_lib(&registration->numbering);
    __offloadcc_target.__tgt_register_lib(&registration->library);
    __atomic_fetch_add(&__offloadcc_process()->registered, 1, __ATOMIC_RELEASE);
    __cxa_atexit(unregister, unit, &__dso_handle);
}

static void start_on_standin(struct __offloadcc_unit *unit) {
    struct __offloadcc_registration *registration = __offloadcc_choose_none(unit);
    if (!registration) {
        unit->__offloadcc_state = WITHOUT_DEVICE;
        return;
    }
    __offloadcc_standin_become_target();
    register_unit(unit, registration);
    __atomic_store_n(&unit->__offloadcc_present, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&unit->__offloadcc_known, ~0ul, __ATOMIC_RELEASE);
}

static void start_unit(struct __offloadcc_unit *unit) {
    if (__offloadcc_standin_is_used()) {
        start_on_standin(unit);
        return;
    }
    char problem[256];
    bool is_wanted = !is_disabled() || !__offloadcc_process()->is_lazy;
    struct __offloadcc_registration *registration =
        is_wanted ? __offloadcc_choose_images(unit) : NULL;
    unit->__offloadcc_state = WITHOUT_DEVICE;
    if (!registration || (!registration->library.image_count && __offloadcc_process()->is_lazy)) {
        free(registration);
        have_no_device(unit);
        return;
    }
    if (!__offloadcc_target_load(problem, sizeof problem)) {
        fprintf(stderr, "offloadcc: warning: %s: kernels run on the CPU: %s\n",
                unit->__offloadcc_source, problem);
        free(registration);
        have_no_device(unit);
        return;
    }
    __offloadcc_explain_failures(__offloadcc_stack_to_raise);
    register_unit(unit, registration);
}

// Is called after the user's exit handlers and before destructors, which come too late to begin.
static void close_module(void *unused) {
    (void)unused;
    pthread_mutex_lock(&__offloadcc_process()->listing);
    for (struct __offloadcc_unit *unit = __offloadcc_module.units; unit;
         unit = unit->__offloadcc_next) {
        if (unit->__offloadcc_state == WAITING) {
            unit->__offloadcc_state = WITHOUT_DEVICE;
            have_no_device(unit);
            __atomic_fetch_sub(&__offloadcc_process()->waiting, 1, __ATOMIC_RELEASE);
        }
        if (__offloadcc_checks_are_asked_for())
            __offloadcc_standin_drop_variables(unit);
    }
    pthread_mutex_unlock(&__offloadcc_process()->listing);
}

static void list_unit(struct __offloadcc_unit *unit) {
    struct __offloadcc_module *module = &__offloadcc_module;
    struct __offloadcc_process *process = __offloadcc_process();
    pthread_mutex_lock(&process->listing);
    if (!module->units)
        __cxa_atexit(close_module, NULL, &__dso_handle);
    module->start_unit = start_unit;
    unit->__offloadcc_next = module->units;
    module->units = unit;
    pthread_mutex_unlock(&process->listing);
}

// ---- At the first need -------------------------------------------------------------------------

static struct __offloadcc_unit *next_waiting(void (**start_it)(struct __offloadcc_unit *unit)) {
    struct __offloadcc_unit *found = NULL;
    pthread_mutex_lock(&__offloadcc_process()->listing);
    for (struct __offloadcc_module *module = __offloadcc_process()->modules; module && !found;
         module = module->next)
        for (struct __offloadcc_unit *unit = module->units; unit && !found;
             unit = unit->__offloadcc_next)
            if (unit->__offloadcc_state == WAITING) {
                found = unit;
                *start_it = module->start_unit;
            }
    pthread_mutex_unlock(&__offloadcc_process()->listing);
    return found;
}

static void start_waiting(void) {
    struct __offloadcc_unit *unit;
    void (*start_it)(struct __offloadcc_unit *unit);
    while ((unit = next_waiting(&start_it))) {
        start_it(unit);
        __atomic_fetch_sub(&__offloadcc_process()->waiting, 1, __ATOMIC_RELEASE);
    }
}

static bool wait_again(struct __offloadcc_unit *unit, const char *address, void *data) {
    (void)address, (void)data;
    unit->__offloadcc_state = WAITING;
    __atomic_fetch_add(&__offloadcc_process()->waiting, 1, __ATOMIC_RELEASE);
    return false;
}

// Those of all modules: what one maps, others may use. Not with the mutex of the list, which
// constructors take that dlopen runs, and drivers are loaded by dlopen.
static void start_all(void) {
    pthread_mutex_lock(&__offloadcc_process()->starting);
    __atomic_store_n(&__offloadcc_process()->is_lazy, 1, __ATOMIC_RELAXED);
    int before = __offloadcc_process()->registered;
    start_waiting();
    if (!__offloadcc_process()->registered && __offloadcc_standin_is_wanted()) {
        __offloadcc_standin_use();
        __offloadcc_each_unit(wait_again, NULL, NULL);
        start_waiting();
    }
    __offloadcc_redirect_messages();
    if (__offloadcc_is_verbose() && !before && __offloadcc_target.omp_get_num_devices)
        say_devices();
    pthread_mutex_unlock(&__offloadcc_process()->starting);
}

// libomp reads the environment and crashes where clearenv() has left none. The new one outlives us:
// this library may be closed.
static void have_environment(void) {
    if (!environ)
        environ = calloc(1, sizeof *environ);
}

int __offloadcc_device_count(void) {
    char problem[256];
    have_environment();
    if (__atomic_load_n(&__offloadcc_process()->waiting, __ATOMIC_ACQUIRE))
        start_all();
    if (!__atomic_load_n(&__offloadcc_process()->registered, __ATOMIC_ACQUIRE))
        return 0;
    // What another module has registered uses its own pointers to libomptarget.
    if (!__offloadcc_target.omp_get_num_devices && __offloadcc_standin_is_used())
        __offloadcc_standin_become_target();
    else if (!__offloadcc_target.omp_get_num_devices &&
             !__offloadcc_target_load(problem, sizeof problem))
        return 0;
    return __offloadcc_target.omp_get_num_devices();
}

void __offloadcc_add_unit(struct __offloadcc_unit *unit) {
    if (unit->__offloadcc_added)
        return;
    unit->__offloadcc_added = 1;
    __offloadcc_check_unit(unit);
    bool waits = unit->__offloadcc_descriptor->__offloadcc_image_count;
    if (__offloadcc_checks_are_asked_for()) {
        __offloadcc_standin_keep_variables(unit);
        waits |= __offloadcc_standin_is_wanted();
    }
    if (!__atomic_load_n(&__offloadcc_process()->is_lazy, __ATOMIC_RELAXED) &&
        __offloadcc_target_is_there()) {
        // Without images too: libomptarget 22 crashes where nothing was registered.
        start_unit(unit);
        list_unit(unit);
        __offloadcc_redirect_messages();
    } else if (!waits) {
        unit->__offloadcc_state = WITHOUT_DEVICE;
        have_no_device(unit);
        list_unit(unit);
    } else {
        list_unit(unit);
        __atomic_fetch_add(&__offloadcc_process()->waiting, 1, __ATOMIC_RELEASE);
    }
}
