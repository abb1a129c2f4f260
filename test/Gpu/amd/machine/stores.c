#include "stores.h"

#include "access.h"
#include "machine-state.h"

#include <stdlib.h>
#include <string.h>

// What one lane stores.
struct late_store {
    uint8_t *to;
    uint8_t size;
    bool is_last; // of its instruction
    uint8_t bytes[16];
};

void stores_put(struct wave *w, enum counter counter, unsigned lane, const struct operand *data,
                unsigned detail, uint8_t *to) {
    struct late_stores *late = &w->late[counter];
    if (!w->group->machine->seed) {
        access_store(w, lane, data, detail, to);
        return;
    }
    if (late->count == late->room) {
        late->room = 2 * late->room + MAX_LANES;
        late->items = realloc(late->items, late->room * sizeof *late->items);
        if (!late->items)
            abort();
    }
    struct late_store *store = &late->items[late->count++];
    *store = (struct late_store){.to = to, .size = (uint8_t)(detail & ACCESS_BYTES)};
    access_store(w, lane, data, detail, store->bytes);
}

bool stores_end_instruction(struct wave *w, enum counter counter) {
    struct late_stores *late = &w->late[counter];
    if (late->first == late->count || late->items[late->count - 1].is_last)
        return false;
    return late->items[late->count - 1].is_last = true;
}

// Others may read a number of 4 or 8 bytes at the same time: it comes in one piece.
static void do_store(const struct late_store *store) {
    uint64_t value;
    uint32_t low;
    memcpy(&value, store->bytes, sizeof value);
    low = (uint32_t)value;
    if (store->size == 4 && (uintptr_t)store->to % 4 == 0)
        __atomic_store_n((uint32_t *)store->to, low, __ATOMIC_RELAXED);
    else if (store->size == 8 && (uintptr_t)store->to % 8 == 0)
        __atomic_store_n((uint64_t *)store->to, value, __ATOMIC_RELAXED);
    else
        memcpy(store->to, store->bytes, store->size);
}

void stores_do_oldest(struct wave *w, enum counter counter) {
    struct late_stores *late = &w->late[counter];
    bool is_last = late->first == late->count;
    while (!is_last) {
        const struct late_store *store = &late->items[late->first++];
        do_store(store);
        is_last = store->is_last;
    }
    if (late->first == late->count)
        late->first = late->count = 0;
}

void stores_do_all(struct wave *w, enum counter counter) {
    struct late_stores *late = &w->late[counter];
    while (late->first < late->count)
        do_store(&late->items[late->first++]);
    late->first = late->count = 0;
}
