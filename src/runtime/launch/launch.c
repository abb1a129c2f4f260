// launch.c - a launch, from the launching function that the compiler generated to libomptarget or
// the CPU. See glue_preamble.h for the functions' contracts.
#include "runtime/launch/aliases.h"
#include "runtime/devices/context.h"
#include "runtime/launch/exact.h"
#include "runtime/say/failure.h"
#include "runtime/launch/guarded.h"
#include "runtime/launch/limits.h"
#include "runtime/devices/messages.h"
#include "runtime/units/names.h"
#include "runtime/launch/privates.h"
#include "runtime/process.h"
#include "runtime/data/ranges.h"
#include "runtime/units/registration.h"
#include "runtime/runtime.h"
#include "runtime/say/summary.h"
#include "runtime/say/verbose.h"
#include "runtime/units/versions.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MAX_BLOCK_SIZE = 1024, FILL_BLOCKS = 1024, FILL_BLOCK_SIZE = 256, CPU_BLOCK_SIZE = 32 };

static _Noreturn void stop(const struct subject *subject, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

// Where the kernel is launched that is at fault, if that was by offload().
static void print_launch(void) {
    const struct __offloadcc_thread *thread = __offloadcc_thread();
    const char *file = thread->armed ? thread->armed->__file : thread->file;
    if (file)
        fprintf(stderr, "%s:%u: offloadcc: note: the launch is here\n", file,
                thread->armed ? thread->armed->__line : thread->line);
}

static _Noreturn void stop(const struct subject *subject, const char *format, va_list arguments) {
    fprintf(stderr, "%s:%u: offloadcc: error: %s", subject->file, subject->line, subject->what);
    if (subject->name)
        fprintf(stderr, " '%s'", subject->name);
    fputs(": ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    print_launch();
    abort();
}

_Noreturn void __offloadcc_stop_about(const struct subject *subject, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    stop(subject, format, arguments);
}

static struct subject about(const struct __offloadcc_kernel *kernel) {
    return (struct subject){kernel->__offloadcc_file, kernel->__offloadcc_line, "kernel",
                            kernel->__offloadcc_name};
}

_Noreturn void __offloadcc_stop(const struct __offloadcc_kernel *kernel, const char *format, ...) {
    struct subject subject = about(kernel);
    va_list arguments;
    va_start(arguments, format);
    stop(&subject, format, arguments);
}

_Noreturn void __offloadcc_out_of_memory(size_t bytes) {
    fprintf(stderr, "offloadcc: error: no memory for a block of threads on the CPU (%zu bytes)\n",
            bytes);
    abort();
}

static _Noreturn void stop_at_no_kernel(const char *what) {
    fprintf(stderr,
            "offloadcc: error: offload() was given %s; it launches functions that are marked "
            "offload_kernel and compiled by offloadcc\n",
            what);
    abort();
}

// A kernel of another program or library finds the launch only in the same state of the process:
// else it would take this for a plain call.
static void check_other_module(struct __offloadcc_thread *thread, void (*kernel)(void),
                               const struct offload_launch *launch) {
    unsigned long changes = __atomic_load_n(&__offloadcc_process()->changes, __ATOMIC_ACQUIRE);
    if (thread->known_kernel == kernel && thread->known_changes == changes)
        return;
    const char *where = NULL;
    if (!__offloadcc_shares_state(kernel, &where)) {
        __offloadcc_refuse_unversioned();
        fprintf(stderr,
                "%s:%u: offloadcc: error: offload() cannot launch the function at %p in %s: it has "
                "no part in the launches of this program; pass a kernel, and link the program and "
                "its libraries with the same version of offloadcc; a library that dlmopen loaded "
                "into another namespace launches its kernels itself\n",
                launch->__file, launch->__line, (void *)kernel,
                where ? where : "memory that the loader does not list");
        abort();
    }
    thread->known_kernel = kernel;
    thread->known_changes = changes;
}

// A kernel takes its options at once.
void (*__offloadcc_configure(void (*kernel)(void), struct offload_launch *launch))(void) {
    struct __offloadcc_thread *thread = __offloadcc_thread();
    const struct __offloadcc_module *module = &__offloadcc_module;
    if (!kernel)
        stop_at_no_kernel("a null pointer");
    if (thread->armed)
        stop_at_no_kernel("a pointer to another function, at a launch before this one");
    if ((uintptr_t)kernel < module->start || (uintptr_t)kernel >= module->end)
        check_other_module(thread, kernel, launch);
    launch->__kernel = kernel;
    launch->__outer = thread->pending;
    thread->pending = launch;
    return __offloadcc_launch_thunk;
}

void __offloadcc_check_last_launch(void) {
    const struct __offloadcc_thread *thread = __offloadcc_state_of_thread;
    if (!thread || !thread->armed)
        return;
    fflush(NULL); // as the program ends
    stop_at_no_kernel("a pointer to another function, at the last launch of this thread");
}

// The thunk's.
_Noreturn void __offloadcc_stop_at_other_thread(void);
_Noreturn void __offloadcc_stop_at_other_thread(void) {
    fputs("offloadcc: error: what offload(kernel, ...) returned was called a second time, or by "
          "another thread; call it at once: offload(kernel, ...)(arguments)\n",
          stderr);
    abort();
}

// ---- The grid ----------------------------------------------------------------------------------

static bool has_threads(const struct offload_launch *launch) {
    return launch->threads[0] != __OFFLOADCC_UNSET;
}

static bool has_blocks(const struct offload_launch *launch) {
    return launch->blocks[0] != (unsigned int)__OFFLOADCC_UNSET;
}

static unsigned int at_least_one(unsigned int value) {
    return value ? value : 1;
}

// The number of dimensions that the launch uses, which chooses the default block.
static unsigned int dimensions(const struct offload_launch *launch) {
    for (unsigned int d = 2; d > 0; d--)
        if (has_threads(launch) ? launch->threads[d] > 1 : launch->blocks[d] > 1)
            return d + 1;
    return 1;
}

// The largest dimension last.
static void shrink(unsigned int size[3], unsigned long limit) {
    for (int d = 2; d >= 0; d--)
        while (size[d] > 1 && (unsigned long)size[0] * size[1] * size[2] > limit)
            size[d] /= 2;
}

static void set_block_size(const struct __offloadcc_kernel *kernel,
                           const struct offload_launch *launch, unsigned int size[3]) {
    static const unsigned int defaults[3][3] = {{256, 1, 1}, {32, 8, 1}, {8, 8, 4}};
    if (launch->block_size[0] || launch->block_size[1] || launch->block_size[2]) {
        for (int d = 0; d < 3; d++)
            size[d] = at_least_one(launch->block_size[d]);
    } else if (has_threads(launch) && has_blocks(launch)) {
        for (int d = 0; d < 3; d++) {
            size_t threads = launch->threads[d] ? launch->threads[d] : 1;
            size_t blocks = at_least_one(launch->blocks[d]);
            size_t needed = threads / blocks + (threads % blocks != 0);
            size[d] = needed > UINT_MAX ? UINT_MAX : (unsigned int)needed;
        }
    } else {
        memcpy(size, defaults[dimensions(launch) - 1], sizeof defaults[0]);
        shrink(size, kernel->__offloadcc_block_limit);
    }
    uint64_t threads = size[0];
    for (int d = 1; d < 3; d++)
        threads = threads > MAX_BLOCK_SIZE ? threads : threads * size[d];
    if (threads > MAX_BLOCK_SIZE)
        __offloadcc_stop(kernel,
                         "a block of %u x %u x %u threads is too large; a block has at most "
                         "%d threads",
                         size[0], size[1], size[2], MAX_BLOCK_SIZE);
    if (threads > kernel->__offloadcc_block_limit)
        __offloadcc_stop(kernel,
                         "a block of %u x %u x %u threads is too large for this kernel, whose "
                         "offload_block_limit is %u",
                         size[0], size[1], size[2], kernel->__offloadcc_block_limit);
}

static void set_block_count(const struct __offloadcc_kernel *kernel,
                            const struct offload_launch *launch, const unsigned int size[3],
                            unsigned int count[3]) {
    for (int d = 0; d < 3; d++) {
        if (has_blocks(launch)) {
            count[d] = d ? at_least_one(launch->blocks[d]) : launch->blocks[d];
            if (has_threads(launch) && launch->threads[d] > (size_t)count[d] * size[d])
                __offloadcc_stop(kernel,
                                 "the launch asks for %zu threads in dimension %d, but its blocks "
                                 "have %zu; leave out .blocks, and their number follows",
                                 launch->threads[d], d, (size_t)count[d] * size[d]);
            if (count[d] > INT_MAX)
                __offloadcc_stop(kernel,
                                 "the launch asks for %u blocks in dimension %d; at most %d "
                                 "are possible (was the number negative?)",
                                 count[d], d, INT_MAX);
            continue;
        }
        size_t threads = d && !launch->threads[d] ? 1 : launch->threads[d];
        size_t blocks = threads / size[d] + (threads % size[d] != 0);
        if (threads > PTRDIFF_MAX)
            __offloadcc_stop(kernel,
                             "the launch asks for %td threads in dimension %d; it takes 0 or more",
                             (ptrdiff_t)threads, d);
        if (blocks > INT_MAX)
            __offloadcc_stop(
                kernel,
                "%zu threads in dimension %d are too many for blocks of %u; launch fewer, and "
                "share out the elements among them by offload_for",
                threads, d, size[d]);
        count[d] = (unsigned int)blocks;
    }
    long total;
    if (__builtin_mul_overflow((long)count[0] * count[1], (long)count[2], &total))
        __offloadcc_stop(
            kernel,
            "a grid of %u x %u x %u blocks is too large; launch fewer, and share out the "
            "elements among their threads by offload_for",
            count[0], count[1], count[2]);
}

// A launch that leaves them out has none. What the kernel would do then is undefined on a device
// and not the same on any two.
static size_t shared_bytes(const struct __offloadcc_kernel *kernel,
                           const struct offload_launch *launch) {
    if (!launch || launch->shared_bytes == __OFFLOADCC_UNSET) {
        if (kernel->__offloadcc_uses & __offloadcc_uses_dynamic_shared)
            __offloadcc_stop(kernel,
                             launch ? "the kernel uses dynamic shared memory, but the launch does "
                                      "not say how much; give it .shared_bytes"
                                    : "the kernel uses dynamic shared memory, and a plain call has "
                                      "none; launch it by offload(), with .shared_bytes");
        return 0;
    }
    if (launch->shared_bytes > INT_MAX)
        __offloadcc_stop(kernel,
                         "the launch asks for %td bytes of dynamic shared memory for each block; "
                         "at most %d are possible (was the number negative?)",
                         (ptrdiff_t)launch->shared_bytes, INT_MAX);
    return launch->shared_bytes;
}

// Fills in the blocks of a launch. Returns false where there are none.
static bool make_blocks(const struct __offloadcc_kernel *kernel,
                        const struct offload_launch *launch, struct __offloadcc_grid *grid) {
    unsigned int *size = grid->__offloadcc_block_size, *count = grid->__offloadcc_block_count;
    for (int d = 0; d < 3; d++)
        size[d] = count[d] = 1;
    if (!launch)
        return true;
    if (!has_threads(launch) && !has_blocks(launch)) {
        size[0] = FILL_BLOCK_SIZE;
        shrink(size, kernel->__offloadcc_block_limit);
        count[0] = FILL_BLOCKS;
        if (launch->block_size[0] || launch->block_size[1] || launch->block_size[2])
            set_block_size(kernel, launch, size);
        return true;
    }
    set_block_size(kernel, launch, size);
    set_block_count(kernel, launch, size, count);
    return count[0] != 0;
}

// Fills in the grid of a launch. Returns false where there is nothing to run.
static bool make_grid(const struct __offloadcc_kernel *kernel, const struct offload_launch *launch,
                      struct __offloadcc_grid *grid) {
    if (!make_blocks(kernel, launch, grid))
        return false;
    grid->__offloadcc_run = __offloadcc_run_blocks;
    grid->__offloadcc_shared_bytes = shared_bytes(kernel, launch);
    return true;
}

// A grid that fills the CPU: a block of few threads for each core, unless the launch says
// otherwise. So a block goes through its stretch of an offload_for once, from end to end, as a loop
// of the host's would.
static void fill_cpu(const struct __offloadcc_kernel *kernel, const struct offload_launch *launch,
                     struct __offloadcc_grid *grid) {
    if (!launch || has_threads(launch) || has_blocks(launch))
        return;
    grid->__offloadcc_block_count[0] = (unsigned int)omp_get_max_threads();
    if (!launch->block_size[0] && !launch->block_size[1] && !launch->block_size[2]) {
        grid->__offloadcc_block_size[0] = CPU_BLOCK_SIZE;
        shrink(grid->__offloadcc_block_size, kernel->__offloadcc_block_limit);
    }
}

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

static void append(struct arguments *arguments, const struct map_entry *entry, int64_t type,
                   const struct __offloadcc_kernel *kernel, const char *name) {
    uint32_t at = arguments->count++;
    if (arguments->names)
        arguments->names[at] =
            __offloadcc_name_for_target(name, kernel->__offloadcc_file, kernel->__offloadcc_line);
    arguments->bases[at] = entry->base;
    arguments->pointers[at] = entry->start;
    arguments->sizes[at] = entry->size;
    arguments->types[at] = type;
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
    __offloadcc_enter_context(kernel->__offloadcc_unit, device);
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
        append(&arguments, &joined[i], joined[i].type, kernel,
               parameter_name(kernel, joined[i].parameter));
    for (uint32_t i = 0; i < entries->count; i++) {
        struct map_entry entry = __offloadcc_private(&privates, &entries->items[i]);
        if (is_needed(&entry, device))
            append(&arguments, &entry, shifted(entry.type, joins), kernel,
                   parameter_name(kernel, entry.parameter));
    }
    struct map_entry last = {.base = (void *)grid, .start = (void *)grid, .size = sizeof(void *)};
    append(&arguments, &last, MAP_TARGET_PARAM | MAP_LITERAL, kernel, "grid");
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
    struct subject subject = about(kernel);
    *device = __offloadcc_choose_device(&subject, devices, requested);
    if (*device != devices && __offloadcc_device_serves(kernel->__offloadcc_unit, *device))
        return true;
    note_cpu(kernel, devices, *device);
    return false;
}

// Hardly any grid is beyond either maker's GPUs, and then nobody needs to know whose the device is.
static void check_grid(const struct __offloadcc_kernel *kernel, int device,
                       const struct __offloadcc_grid *grid) {
    char problem[256];
    if (!__offloadcc_exceeds(NVIDIA, grid, problem, sizeof problem) &&
        !__offloadcc_exceeds(AMD, grid, problem, sizeof problem))
        return;
    const struct gpu *gpu =
        __offloadcc_gpu_of_uid(__offloadcc_target.omp_get_uid_from_device(device));
    if (gpu && __offloadcc_exceeds(gpu->maker, grid, problem, sizeof problem))
        __offloadcc_stop(kernel, "%s", problem);
}

// Checks the arguments, also where nothing is mapped: a program that stops with a device stops
// without one. Then offers the launch to the device, if there is one; where there is none, runs it
// if its arrays are on one nevertheless. Returns whether it ran.
static bool offer(const struct __offloadcc_kernel *kernel, const struct offload_launch *launch,
                  void *const *slots, const long *sizes, struct __offloadcc_grid *grid) {
    enum { ON_STACK = 16 };
    int device;
    bool found = find_device(kernel, launch, &device);
    if (found) {
        check_grid(kernel, device, grid);
        __offloadcc_direct_messages(kernel->__offloadcc_unit, device);
    }
    if (found && __offloadcc_is_verbose())
        __offloadcc_say_device(kernel, device);
    struct __offloadcc_entries entries;
    __offloadcc_entries_init(&entries, kernel, slots, sizes,
                             !found && ranges_are_empty(&__offloadcc_process()->mapped) &&
                                 !__offloadcc_bounds_are_watched());
    if (found && *kernel->__offloadcc_whole)
        __offloadcc_drop_copies(*kernel->__offloadcc_whole, &entries, grid);
    __offloadcc_check_residents(&entries, device, found);
    struct map_entry few[ON_STACK], *joined = few;
    if (entries.count / 2 > ON_STACK)
        joined = __offloadcc_allocate(entries.count / 2, sizeof *joined);
    bool has_pairs = entries.arrays > 1 || entries.count > kernel->__offloadcc_count;
    uint32_t joins = has_pairs ? __offloadcc_join_aliases(&entries, device, found, joined) : 0;
    if (found && entries.others)
        __offloadcc_check_foreign(&entries, device);
    if (__offloadcc_summary_is_on() && found)
        __offloadcc_summary_launch(&entries, device);
    bool ran = found && run_in_turn(&entries, joined, joins, device, grid);
    __offloadcc_end_uses(&entries, device);
    if (!ran) {
        fill_cpu(kernel, launch, grid);
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
                                            .line = launch ? launch->__line : 0};
    struct __offloadcc_grid *grid = &launched.grid;
    thread->file = launched.file;
    thread->line = launched.line;
    if (make_grid(kernel, launch, grid) && !offer(kernel, launch, slots, sizes, grid))
        __offloadcc_run_blocks(kernel->__offloadcc_blocks, slots, grid, kernel->__offloadcc_frame);
    thread->file = NULL;
}

// ---- Bounds ------------------------------------------------------------------------------------

// The decimal text of a 128-bit number, in a buffer of at least 41 bytes.
static const char *decimal(__int128 value, char buffer[41]) {
    unsigned __int128 magnitude = value < 0 ? -(unsigned __int128)value : (unsigned __int128)value;
    char *digit = buffer + 40;
    *digit = '\0';
    do
        *--digit = (char)('0' + (int)(magnitude % 10));
    while (magnitude /= 10);
    if (value < 0)
        *--digit = '-';
    return digit;
}

static const char *bound_text(const struct __offloadcc_kernel *kernel, unsigned int parameter,
                              unsigned int dimension) {
    return kernel->__offloadcc_parameters[parameter].__offloadcc_bounds[dimension];
}

long __offloadcc_extent(const struct __offloadcc_kernel *kernel, unsigned int parameter,
                        unsigned int dimension, long bytes, __int128 bound) {
    char buffer[41];
    long result;
    if (bound < 0)
        __offloadcc_stop(kernel,
                         "the bound '%s' of parameter '%s' is negative: %s; it is a number of "
                         "elements, 0 or more",
                         bound_text(kernel, parameter, dimension),
                         parameter_name(kernel, parameter), decimal(bound, buffer));
    if (__builtin_mul_overflow(bound, bytes, &result))
        __offloadcc_stop(kernel,
                         "the size of parameter '%s' overflows: its bound '%s' is %s, of %ld "
                         "bytes each; no memory holds so many",
                         parameter_name(kernel, parameter),
                         bound_text(kernel, parameter, dimension), decimal(bound, buffer), bytes);
    return result;
}

static _Noreturn void bad_operation(const struct __offloadcc_kernel *kernel, unsigned int parameter,
                                    unsigned int dimension, int operator, __int128 left,
                                    __int128 right) {
    char left_buffer[41], right_buffer[41];
    bool zero = right == 0 && (operator == '/' || operator == '%');
    char text[] = {(char)operator, operator == '<' || operator == '>' ? (char)operator : '\0',
                   '\0'};
    __offloadcc_stop(kernel, "the bound '%s' of parameter '%s' %s: %s %s %s; %s",
                     bound_text(kernel, parameter, dimension), parameter_name(kernel, parameter),
                     zero ? "divides by zero" : "overflows", decimal(left, left_buffer), text,
                     decimal(right, right_buffer),
                     zero ? "pass another divisor"
                          : "pass smaller values, or compute it in a wider type, such as size_t");
}

__int128 __offloadcc_checked(const struct __offloadcc_kernel *kernel, unsigned int parameter,
                             unsigned int dimension, int operator, unsigned int bytes,
                             int is_signed, __int128 left, __int128 right) {
    __int128 result = 0;
    bool is_shift = operator == '<' || operator == '>';
    bool bad = is_shift ? right < 0 || right >= 8 * (int)bytes
                        : (operator == '/' || operator == '%') && right == 0;
    if (is_shift)
        result = bad ? 0 : operator == '<' ? left * ((__int128)1 << right) : left >> right;
    else if (operator == '+')
        result = left + right;
    else if (operator == '-')
        result = left - right;
    else if (operator == '*')
        bad = __builtin_mul_overflow(left, right, &result);
    else if (!bad)
        result = operator == '/' ? left / right : left % right;
    if (is_signed) {
        __int128 limit = (__int128)1 << (8 * bytes - 1);
        // The remainder of the least value by -1 is 0, but C leaves it undefined with the quotient.
        bad = bad || result < -limit || result >= limit ||
              (operator == '%' && left == -limit && right == -1);
    }
    if (bad)
        bad_operation(kernel, parameter, dimension, operator, left, right);
    return result; // the caller converts an unsigned result to its type, modulo 2^bits as C does
}
