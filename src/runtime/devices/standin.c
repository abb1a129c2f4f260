#include "runtime/devices/standin.h"

#include "runtime/poison.h"
#include "runtime/process.h"
#include "runtime/say/asked.h"
#include "runtime/say/stop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { ALIGNMENT = 64 };

static _Noreturn void stop_without_memory(size_t bytes) {
    fprintf(stderr, "offloadcc: error: no memory for %zu bytes that are mapped\n", bytes);
    abort();
}

static void *allocate(size_t bytes, size_t alignment) {
    void *memory;
    if (posix_memalign(&memory, alignment, bytes))
        stop_without_memory(bytes);
    return memory;
}

static struct __offloadcc_standin *standin(void) {
    struct __offloadcc_standin **place = &__offloadcc_process()->standin, *made, *none = NULL;
    struct __offloadcc_standin *found = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    if (found)
        return found;
    made = __offloadcc_allocate(1, sizeof *made);
    pthread_mutex_init(&made->mutex, NULL);
    if (__atomic_compare_exchange_n(place, &none, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return made;
    free(made);
    return none;
}

// ---- The table ---------------------------------------------------------------------------------

// The number of copies of memory that ends before an address.
static size_t count_before(const struct __offloadcc_standin *table, uintptr_t start) {
    size_t low = 0, high = table->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (table->items[middle].start + table->items[middle].bytes <= start)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The copy that has these bytes, and at least one. NULL: there is none.
static struct standin_copy *find(const struct __offloadcc_standin *table, uintptr_t start,
                                 size_t bytes) {
    size_t at = count_before(table, start);
    struct standin_copy *copy = &table->items[at];
    bool found = at < table->count && copy->start <= start &&
                 start - copy->start + (bytes ? bytes : 1) <= copy->bytes;
    return found ? copy : NULL;
}

// The runtime has found before that nothing is mapped in part.
static struct standin_copy *add(struct __offloadcc_standin *table, uintptr_t start, size_t bytes) {
    size_t at = count_before(table, start), alignment = start & -start;
    if (at < table->count && table->items[at].start < start + bytes) {
        fprintf(stderr, "offloadcc: error: of %zu bytes at %p, only a part is mapped\n", bytes,
                (void *)start);
        abort();
    }
    if (table->count == table->capacity) {
        size_t capacity = table->capacity ? 2 * table->capacity : 16;
        struct standin_copy *items = realloc(table->items, capacity * sizeof *items);
        if (!items)
            stop_without_memory(bytes);
        table->items = items;
        table->capacity = capacity;
    }
    struct standin_copy *added = &table->items[at];
    memmove(added + 1, added, (table->count++ - at) * sizeof *added);
    alignment = alignment > ALIGNMENT ? ALIGNMENT : alignment;
    alignment = alignment < sizeof(void *) ? sizeof(void *) : alignment;
    *added = (struct standin_copy){
        .start = start, .bytes = bytes, .there = allocate(bytes, alignment), .references = 1};
    return added;
}

static void end(struct __offloadcc_standin *table, struct standin_copy *copy) {
    free(copy->there);
    free(copy->pointers);
    size_t after = table->count-- - (size_t)(copy - table->items) - 1;
    memmove(copy, copy + 1, after * sizeof *copy);
}

static void *on_device(const struct __offloadcc_standin *table, const void *address) {
    const struct standin_copy *copy = find(table, (uintptr_t)address, 1);
    return copy ? copy->there + ((uintptr_t)address - copy->start) : NULL;
}

// What a kernel gets for the address of an array. A variable's value on the device is where the
// host's is while a kernel runs (exchange_variables).
static void *in_kernels(const struct __offloadcc_standin *table, void *address) {
    const struct standin_copy *copy = find(table, (uintptr_t)address, 1);
    return copy && !copy->is_variable ? copy->there + ((uintptr_t)address - copy->start) : address;
}

// ---- Pointers in structs -----------------------------------------------------------------------

// The number of pointers before an offset. Launches come to them in order: mostly it is all.
static size_t pointers_before(const struct standin_copy *copy, size_t offset) {
    size_t low = 0, high = copy->pointer_count;
    if (high && copy->pointers[high - 1].offset < offset)
        return high;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (copy->pointers[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void put_pointer(struct standin_copy *copy, size_t offset, void *value) {
    memcpy(copy->there + offset, &value, sizeof value);
    size_t at = pointers_before(copy, offset);
    if (at == copy->pointer_count || copy->pointers[at].offset != offset) {
        if (copy->pointer_count == copy->pointer_capacity) {
            size_t capacity = copy->pointer_capacity ? 2 * copy->pointer_capacity : 8;
            struct standin_pointer *items = realloc(copy->pointers, capacity * sizeof *items);
            if (!items)
                stop_without_memory(copy->bytes);
            copy->pointers = items;
            copy->pointer_capacity = capacity;
        }
        struct standin_pointer *added = &copy->pointers[at];
        memmove(added + 1, added, (copy->pointer_count++ - at) * sizeof *added);
        added->offset = offset;
    }
    copy->pointers[at].on_device = value;
}

// Copies a part. The pointers that lead to mapped memory keep their values, the host's here and the
// device's there.
static void transfer(struct standin_copy *copy, uintptr_t start, size_t bytes, bool to_device) {
    size_t from = start - copy->start, at = from, stop = from + bytes;
    char *to = to_device ? copy->there : (char *)copy->start;
    const char *source = to_device ? (char *)copy->start : copy->there;
    size_t next = pointers_before(copy, from < sizeof(void *) ? 0 : from - sizeof(void *) + 1);
    for (; next < copy->pointer_count && copy->pointers[next].offset < stop; next++) {
        size_t offset = copy->pointers[next].offset;
        if (offset > at)
            memcpy(to + at, source + at, offset - at);
        at = offset + sizeof(void *);
    }
    if (at < stop)
        memcpy(to + at, source + at, stop - at);
}

// ---- Mapping -----------------------------------------------------------------------------------

static bool is_mapped(int64_t type) {
    return !(type & (MAP_LITERAL | MAP_PRIVATE));
}

static void map(struct __offloadcc_standin *table, void *base, void *start, size_t bytes,
                int64_t type) {
    struct standin_copy *copy = bytes ? find(table, (uintptr_t)start, bytes) : NULL;
    if (copy) {
        copy->references++;
    } else if (bytes) {
        copy = add(table, (uintptr_t)start, bytes);
        if (type & MAP_TO)
            memcpy(copy->there, start, bytes);
        else
            __offloadcc_poison(copy->there, bytes);
    }
    if (!(type & MAP_PTR_AND_OBJ))
        return;
    struct standin_copy *holder = find(table, (uintptr_t)base, sizeof(void *));
    if (holder)
        put_pointer(holder, (uintptr_t)base - holder->start, in_kernels(table, start));
}

static void unmap(struct __offloadcc_standin *table, void *start, size_t bytes, int64_t type) {
    struct standin_copy *copy = bytes ? find(table, (uintptr_t)start, bytes) : NULL;
    if (!copy || --copy->references)
        return;
    if (type & MAP_FROM)
        transfer(copy, (uintptr_t)start, bytes, false);
    end(table, copy);
}

static void begin_data(void *location, int64_t device, int32_t count, void **bases, void **pointers,
                       int64_t *sizes, int64_t *types, void **names, void **mappers) {
    (void)location, (void)device, (void)names, (void)mappers;
    struct __offloadcc_standin *table = standin();
    pthread_mutex_lock(&table->mutex);
    for (int32_t i = 0; i < count; i++)
        if (is_mapped(types[i]))
            map(table, bases[i], pointers[i], (size_t)sizes[i], types[i]);
    pthread_mutex_unlock(&table->mutex);
}

static void end_data(void *location, int64_t device, int32_t count, void **bases, void **pointers,
                     int64_t *sizes, int64_t *types, void **names, void **mappers) {
    (void)location, (void)device, (void)bases, (void)names, (void)mappers;
    struct __offloadcc_standin *table = standin();
    pthread_mutex_lock(&table->mutex);
    for (int32_t i = count; i-- > 0;)
        if (is_mapped(types[i]))
            unmap(table, pointers[i], (size_t)sizes[i], types[i]);
    pthread_mutex_unlock(&table->mutex);
}

static void update_data(void *location, int64_t device, int32_t count, void **bases,
                        void **pointers, int64_t *sizes, int64_t *types, void **names,
                        void **mappers) {
    (void)location, (void)device, (void)bases, (void)names, (void)mappers;
    struct __offloadcc_standin *table = standin();
    pthread_mutex_lock(&table->mutex);
    for (int32_t i = 0; i < count; i++) {
        struct standin_copy *copy = find(table, (uintptr_t)pointers[i], (size_t)sizes[i]);
        if (copy && sizes[i])
            transfer(copy, (uintptr_t)pointers[i], (size_t)sizes[i], types[i] & MAP_TO);
    }
    pthread_mutex_unlock(&table->mutex);
}

// ---- Launches ----------------------------------------------------------------------------------

// Exchanges the values of device variables, the host's and the device's, where they differ. What is
// in memory that cannot be written does not.
static void exchange_variables(struct __offloadcc_standin *table) {
    pthread_mutex_lock(&table->mutex);
    for (size_t i = 0; i < table->count; i++) {
        struct standin_copy *copy = &table->items[i];
        char *here = (char *)copy->start;
        if (!copy->is_variable || memcmp(here, copy->there, copy->bytes) == 0)
            continue;
        for (size_t b = 0; b < copy->bytes; b++) {
            char byte = here[b];
            here[b] = copy->there[b];
            copy->there[b] = byte;
        }
    }
    pthread_mutex_unlock(&table->mutex);
}

static bool has_variables(struct __offloadcc_standin *table) {
    bool found = false;
    pthread_mutex_lock(&table->mutex);
    for (size_t i = 0; i < table->count && !found; i++)
        found = table->items[i].is_variable;
    pthread_mutex_unlock(&table->mutex);
    return found;
}

static void run(const struct __offloadcc_kernel *kernel, void *const *slots,
                const struct __offloadcc_grid *grid) {
    struct __offloadcc_standin *table = standin();
    pthread_mutex_t *turn = has_variables(table) ? &__offloadcc_process()->copying : NULL;
    if (turn) {
        pthread_mutex_lock(turn);
        exchange_variables(table);
    }
    grid->__offloadcc_run(kernel->__offloadcc_blocks, slots, grid, kernel->__offloadcc_frame);
    if (turn) {
        exchange_variables(table);
        pthread_mutex_unlock(turn);
    }
}

// The value of an argument: a literal's bits, the address of a copy, or that of a private copy.
static void *argument(const struct __offloadcc_standin *table,
                      const struct kernel_arguments *arguments, uint32_t i) {
    size_t bytes = (size_t)arguments->sizes[i];
    if (arguments->types[i] & MAP_LITERAL)
        return arguments->bases[i];
    if (arguments->types[i] & MAP_PRIVATE) {
        void *copy = allocate(bytes ? bytes : 1, ALIGNMENT);
        return memcpy(copy, arguments->pointers[i], bytes);
    }
    return in_kernels(table, arguments->pointers[i]);
}

// Parameters come in the order of the kernel's slots, and the grid is the last (launch/launch.c).
static int launch_kernel(const struct source_location *location, int64_t device, int32_t blocks,
                         int32_t threads, const void *kernel, struct kernel_arguments *arguments) {
    (void)location, (void)blocks, (void)threads;
    struct __offloadcc_standin *table = standin();
    void **slots = __offloadcc_allocate((size_t)arguments->count + 1, sizeof *slots);
    void **privates = __offloadcc_allocate((size_t)arguments->count + 1, sizeof *privates);
    uint32_t slot_count = 0, private_count = 0;
    begin_data(NULL, device, (int32_t)arguments->count, arguments->bases, arguments->pointers,
               arguments->sizes, arguments->types, NULL, NULL);
    pthread_mutex_lock(&table->mutex);
    for (uint32_t i = 0; i < arguments->count; i++) {
        if (!(arguments->types[i] & MAP_TARGET_PARAM))
            continue;
        slots[slot_count] = argument(table, arguments, i);
        if (arguments->types[i] & MAP_PRIVATE && !(arguments->types[i] & MAP_LITERAL))
            privates[private_count++] = slots[slot_count];
        slot_count++;
    }
    pthread_mutex_unlock(&table->mutex);
    run(kernel, slots, slots[slot_count - 1]);
    end_data(NULL, device, (int32_t)arguments->count, arguments->bases, arguments->pointers,
             arguments->sizes, arguments->types, NULL, NULL);
    while (private_count)
        free(privates[--private_count]);
    free(privates);
    free(slots);
    return 0;
}

// ---- libomptarget's other functions ------------------------------------------------------------

static void register_library(struct target_library *library) {
    (void)library;
}

static int count_devices(void) {
    return 1;
}

static void *mapped_pointer(const void *pointer, int device) {
    (void)device;
    struct __offloadcc_standin *table = standin();
    pthread_mutex_lock(&table->mutex);
    void *there = on_device(table, pointer);
    pthread_mutex_unlock(&table->mutex);
    return there;
}

static int is_present(const void *pointer, int device) {
    return mapped_pointer(pointer, device) != NULL;
}

static void *allocate_on_device(size_t bytes, int device) {
    (void)device;
    void *memory;
    if (posix_memalign(&memory, ALIGNMENT, bytes ? bytes : 1))
        return NULL;
    __offloadcc_poison(memory, bytes);
    return memory;
}

static void free_on_device(void *pointer, int device) {
    (void)device;
    free(pointer);
}

static int copy_bytes(void *to, const void *from, size_t length, size_t to_offset,
                      size_t from_offset, int to_device, int from_device) {
    (void)to_device, (void)from_device;
    memmove((char *)to + to_offset, (const char *)from + from_offset, length);
    return 0;
}

static void *set_bytes(void *pointer, int byte, size_t length, int device) {
    (void)device;
    return memset(pointer, byte, length);
}

static const char *describe_device(int device) {
    (void)device;
    return "the CPU, with memory of its own, as OFFLOADCC_CHECK=1 asks for";
}

void __offloadcc_standin_become_target(void) {
    __offloadcc_target = (struct __offloadcc_libomptarget){
        .__tgt_register_lib = register_library,
        .__tgt_unregister_lib = register_library,
        .__tgt_target_kernel = launch_kernel,
        .__tgt_target_data_begin_mapper = begin_data,
        .__tgt_target_data_end_mapper = end_data,
        .__tgt_target_data_update_mapper = update_data,
        .omp_get_num_devices = count_devices,
        .omp_target_is_present = is_present,
        .omp_get_mapped_ptr = mapped_pointer,
        .omp_target_alloc = allocate_on_device,
        .omp_target_free = free_on_device,
        .omp_target_memcpy = copy_bytes,
        .omp_target_memset = set_bytes,
        .omp_get_uid_from_device = describe_device,
    };
}

// ---- When it is used ---------------------------------------------------------------------------

bool __offloadcc_standin_is_used(void) {
    const struct __offloadcc_standin *table =
        __atomic_load_n(&__offloadcc_process()->standin, __ATOMIC_ACQUIRE);
    return table && __atomic_load_n(&table->is_used, __ATOMIC_ACQUIRE);
}

bool __offloadcc_standin_is_wanted(void) {
    const char *policy = getenv("OMP_TARGET_OFFLOAD");
    return __offloadcc_checks_are_asked_for() && !(policy && strcasecmp(policy, "mandatory") == 0);
}

void __offloadcc_standin_use(void) {
    __atomic_store_n(&standin()->is_used, 1, __ATOMIC_RELEASE);
}

static void keep_variable(struct __offloadcc_standin *table, const struct __offloadcc_unit *unit,
                          const struct __offloadcc_entry *entry) {
    uintptr_t start = (uintptr_t)entry->__offloadcc_address;
    size_t bytes = entry->__offloadcc_size;
    struct standin_copy *copy = bytes ? find(table, start, bytes) : NULL;
    if (copy)
        copy->references++;
    if (copy || !bytes)
        return;
    copy = add(table, start, bytes);
    copy->is_variable = entry->__offloadcc_address != unit->__offloadcc_marker;
    memcpy(copy->there, entry->__offloadcc_address, bytes);
}

void __offloadcc_standin_keep_variables(const struct __offloadcc_unit *unit) {
    const struct __offloadcc_descriptor *code = unit->__offloadcc_descriptor;
    struct __offloadcc_standin *table = standin();
    pthread_mutex_lock(&table->mutex);
    for (const struct __offloadcc_entry *entry = code->__offloadcc_entries;
         entry != code->__offloadcc_entries_end; entry++)
        keep_variable(table, unit, entry);
    pthread_mutex_unlock(&table->mutex);
}

void __offloadcc_standin_drop_variables(const struct __offloadcc_unit *unit) {
    const struct __offloadcc_descriptor *code = unit->__offloadcc_descriptor;
    struct __offloadcc_standin *table = standin();
    pthread_mutex_lock(&table->mutex);
    for (const struct __offloadcc_entry *entry = code->__offloadcc_entries;
         entry != code->__offloadcc_entries_end; entry++)
        if (entry->__offloadcc_size)
            unmap(table, (void *)entry->__offloadcc_address, entry->__offloadcc_size, 0);
    pthread_mutex_unlock(&table->mutex);
}
