// Runs a kernel: work-groups, their waves, and what these begin with (LLVM's AMDGPUUsage, "Kernel
// Descriptor" and "Initial Kernel Execution State").
#include "counts.h"
#include "machine-state.h"
#include "stores.h"
#include "waits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Several groups take turns, because a group may wait for what another one writes. More do where
// those that run only sleep: so many turns for each group, and none has ended.
enum { GROUPS_AT_ONCE = 4, TURN = 4000, SHORT_TURN = 50, SLEEPS = 50 };

struct descriptor {
    uint32_t shared_bytes, private_bytes, argument_bytes, reserved;
    int64_t entry; // from the descriptor's address
    uint8_t more_reserved[20];
    uint32_t rsrc3, rsrc1, rsrc2;
    uint16_t properties, preload;
    uint32_t last_reserved;
};
_Static_assert(sizeof(struct descriptor) == 64, "a kernel descriptor");

static unsigned bits(uint32_t value, unsigned first, unsigned count) {
    return value >> first & ((1u << count) - 1);
}

static void *own(void *memory) {
    if (!memory)
        abort();
    return memory;
}

// What all waves of a dispatch have in common.
struct shape {
    const struct dispatch *dispatch;
    struct descriptor descriptor;
    unsigned lanes, vectors, accumulators, scalars;
    uint32_t scratch_size; // of a lane
    uint32_t groups[3];
    uint64_t group_count;
};

// ---- Registers at the start --------------------------------------------------------------------

static void count_registers(const struct machine *machine, struct shape *shape) {
    const struct descriptor *kd = &shape->descriptor;
    unsigned granule =
        machine->is_gfx90a || (machine->generation >= 10 && shape->lanes == 32) ? 8 : 4;
    shape->vectors = (bits(kd->rsrc1, 0, 6) + 1) * granule;
    shape->accumulators = 0;
    if (machine->is_gfx90a) {
        unsigned offset = (bits(kd->rsrc3, 0, 6) + 1) * 4;
        shape->accumulators = shape->vectors > offset ? shape->vectors - offset : 0;
        shape->vectors = shape->vectors > offset ? offset : shape->vectors;
    }
    if (shape->vectors > 256)
        shape->vectors = 256;
    if (shape->accumulators > 256)
        shape->accumulators = 256;
    shape->scalars = machine->generation >= 10 ? 106 : (bits(kd->rsrc1, 6, 4) / 2 + 1) * 16;
}

static bool has_flat_scratch(const struct machine *machine) {
    return machine->is_gfx940 || machine->generation >= 11;
}

static void put(struct wave *w, unsigned *next, uint64_t value, unsigned count) {
    w->scalars[(*next)++] = (uint32_t)value;
    if (count == 2)
        w->scalars[(*next)++] = (uint32_t)(value >> 32);
}

// Each wave's private memory has an address of its own, which nothing is at. Before gfx11 a kernel
// computes it from the first one's, and an offset that it is given.
enum { SCRATCH_ADDRESS = 0x40000000 };

static uint32_t scratch_offset(const struct wave *w, const struct shape *shape) {
    return (1 + w->number) * shape->scratch_size * w->lanes;
}

static unsigned put_user_registers(struct wave *w, const struct shape *shape) {
    const struct descriptor *kd = &shape->descriptor;
    const struct dispatch *dispatch = shape->dispatch;
    unsigned next = 0, user = bits(kd->rsrc2, 1, 5);
    if (kd->properties & 1) {
        put(w, &next, SCRATCH_ADDRESS, 2);
        put(w, &next, 0, 2); // sizes and a format, which stay as they are
    }
    if (kd->properties & 2)
        put(w, &next, dispatch->packet, 2);
    if (kd->properties & 4)
        put(w, &next, 0, 2); // the queue, which kernels of ours do not use
    if (kd->properties & 8)
        put(w, &next, dispatch->arguments, 2);
    if (kd->properties & 16)
        put(w, &next, 0, 2);
    if (kd->properties & 32)
        put(w, &next, SCRATCH_ADDRESS, 2);
    if (kd->properties & 64)
        put(w, &next, dispatch->private_bytes, 1);
    unsigned preloaded = kd->preload & 0x7F, first = kd->preload >> 7;
    for (unsigned i = 0; i < preloaded; i++) {
        uint32_t value;
        memcpy(&value, global_at(w, -1, dispatch->arguments + 4 * (first + i), 4), 4);
        put(w, &next, value, 1);
    }
    if (next > user)
        wave_fault(w, "the kernel's descriptor counts %u user registers, and asks for %u", user,
                   next);
    return user;
}

static void put_scalars(struct wave *w, const struct shape *shape) {
    const struct descriptor *kd = &shape->descriptor;
    const uint32_t *id = w->group->id;
    for (unsigned i = 0; i < S_COUNT; i++)
        w->scalars[i] = 0xBAD00000u + i;
    unsigned next = put_user_registers(w, shape);
    if (wave_generation(w) >= 12) {
        w->scalars[S_TTMP + 9] = id[0];
        w->scalars[S_TTMP + 7] = (id[1] & 0xFFFF) | id[2] << 16;
    } else {
        for (unsigned d = 0; d < 3; d++)
            if (bits(kd->rsrc2, 7 + d, 1))
                put(w, &next, id[d], 1);
        if (bits(kd->rsrc2, 10, 1))
            put(w, &next, w->number, 1);
    }
    w->scratch_base = SCRATCH_ADDRESS + scratch_offset(w, shape);
    if (bits(kd->rsrc2, 0, 1) && !has_flat_scratch(w->group->machine))
        put(w, &next, scratch_offset(w, shape), 1);
    write_pair(&w->scalars[S_EXEC], w->present);
}

// The group's size in each dimension: the last one of a grid may be smaller.
static void group_size(const struct work_group *group, unsigned size[3]) {
    for (unsigned d = 0; d < 3; d++) {
        unsigned left = group->dispatch->grid[d] - group->id[d] * group->dispatch->group[d];
        size[d] = left < group->dispatch->group[d] ? left : group->dispatch->group[d];
    }
}

static void put_vectors(struct wave *w, const struct shape *shape) {
    const struct machine *machine = w->group->machine;
    unsigned size[3], dimensions = bits(shape->descriptor.rsrc2, 11, 2);
    bool packed = machine->is_gfx90a || machine->generation >= 11;
    group_size(w->group, size);
    for (unsigned v = 0; v < V_COUNT; v++) {
        bool exists =
            v < V_ACCUMULATORS ? v < shape->vectors : v - V_ACCUMULATORS < shape->accumulators;
        for (unsigned l = 0; exists && l < MAX_LANES; l++)
            w->vectors[v][l] = 0xDEAD0000u + v;
    }
    for (unsigned l = 0; l < w->lanes; l++) {
        unsigned thread = w->number * w->lanes + l;
        unsigned id[3] = {thread % size[0], thread / size[0] % size[1], thread / size[0] / size[1]};
        if (packed)
            w->vectors[0][l] =
                id[0] | (dimensions > 0 ? id[1] << 10 : 0) | (dimensions > 1 ? id[2] << 20 : 0);
        else
            for (unsigned d = 0; d <= dimensions; d++)
                w->vectors[d][l] = id[d];
    }
}

static void start_wave(struct wave *w, const struct shape *shape, unsigned threads) {
    unsigned first = w->number * w->lanes,
             count = threads - first < w->lanes ? threads - first : w->lanes;
    w->present = count == 64 ? UINT64_MAX : (1ull << count) - 1;
    w->scc = w->is_done = w->is_at_barrier = false;
    w->barriers = 0;
    w->now = NULL;
    w->mode = bits(shape->descriptor.rsrc1, 12, 8);
    if (wave_generation(w) < 12)
        w->mode |= bits(shape->descriptor.rsrc1, 21, 1) << 8 | bits(shape->descriptor.rsrc1, 23, 1)
                                                                   << 9;
    memset(w->pending_vectors, 0, sizeof w->pending_vectors);
    memset(w->pending_scalars, 0, sizeof w->pending_scalars);
    memset(w->counters, 0, sizeof w->counters);
    w->late[C_STORE].first = w->late[C_STORE].count = 0;
    w->late[C_DS].first = w->late[C_DS].count = 0;
    memset(w->scratch, 0xA5, (size_t)w->scratch_size * w->lanes);
    w->pc = shape->dispatch->descriptor + (uint64_t)shape->descriptor.entry;
    if (shape->descriptor.preload)
        w->pc += 256; // what comes before is for firmware that does not preload
    put_scalars(w, shape);
    put_vectors(w, shape);
}

static void start_group(struct work_group *group, const struct shape *shape, uint64_t number) {
    unsigned size[3];
    group->id[0] = (uint32_t)(number % shape->groups[0]);
    group->id[1] = (uint32_t)(number / shape->groups[0] % shape->groups[1]);
    group->id[2] = (uint32_t)(number / shape->groups[0] / shape->groups[1]);
    group_size(group, size);
    unsigned threads = size[0] * size[1] * size[2];
    group->live = group->wave_count = (threads + shape->lanes - 1) / shape->lanes;
    group->arrived = group->passed = group->sleeps = 0;
    group->has_one_order = group->machine->generation < 10 || !bits(shape->descriptor.rsrc1, 29, 1);
    for (uint32_t i = 0; i < group->lds_size; i++)
        group->lds[i] = (uint8_t)(0xD5 + 7 * i);
    for (unsigned i = 0; i < group->wave_count; i++)
        start_wave(&group->waves[i], shape, threads);
}

// ---- Memory of groups --------------------------------------------------------------------------

static void make_wave(struct wave *w, struct work_group *group, unsigned number,
                      const struct shape *shape) {
    size_t rows = V_ACCUMULATORS + shape->accumulators;
    w->group = group;
    w->number = number;
    w->lanes = shape->lanes;
    w->vectors = own(aligned_alloc(64, rows * sizeof *w->vectors));
    w->vector_count = shape->vectors;
    w->accumulator_count = shape->accumulators;
    w->scalar_count = shape->scalars;
    w->scratch_size = shape->scratch_size;
    w->scratch = own(malloc((size_t)shape->scratch_size * shape->lanes + 1));
}

static void make_group(struct work_group *group, struct machine *machine,
                       const struct shape *shape) {
    const uint16_t *size = shape->dispatch->group;
    unsigned threads = (unsigned)size[0] * size[1] * size[2];
    group->machine = machine;
    group->dispatch = shape->dispatch;
    group->wave_count = (threads + shape->lanes - 1) / shape->lanes;
    group->waves = own(calloc(group->wave_count, sizeof *group->waves));
    // The hardware has shared memory in words, and gives a group many of them at once. An atomic
    // operation on 2 bytes may be one on the whole word.
    group->lds_size = (shape->dispatch->shared_bytes + 3) & ~(uint32_t)3;
    group->lds = own(aligned_alloc(64, ((size_t)group->lds_size + 64) & ~(size_t)63));
    for (unsigned i = 0; i < group->wave_count; i++)
        make_wave(&group->waves[i], group, i, shape);
}

static void free_group(struct work_group *group, const struct shape *shape) {
    const uint16_t *size = shape->dispatch->group;
    unsigned threads = (unsigned)size[0] * size[1] * size[2];
    for (unsigned i = 0; i < (threads + shape->lanes - 1) / shape->lanes; i++) {
        free(group->waves[i].vectors);
        free(group->waves[i].scratch);
        free(group->waves[i].late[C_STORE].items);
        free(group->waves[i].late[C_DS].items);
    }
    free(group->waves);
    free(group->lds);
}

// ---- Running -----------------------------------------------------------------------------------

static void check_registers(const struct wave *w, const struct instruction *in) {
    if (!in->operation)
        wave_fault(w, "this machine does not know the instruction");
    if (in->vectors > w->vector_count || in->accumulators > w->accumulator_count)
        wave_fault(w, "the kernel's descriptor gives it %u vector registers and %u accumulators",
                   w->vector_count, w->accumulator_count);
    if (in->scalars > w->scalar_count)
        wave_fault(w, "the kernel's descriptor gives it %u scalar registers", w->scalar_count);
}

static enum outcome step(struct wave *w) {
    const struct instruction *in = w->now = machine_instruction(w);
    check_registers(w, in);
    waits_check(w, in);
    if (w->group->machine->counts) {
        struct tally *tally = &((struct instruction *)in)->tally;
        tally->waves++;
        tally->lanes += (unsigned)__builtin_popcountll(wave_exec(w));
    }
    enum outcome outcome = in->operation->run(w, in);
    if (outcome != JUMPED)
        w->pc += in->size;
    return outcome;
}

static void do_stores(struct wave *w) {
    stores_do_all(w, C_STORE);
    stores_do_all(w, C_DS);
}

static void end_wave(struct wave *w) {
    struct work_group *group = w->group;
    do_stores(w);
    w->is_done = true;
    group->live--;
    if (group->live && group->arrived == group->live) {
        group->arrived = 0;
        group->passed++;
    }
}

// Runs a wave for a while. Returns false if it failed.
static bool run_wave(struct wave *w, unsigned steps) {
    while (steps--)
        switch (step(w)) {
        case GO_ON:
        case JUMPED:
            break;
        case YIELD:
            w->group->sleeps++;
            return true;
        case WAITS:
            if (w->group->passed >= w->barriers)
                break;
            w->is_at_barrier = true;
            return true;
        case ENDED:
            end_wave(w);
            return true;
        case FAILED:
            return false;
        }
    return true;
}

// Lets one wave of the group run that can, the first one from `from` on.
static bool run_group(struct work_group *group, unsigned from, unsigned steps) {
    for (unsigned i = 0; i < group->wave_count; i++) {
        struct wave *w = &group->waves[(from + i) % group->wave_count];
        if (w->is_at_barrier && group->passed >= w->barriers)
            w->is_at_barrier = false;
        if (w->is_done || w->is_at_barrier)
            continue;
        if (steps % 4 == 0) // some stores are early
            do_stores(w);
        return run_wave(w, steps);
    }
    fprintf(stderr, "amd: kernel '%s', block (%u,%u,%u): all waves wait at barriers\n",
            machine_kernel_name(group), group->id[0], group->id[1], group->id[2]);
    abort();
}

// Groups have places. Their waves have the places' addresses.
struct places {
    struct work_group **items;
    unsigned count;
};

static void add_places(struct places *places, unsigned count, struct machine *machine,
                       const struct shape *shape) {
    if (count > shape->group_count)
        count = (unsigned)shape->group_count;
    places->items = own(realloc(places->items, count * sizeof(struct work_group *)));
    for (; places->count < count; places->count++) {
        struct work_group *group = own(calloc(1, sizeof *group));
        make_group(group, machine, shape);
        group->live = 0;
        places->items[places->count] = group;
    }
}

static bool only_sleep(const struct places *places) {
    for (unsigned i = 0; i < places->count; i++)
        if (!places->items[i]->live || places->items[i]->sleeps < SLEEPS)
            return false;
    return true;
}

static bool run_groups(struct machine *machine, const struct shape *shape, struct places *places) {
    uint64_t next = 0, turn = 0,
             first = machine->seed ? machine_random(machine) % shape->group_count : 0;
    unsigned running = 0;
    while (running || next < shape->group_count) {
        if (next < shape->group_count && only_sleep(places))
            add_places(places, 2 * places->count, machine, shape);
        unsigned room = places->count;
        for (unsigned i = 0; i < room; i++)
            if (!places->items[i]->live && next < shape->group_count) {
                start_group(places->items[i], shape, (first + next++) % shape->group_count);
                running++;
            }
        uint64_t random = machine->seed ? machine_random(machine) : turn++;
        struct work_group *group = places->items[random % room];
        if (!group->live)
            continue;
        unsigned steps = machine->seed ? 1 + (unsigned)(random >> 20) % SHORT_TURN : TURN;
        if (!run_group(group, (unsigned)(random / room) % group->wave_count, steps))
            return false;
        if (!group->live)
            running--;
    }
    return true;
}

bool machine_run(struct machine *machine, const struct dispatch *dispatch) {
    struct shape shape = {.dispatch = dispatch};
    struct places places = {0};
    memcpy(&shape.descriptor, (const void *)dispatch->descriptor, sizeof shape.descriptor);
    shape.lanes = machine->generation >= 10 && shape.descriptor.properties & 1u << 10 ? 32 : 64;
    shape.scratch_size = (dispatch->private_bytes + 15) & ~15u;
    count_registers(machine, &shape);
    shape.group_count = 1;
    for (unsigned d = 0; d < 3; d++) {
        shape.groups[d] = (dispatch->grid[d] + dispatch->group[d] - 1) / dispatch->group[d];
        shape.group_count *= shape.groups[d];
    }
    machine->last_span = (struct memory_span){0};
    add_places(&places, GROUPS_AT_ONCE, machine, &shape);
    bool done = run_groups(machine, &shape, &places);
    if (machine->counts)
        counts_finish(machine, dispatch, machine_kernel_name(places.items[0]), shape.lanes,
                      shape.group_count);
    for (unsigned i = 0; i < places.count; i++) {
        free_group(places.items[i], &shape);
        free(places.items[i]);
    }
    free(places.items);
    return done;
}
