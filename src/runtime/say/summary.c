#include "runtime/say/summary.h"

#include "runtime/say/stop.h"

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
    long stayed; // bytes that were not copied
} table = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static void print_summary(void) {
    pthread_mutex_lock(&table.mutex);
    fprintf(stderr, "offloadcc: what was copied\n%16s %8s %16s %8s\n", "to device", "copies",
            "from device", "copies");
    for (size_t i = 0; i < table.count; i++) {
        const struct row *row = &table.rows[i];
        fprintf(stderr, "%16zu %8zu %16zu %8zu  %s:%u: %s: %s\n", row->to.bytes, row->to.copies,
                row->from.bytes, row->from.copies, row->key.file, row->key.line, row->key.what,
                row->key.name);
    }
    if (table.stayed > 0)
        fprintf(stderr, "%16ld bytes were not copied: arrays stayed on the device\n", table.stayed);
    pthread_mutex_unlock(&table.mutex);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_on, is_known;

static void start_summary(void) {
    const char *value = getenv("OFFLOADCC_REPORT");
    is_on = value && strcmp(value, "summary") == 0;
    if (is_on)
        atexit(print_summary);
    else if (value && *value)
        fprintf(stderr,
                "offloadcc: warning: unknown value '%s' of OFFLOADCC_REPORT; expected 'summary'\n",
                value);
    __atomic_store_n(&is_known, true, __ATOMIC_RELEASE);
}

bool __offloadcc_summary_is_on(void) {
    if (!__atomic_load_n(&is_known, __ATOMIC_ACQUIRE))
        pthread_once(&once, start_summary);
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

void __offloadcc_summary_add_stayed(long bytes) {
    pthread_mutex_lock(&table.mutex);
    table.stayed += bytes;
    pthread_mutex_unlock(&table.mutex);
}
