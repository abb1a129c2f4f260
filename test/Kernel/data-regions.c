// Data regions: a random sequence of mappings, releases, launches and updates of parts of an array does
// to the host's copy and the device's what a model says; mappings nest, and count references.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { N = 64, MAX_ITEMS = 12, ROUNDS = 4000 };

static unsigned values[N];

// The model: both copies, for each element its mapping or -1, and the mappings and items that are
// open. Without a device there is one copy.
static unsigned host[N], device[N];
static int owner[N], has_device;

struct mapping {
    int first, count, references;
};
static struct mapping mappings[N];

struct item {
    int first, count, mapping;
};
static struct item items[MAX_ITEMS];
static int item_count;

offload_kernel void change(int n, unsigned x[n], unsigned a) {
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i] = x[i] * 3 + a;
}

offload_kernel void look(int n, const unsigned x[n], offload_out unsigned out[n]) {
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        out[i] = x[i];
}

static unsigned next_random(unsigned n) {
    static unsigned long state = 88172645463325252u;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (unsigned)(state >> 33) % n;
}

// The mapping that holds the elements; -1: nothing is mapped there; -2: only a part is.
static int mapping_of(int first, int count) {
    for (int i = first; i < first + count; i++)
        if (owner[i] != owner[first])
            return -2;
    return owner[first];
}

static unsigned *model(int mapping) {
    return has_device && mapping >= 0 ? device : host;
}

static int new_mapping(int first, int count) {
    int mapping = first; // as no other has this first element
    mappings[mapping] = (struct mapping){first, count, 0};
    for (int i = first; i < first + count; i++)
        owner[i] = mapping;
    return mapping;
}

static void enter(int first, int count) {
    int mapping = mapping_of(first, count);
    if (mapping == -2 || item_count == MAX_ITEMS)
        return;
    if (mapping >= 0) {
        offload_enter_data(offload_tofrom(&values[first], count));
    } else if (next_random(3)) {
        offload_enter_data(offload_to(&values[first], count));
        memcpy(device + first, host + first, (size_t)count * sizeof *host);
    } else { // room, whose value comes by an update
        offload_enter_data(offload_alloc(&values[first], count));
        offload_update_to(&values[first], count);
        memcpy(device + first, host + first, (size_t)count * sizeof *host);
    }
    if (mapping < 0)
        mapping = new_mapping(first, count);
    mappings[mapping].references++;
    items[item_count++] = (struct item){first, count, mapping};
}

static void leave(int which) {
    struct item item = items[which];
    struct mapping *mapping = &mappings[item.mapping];
    int is_whole = item.count == mapping->count, is_last = --mapping->references == 0;
    if (is_whole && next_random(2)) {
        offload_exit_data(offload_from(&values[item.first], item.count));
        if (is_last && has_device)
            memcpy(host + item.first, device + item.first, (size_t)item.count * sizeof *host);
    } else {
        offload_exit_data(offload_to(&values[item.first], item.count));
    }
    if (is_last)
        for (int i = mapping->first; i < mapping->first + mapping->count; i++)
            owner[i] = -1;
    items[which] = items[--item_count];
}

static void launch(int first, int count) {
    unsigned out[N], *expected, a = next_random(100);
    int mapping = mapping_of(first, count);
    if (mapping == -2)
        return;
    expected = model(mapping);
    offload(change, .threads = {count})(count, &values[first], a);
    for (int i = first; i < first + count; i++)
        expected[i] = expected[i] * 3 + a;
    offload(look, .threads = {count})(count, &values[first], out);
    for (int i = 0; i < count; i++)
        EQUAL(out[i], expected[first + i]);
}

static void update(int first, int count) {
    int mapping = mapping_of(first, count);
    if (mapping < 0)
        return;
    if (next_random(2)) {
        offload_update_to(values + first, count);
        if (has_device)
            memcpy(device + first, host + first, (size_t)count * sizeof *host);
    } else {
        offload_update_from(values + first, count);
        if (has_device)
            memcpy(host + first, device + first, (size_t)count * sizeof *host);
    }
}

static void step(void) {
    int first = (int)next_random(N), count = 1 + (int)next_random((unsigned)(N - first));
    switch (next_random(6)) {
    case 0:
        enter(first, next_random(2) ? count : 1 + count / 4);
        break;
    case 1:
        if (item_count)
            leave((int)next_random((unsigned)item_count));
        break;
    case 2:
        update(first, 1 + count / 8);
        break;
    case 3:
        values[first] += 7;
        host[first] += 7;
        break;
    default:
        launch(first, 1 + count / 8);
    }
}

int main(void) {
    unsigned probe[1] = {0};
    // A region's `to` tells the two copies apart.
    offload_data(offload_to(probe, 1))
        offload(change, .threads = {1})(1, probe, 5);
    has_device = probe[0] == 0;
    for (int i = 0; i < N; i++) {
        values[i] = host[i] = (unsigned)i;
        owner[i] = -1;
    }
    for (int i = 0; i < ROUNDS; i++) {
        step();
        CHECK(memcmp(values, host, sizeof host) == 0, "round %d", i);
    }
    while (item_count)
        leave(item_count - 1);
    CHECK(memcmp(values, host, sizeof host) == 0, "in the end");
    return finish();
}
