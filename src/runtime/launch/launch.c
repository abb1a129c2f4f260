// launch.c - a launch, from the launching function that the compiler generated to libomptarget or
// the CPU. See glue/preamble.h for the functions' contracts.
#include "runtime/data/before.h"
#include "runtime/data/data.h"
#include "runtime/data/entries.h"
#include "runtime/data/foreign.h"
#include "runtime/data/ranges.h"
#include "runtime/data/residents.h"
#include "runtime/devices/gpus.h"
#include "runtime/devices/libomptarget.h"
#include "runtime/launch/aliases.h"
#include "runtime/launch/cooperation.h"
#include "runtime/launch/copies.h"
#include "runtime/launch/cpu.h"
#include "runtime/launch/exact.h"
#include "runtime/launch/grid.h"
#include "runtime/launch/guarded.h"
#include "runtime/launch/index.h"
#include "runtime/launch/privates.h"
#include "runtime/launch/tally.h"
#include "runtime/launch/unwritten.h"
#include "runtime/launch/whole.h"
#include "runtime/modules.h"
#include "runtime/process.h"
#include "runtime/say/failure.h"
#include "runtime/say/stop.h"
#include "runtime/say/summary.h"
#include "runtime/say/verbose.h"
#include "runtime/units/device.h"
#include "runtime/units/messages.h"
#include "runtime/units/names.h"
#include "runtime/units/register.h"
#include "runtime/units/registration.h"
#include "runtime/units/versions.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- Arguments ---------------------------------------------------------------------------------

static const char *parameter_name(const struct __offloadcc_kernel *kernel, unsigned int index) {
    return kernel->__offloadcc_parameters[index].__offloadcc_name;
}

// The entries in libomptarget's form: an array for each field.
struct arguments {
    uint32_t count;
    void **bases;
    void **pointers;
    int64_t *sizes;
    int64_t *types;
    void **names; // or NULL
};

// An array without elements may be an address in mapped structs: if it came back, libomptarget
// would restore all pointers there (data/attached.h), though nothing is copied.
static int64_t without_empty_copies(const struct map_entry *entry, int64_t type) {
    return entry->size ? type : type & ~(int64_t)MAP_FROM;
}

static void append_argument(struct arguments *arguments, const struct map_entry *entry,
                            int64_t type, const struct __offloadcc_kernel *kernel,
                            const char *name) {
    uint32_t at = arguments->count++;
    if (arguments->names)
        arguments->names[at] =
            __offloadcc_name_for_target(name, kernel->__offloadcc_file, kernel->__offloadcc_line);
    arguments->bases[at] = entry->base;
    arguments->pointers[at] = entry->start;
    arguments->sizes[at] = entry->size;
    arguments->types[at] = without_empty_copies(entry, type);
}

// The type of an entry that others were put in front of. The runtime numbers no more arguments than
// 16 bits can, and needs the number to align what is new only.
static int64_t shifted(int64_t type, uint32_t by) {
    uint64_t parent = (uint64_t)type >> MAP_MEMBER_OF_SHIFT;
    if (!parent)
        return type;
    uint64_t moved = parent + by < UINT16_MAX ? parent + by : UINT16_MAX;
    return (int64_t)((uint64_t)type + ((moved - parent) << MAP_MEMBER_OF_SHIFT));
}

// ---- The launch --------------------------------------------------------------------------------

// Offers the kernel to the device. Returns whether one took it.
static bool launch_on_device(const struct __offloadcc_kernel *kernel, int device,
                             const struct __offloadcc_grid *grid,
                             const struct arguments *arguments) {
    struct kernel_arguments launch = {
        .version = 2,
        .count = arguments->count,
        .bases = arguments->bases,
        .pointers = arguments->pointers,
        .sizes = arguments->sizes,
        .types = arguments->types,
        .names = arguments->names,
        .shared_bytes = (uint32_t)grid->__offloadcc_shared_bytes,
    };
    memcpy(launch.block_count, grid->__offloadcc_block_count, sizeof launch.block_count);
    memcpy(launch.block_size, grid->__offloadcc_block_size, sizeof launch.block_size);
    struct __offloadcc_running running = {kernel, grid, device};
    struct __offloadcc_thread *thread = __offloadcc_thread();
    thread->running = &running;
    for (int m = 0; m < GPU_MAKERS; m++)
        if (__offloadcc_makers[m]->enter)
            __offloadcc_makers[m]->enter(kernel->__offloadcc_unit, device);
    struct source_location location;
    int status = __offloadcc_target.__tgt_target_kernel(
        __offloadcc_launch_for_target(&location, kernel), device, (int32_t)launch.block_count[0],
        (int32_t)launch.block_size[0], kernel, &launch);
    thread->running = NULL;
    return status == 0;
}

// A null pointer maps nothing. But where the struct is on the device already, the runtime may know
// another value of it from a launch before, which it would restore: it has to hear of the null.
static bool is_needed(const struct map_entry *entry, int device) {
    return !(entry->type & MAP_PTR_AND_OBJ) || entry->start ||
           __offloadcc_target.omp_target_is_present(entry->base, device);
}

// Maps the entries, after those that hold what several of them share, and runs the kernel on a
// device, with the grid as the last argument. False: no device is there.
static bool run_on_device(const struct __offloadcc_entries *entries, const struct map_entry *joined,
                          uint32_t joins, int device, const struct __offloadcc_grid *grid) {
    enum { ON_STACK = 64 };
    size_t room = (size_t)entries->count + joins + 1;
    int64_t few[4 * ON_STACK], *memory = few;
    if (room > ON_STACK)
        memory = __offloadcc_allocate(room, 4 * sizeof *memory);
    const struct __offloadcc_kernel *kernel = entries->kernel;
    struct arguments arguments = {
        .bases = (void **)memory,
        .pointers = (void **)memory + room,
        .sizes = memory + 2 * room,
        .types = memory + 3 * room,
        .names = __offloadcc_names_are_wanted() ? __offloadcc_allocate(room, sizeof(void *)) : NULL,
    };
    struct __offloadcc_privates privates;
    __offloadcc_privates_init(&privates, entries, device);
    for (uint32_t i = 0; i < joins; i++)
        append_argument(&arguments, &joined[i], joined[i].type, kernel,
                        parameter_name(kernel, joined[i].parameter));
    for (uint32_t i = 0; i < entries->count; i++) {
        struct map_entry entry = __offloadcc_private(&privates, &entries->items[i]);
        if (is_needed(&entry, device))
            append_argument(&arguments, &entry, shifted(entry.type, joins), kernel,
                            parameter_name(kernel, entry.parameter));
    }
    struct map_entry last = {.base = (void *)grid, .start = (void *)grid, .size = sizeof(void *)};
    append_argument(&arguments, &last, MAP_TARGET_PARAM | MAP_LITERAL, kernel, "grid");
    bool ran = launch_on_device(kernel, device, grid, &arguments);
    __offloadcc_privates_release(&privates);
    free(arguments.names);
    if (memory != few)
        free(memory);
    return ran;
}

// libomptarget 22 gives back locks that it does not hold where several threads at once map structs
// with pointers, and ends in glibc. So such launches take turns.
static bool run_in_turn(const struct __offloadcc_entries *entries, const struct map_entry *joined,
                        uint32_t joins, int device, const struct __offloadcc_grid *grid) {
    pthread_mutex_t *turn = &__offloadcc_process()->structs;
    bool has_structs = entries->count > entries->kernel->__offloadcc_count;
    if (has_structs)
        pthread_mutex_lock(turn);
    bool ran = run_on_device(entries, joined, joins, device, grid);
    if (has_structs)
        pthread_mutex_unlock(turn);
    return ran;
}

// Runs the kernel on arrays that may stay on the device. Returns false if they cannot.
static bool run_on_residents(struct __offloadcc_entries *entries, int device,
                             const struct __offloadcc_grid *grid, bool stays) {
    enum { ON_STACK = 24 };
    struct map_entry few[ON_STACK], *originals = few;
    if (!__offloadcc_residents_are_on() || (!stays && !__offloadcc_residents_are_there()))
        return false;
    if (entries->count > ON_STACK)
        originals = __offloadcc_allocate(entries->count, sizeof *originals);
    bool entered = __offloadcc_residents_enter(entries, device, originals);
    if (entered) {
        if (__offloadcc_summary_is_on())
            __offloadcc_summary_launch(entries, device); // structs by value
        if (!run_on_device(entries, NULL, 0, device, grid))
            __offloadcc_stop(entries->kernel, "device %d does not run the kernel", device);
        __offloadcc_residents_leave(entries, device, originals, stays);
    }
    if (originals != few)
        free(originals);
    return entered;
}

// Before arrays are mapped: if libomptarget has no memory for them, it ends the program.
static void make_room(const struct __offloadcc_entries *entries, int device) {
    size_t bytes = 0;
    if (!__offloadcc_residents_are_there())
        return;
    __offloadcc_lock();
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        if (!(entry->type & (MAP_LITERAL | MAP_PRIVATE)) &&
            !__offloadcc_ranges_find(&__offloadcc_process()->mapped, device,
                                     (uintptr_t)entry->start, (size_t)entry->size))
            bytes += (size_t)entry->size;
    }
    __offloadcc_unlock();
    if (bytes >= OC_LARGE)
        __offloadcc_residents_give_way(device, bytes);
}

// Runs the kernel on arrays that libomptarget maps for the launch.
static bool run_mapped(const struct __offloadcc_entries *entries, const struct map_entry *joined,
                       uint32_t joins, int device, const struct __offloadcc_grid *grid) {
    if (__offloadcc_summary_is_on())
        __offloadcc_summary_launch(entries, device);
    make_room(entries, device);
    bool ran = run_in_turn(entries, joined, joins, device, grid);
    __offloadcc_end_uses(entries, device);
    __offloadcc_residents_note_writes(entries);
    return ran;
}

// Before the CPU runs the kernel on the host's arrays.
static void return_arrays(const struct __offloadcc_entries *entries) {
    __offloadcc_residents_note_elsewhere();
    if (!__offloadcc_residents_are_there())
        return;
    for (uint32_t i = 0; i < entries->count; i++)
        if (!(entries->items[i].type & (MAP_LITERAL | MAP_PRIVATE)))
            __offloadcc_residents_return(entries->items[i].start, (size_t)entries->items[i].size,
                                         true);
}

static bool offloading_is(const char *policy) {
    const char *value = getenv("OMP_TARGET_OFFLOAD");
    return value && strcasecmp(value, policy) == 0;
}

// As libomptarget, this asks once: the environment is long in some programs.
static bool is_mandatory(void) {
    static int known; // -1: no, 1: yes
    int answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (!answer) {
        answer = offloading_is("mandatory") ? 1 : -1;
        __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
    }
    return answer > 0;
}

// Of the kernel on this device's number, of so many.
static const char *reason_for_cpu(const struct __offloadcc_kernel *kernel, int devices, int device,
                                  char *text, size_t size) {
    if (offloading_is("disabled"))
        return "OMP_TARGET_OFFLOAD is DISABLED";
    if (devices && device == devices)
        return "the launch asks for the host";
    __offloadcc_explain(kernel->__offloadcc_unit, text, size);
    return text;
}

// No device has the kernel: says so where it is asked for, and ends the program where it has to be
// one.
static void note_cpu(const struct __offloadcc_kernel *kernel, int devices, int device) {
    char text[1024];
    bool is_host = devices && device == devices;
    if (!is_host && is_mandatory())
        __offloadcc_stop(kernel,
                         "OMP_TARGET_OFFLOAD is MANDATORY, but no device runs the kernel: %s",
                         reason_for_cpu(kernel, devices, device, text, sizeof text));
    if (__offloadcc_is_verbose())
        __offloadcc_say_cpu(kernel, reason_for_cpu(kernel, devices, device, text, sizeof text));
}

// Whether there is a device for the launch; sets its number.
static bool find_device(const struct __offloadcc_kernel *kernel,
                        const struct offload_launch *launch, int *device) {
    int requested = launch ? launch->device : DEFAULT_DEVICE;
    if (requested == DEFAULT_DEVICE &&
        __atomic_load_n(&kernel->__offloadcc_unit->__offloadcc_present, __ATOMIC_ACQUIRE)) {
        *device = omp_get_default_device();
        if (__offloadcc_device_is_known(kernel->__offloadcc_unit, *device))
            return true;
    }
    int devices = __offloadcc_device_count();
    struct subject subject = __offloadcc_subject(kernel);
    *device = __offloadcc_choose_device(&subject, devices, requested);
    if (*device != devices && __offloadcc_device_serves(kernel->__offloadcc_unit, *device))
        return true;
    note_cpu(kernel, devices, *device);
    return false;
}

// Hardly any grid is beyond any maker's GPUs, and otherwise nobody needs to know whose the device
// is.
static void check_grid(const struct __offloadcc_kernel *kernel, int device,
                       const struct __offloadcc_grid *grid) {
    char problem[256];
    if (__offloadcc_all_can_run(grid))
        return;
    const struct gpu *gpu =
        __offloadcc_gpu_of_uid(__offloadcc_target.omp_get_uid_from_device(device));
    if (gpu && gpu->maker->exceeds(grid, problem, sizeof problem))
        __offloadcc_stop(kernel, "%s", problem);
}

// Checks the arguments, also where nothing is mapped: a program that stops with a device stops
// without one. Then offers the launch to the device, if there is one; where there is none, runs it
// if its arrays are on one nevertheless. Returns whether it ran. `outputs` are to be looked at
// afterwards.
static bool offer(const struct __offloadcc_kernel *kernel, const struct offload_launch *launch,
                  void *const *slots, const long *sizes, struct __offloadcc_grid *grid,
                  struct __offloadcc_outputs *outputs) {
    enum { ON_STACK = 16 };
    bool stays = launch && launch->__line & STAYS;
    __offloadcc_summary_is_on(); // the first question begins a summary, also where nothing is
                                 // copied
    int device;
    bool found = find_device(kernel, launch, &device);
    if (found) {
        __offloadcc_fit_grid(kernel, launch, device, grid);
        check_grid(kernel, device, grid);
        __offloadcc_direct_messages(kernel->__offloadcc_unit, device);
    }
    if (found && __offloadcc_is_verbose())
        __offloadcc_say_device(kernel, device);
    if (kernel->__offloadcc_walk && __offloadcc_residents_are_there())
        __offloadcc_residents_return(NULL, SIZE_MAX, false); // the walk reads the structs
    struct __offloadcc_entries entries;
    __offloadcc_entries_init(&entries, kernel, slots, sizes,
                             !found && ranges_are_empty(&__offloadcc_process()->mapped) &&
                                 !__offloadcc_bounds_are_watched());
    if (found && *kernel->__offloadcc_whole)
        __offloadcc_drop_copies(*kernel->__offloadcc_whole, &entries, grid);
    if (launch && launch->__line & EITHER)
        __offloadcc_pass_device_memory(&entries);
    __offloadcc_check_residents(&entries, device, found);
    struct map_entry few[ON_STACK], *joined = few;
    if (entries.count / 2 > ON_STACK)
        joined = __offloadcc_allocate(entries.count / 2, sizeof *joined);
    bool has_pairs = entries.arrays > 1 || entries.count > kernel->__offloadcc_count;
    uint32_t joins = has_pairs ? __offloadcc_join_aliases(&entries, device, found, joined) : 0;
    if (found && entries.others)
        __offloadcc_check_foreign(&entries, device);
    bool alone = found && __offloadcc_is_cooperative(launch);
    if (alone)
        pthread_mutex_lock(&__offloadcc_process()->together);
    *outputs = __offloadcc_fill_outputs(&entries, device, found);
    bool ran = found && (run_on_residents(&entries, device, grid, stays) ||
                         run_mapped(&entries, joined, joins, device, grid));
    if (alone)
        pthread_mutex_unlock(&__offloadcc_process()->together);
    if (!ran) {
        __offloadcc_fill_cpu(kernel, launch, grid);
        return_arrays(&entries);
        ran = __offloadcc_run_on_copies(&entries, device, grid, slots) ||
              __offloadcc_run_watched(&entries, device, grid, slots);
    }
    if (joined != few)
        free(joined);
    __offloadcc_entries_release(&entries);
    return ran;
}

void __offloadcc_launch(const struct __offloadcc_kernel *kernel, void **slots, long *sizes) {
    struct __offloadcc_thread *thread = __offloadcc_thread();
    struct offload_launch *launch = thread->armed;
    thread->armed = NULL;
    if (__offloadcc_in_kernel()) {
        kernel->__offloadcc_call(slots);
        return;
    }
    // It may be a launch by a runtime that is opened now. The loader is asked at times only: it has
    // one lock for all threads.
    if (!launch && thread->plain_calls++ % 64 == 0)
        __offloadcc_refuse_unversioned();
    struct __offloadcc_launched launched = {.kernel = kernel,
                                            .file = launch ? launch->__file : NULL,
                                            .line = launch ? OC_LINE_OF(launch) : 0,
                                            .cooperative = __offloadcc_is_cooperative(launch)};
    struct __offloadcc_grid *grid = &launched.grid;
    thread->file = launched.file;
    thread->line = launched.line;
    if (__offloadcc_make_grid(kernel, launch, grid)) {
        struct __offloadcc_outputs outputs;
        if (!offer(kernel, launch, slots, sizes, grid, &outputs))
            __offloadcc_run_blocks(kernel->__offloadcc_blocks, slots, grid,
                                   kernel->__offloadcc_frame);
        if (outputs.count)
            __offloadcc_look_at_outputs(kernel, &outputs);
    }
    thread->file = NULL;
    __offloadcc_forget_facts();
}
