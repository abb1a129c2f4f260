#include "runtime/say/summary.h"

#include "runtime/launch/privates.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct direction {
    size_t bytes, copies;
};

struct row {
    struct copy_event key;
    struct direction to, from;
};

static struct {
    pthread_mutex_t mutex;
    struct row *rows;
    size_t count, capacity;
} table = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void print(void) {
    pthread_mutex_lock(&table.mutex);
    fprintf(stderr, "offloadcc: what was copied\n%16s %8s %16s %8s\n", "to device", "copies",
            "from device", "copies");
    for (size_t i = 0; i < table.count; i++) {
        const struct row *row = &table.rows[i];
        fprintf(stderr, "%16zu %8zu %16zu %8zu  %s:%u: %s: %s\n", row->to.bytes, row->to.copies,
                row->from.bytes, row->from.copies, row->key.file, row->key.line, row->key.what,
                row->key.name);
    }
    pthread_mutex_unlock(&table.mutex);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_on, is_known;

static void start(void) {
    const char *value = getenv("OFFLOADCC_REPORT");
    is_on = value && strcmp(value, "summary") == 0;
    if (is_on)
        atexit(print);
    else if (value && *value)
        fprintf(stderr, "offloadcc: warning: OFFLOADCC_REPORT is '%s'; it can be 'summary'\n",
                value);
    __atomic_store_n(&is_known, true, __ATOMIC_RELEASE);
}

bool __offloadcc_summary_is_on(void) {
    if (!__atomic_load_n(&is_known, __ATOMIC_ACQUIRE))
        pthread_once(&once, start);
    return is_on;
}

static bool is_same(const struct copy_event *a, const struct copy_event *b) {
    return a->line == b->line && strcmp(a->what, b->what) == 0 && strcmp(a->name, b->name) == 0 &&
           strcmp(a->file, b->file) == 0;
}

static struct row *find_row(const struct copy_event *event) {
    for (size_t i = 0; i < table.count; i++)
        if (is_same(&table.rows[i].key, event))
            return &table.rows[i];
    if (table.count == table.capacity) {
        size_t capacity = 2 * table.capacity + 16;
        struct row *rows = __offloadcc_allocate(capacity, sizeof *rows);
        if (table.count)
            memcpy(rows, table.rows, table.count * sizeof *rows);
        free(table.rows);
        table.rows = rows;
        table.capacity = capacity;
    }
    table.rows[table.count] = (struct row){.key = *event};
    return &table.rows[table.count++];
}

void __offloadcc_summary_add(const struct copy_event *event) {
    pthread_mutex_lock(&table.mutex);
    struct row *row = find_row(event);
    struct direction *direction = event->to_device ? &row->to : &row->from;
    direction->bytes += event->bytes;
    direction->copies += !event->joined;
    pthread_mutex_unlock(&table.mutex);
}

// ---- Launches ----------------------------------------------------------------------------------

static void add(const struct __offloadcc_kernel *kernel, const struct map_entry *entry,
                bool to_device, bool joined, size_t bytes) {
    __offloadcc_summary_add(&(struct copy_event){
        .what = kernel->__offloadcc_name,
        .file = kernel->__offloadcc_file,
        .line = kernel->__offloadcc_line,
        .name = kernel->__offloadcc_parameters[entry->parameter].__offloadcc_name,
        .to_device = to_device,
        .joined = joined,
        .bytes = bytes,
    });
}

static bool holds(const struct map_entry *entry, const struct map_entry *other) {
    uintptr_t start = (uintptr_t)entry->start, inner = (uintptr_t)other->start;
    return !(entry->type & (MAP_LITERAL | MAP_PRIVATE)) && inner >= start &&
           inner - start < (uintptr_t)entry->size;
}

// All directions in which memory is mapped that holds an entry's; 0 if an entry before does, or one
// that is larger: that one has them.
static int64_t directions_of(const struct __offloadcc_entries *entries, uint32_t index) {
    const struct map_entry *entry = &entries->items[index];
    int64_t directions = 0;
    bool in_part = false;
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *other = &entries->items[i];
        if (i != index && other->size && holds(other, entry) &&
            (other->size > entry->size || (other->size == entry->size && i < index)))
            return 0;
        if (!other->size || !holds(entry, other))
            continue;
        in_part = in_part || other->size != entry->size;
        directions |= other->type & (MAP_TO | MAP_FROM);
    }
    return in_part && directions & MAP_FROM ? MAP_TO | MAP_FROM : directions; // as in aliases.c
}

void __offloadcc_summary_launch(const struct __offloadcc_entries *entries, int device) {
    bool packs = false; // small structs by value go in one copy
    for (uint32_t i = 0; i < entries->count; i++) {
        const struct map_entry *entry = &entries->items[i];
        if (entry->type & MAP_LITERAL || !entry->size || !entry->start)
            continue;
        if (entry->type & MAP_PRIVATE) {
            bool packed = __offloadcc_is_packed(entry, device);
            add(entries->kernel, entry, true, packed && packs, (size_t)entry->size);
            packs = packs || packed;
            continue;
        }
        if (entry->type & MAP_PTR_AND_OBJ &&
            !__offloadcc_target.omp_target_is_present(entry->base, device))
            add(entries->kernel, entry, true, false, sizeof(void *)); // the member's new value
        int64_t directions = directions_of(entries, i);
        if (__offloadcc_target.omp_target_is_present(entry->start, device))
            continue;
        if (directions & MAP_TO)
            add(entries->kernel, entry, true, false, (size_t)entry->size);
        if (directions & MAP_FROM)
            add(entries->kernel, entry, false, false, (size_t)entry->size);
    }
}
