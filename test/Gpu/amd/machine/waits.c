#include "waits.h"

#include "stores.h"

#include <stdio.h>
#include <string.h>

// in->waits: a byte for each counter, the number that may be left + 1; 0: no wait.
static void note_wait(struct instruction *in, enum counter counter, unsigned left) {
    in->waits |= (left + 1 > 255 ? 255 : left + 1) << 8 * counter;
}

bool waits_read(const char *text, struct instruction *in) {
    static const struct {
        const char *name;
        enum counter counter;
    } names[] = {{"vmcnt(", C_LOAD}, {"lgkmcnt(", C_DS}, {"expcnt(", C_COUNT}};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *at = strstr(text, names[i].name);
        unsigned left;
        if (!at || sscanf(at + strlen(names[i].name), "%u", &left) != 1)
            continue;
        found = true;
        if (names[i].counter != C_COUNT)
            note_wait(in, names[i].counter, left);
    }
    return found;
}

// Of the counters that this architecture has.
static enum counter counter_of(const struct wave *w, enum counter counter) {
    if (counter == C_KM && wave_generation(w) < 12)
        return C_DS;
    if (counter == C_STORE && wave_generation(w) < 10)
        return C_LOAD;
    return counter;
}

static void add_pending(struct wave *w, const struct outstanding *what, int change) {
    uint8_t *pending = what->file == 1 ? w->pending_vectors : w->pending_scalars;
    for (unsigned i = 0; what->file && i < what->count; i++)
        pending[what->first + i] = (uint8_t)(pending[what->first + i] + change);
}

static void come_back(struct wave *w, enum counter counter) {
    struct counting *counting = &w->counters[counter];
    const struct outstanding *what = &counting->queue[counting->first];
    add_pending(w, what, -1);
    if (what->is_late_store)
        stores_do_oldest(w, counter == C_DS ? C_DS : C_STORE);
    counting->first = (counting->first + 1) % MAX_OUTSTANDING;
    counting->count--;
}

static bool is_pending(const struct wave *w, const struct operand *operand) {
    const uint8_t *pending = operand->kind == VECTOR ? w->pending_vectors : w->pending_scalars;
    if (operand->kind != VECTOR && operand->kind != SCALAR)
        return false;
    for (unsigned i = 0; i < operand->registers; i++)
        if (pending[operand->index + i])
            return true;
    return false;
}

// Whether everything that will still write an operand is of one counter, and comes back in order.
static bool comes_before(const struct wave *w, const struct counting *counting,
                         const struct operand *operand) {
    unsigned file = operand->kind == VECTOR ? 1 : 2, last = operand->index + operand->registers;
    for (unsigned c = 0; c < C_COUNT; c++)
        for (unsigned i = 0; i < w->counters[c].count; i++) {
            const struct outstanding *what =
                &w->counters[c].queue[(w->counters[c].first + i) % MAX_OUTSTANDING];
            if (what->file == file && what->first < last &&
                operand->index < what->first + what->count &&
                (&w->counters[c] != counting || !what->in_order))
                return false;
        }
    return true;
}

static void check_result(const struct wave *w, enum counter counter, bool in_order,
                         const struct operand *operand) {
    const struct counting *counting = &w->counters[counter_of(w, counter)];
    if (operand && is_pending(w, operand) && !(in_order && comes_before(w, counting, operand)))
        wave_fault(w,
                   "a load writes what an earlier one has not written yet: s_waitcnt is missing");
}

static void add(struct wave *w, enum counter counter, bool in_order,
                const struct operand *operand) {
    struct counting *counting = &w->counters[counter = counter_of(w, counter)];
    if (counting->count == MAX_OUTSTANDING)
        come_back(w, counter);
    struct outstanding *what =
        &counting->queue[(counting->first + counting->count++) % MAX_OUTSTANDING];
    *what = (struct outstanding){.in_order = in_order};
    if (operand && operand->kind != NO_OPERAND) {
        what->file = operand->kind == VECTOR ? 1 : 2;
        what->first = operand->index;
        what->count = operand->registers;
    }
    add_pending(w, what, 1);
}

void waits_add(struct wave *w, enum counter counter, bool in_order, const struct operand *operand) {
    check_result(w, counter, in_order, operand);
    add(w, counter, in_order, operand);
}

void waits_add_store(struct wave *w, enum counter counter, bool is_late) {
    add(w, counter, true, NULL);
    struct counting *counting = &w->counters[counter_of(w, counter)];
    counting->queue[(counting->first + counting->count - 1) % MAX_OUTSTANDING].is_late_store =
        is_late;
}

void waits_add_flat(struct wave *w, enum counter counter, const struct operand *operand) {
    // Before gfx10 flat loads and others overtake each other.
    bool in_order = wave_generation(w) >= 10;
    check_result(w, counter, in_order, operand);
    add(w, counter, in_order, operand);
    add(w, C_DS, in_order, operand);
}

// Flat loads that have not come from LDS come from memory, in order with others.
static void order_flat_loads(struct wave *w) {
    struct counting *loads = &w->counters[C_LOAD];
    for (unsigned i = 0; i < loads->count; i++)
        loads->queue[(loads->first + i) % MAX_OUTSTANDING].in_order = true;
}

void waits_wait(struct wave *w, enum counter counter, unsigned left) {
    struct counting *counting = &w->counters[counter = counter_of(w, counter)];
    bool in_order = true;
    for (unsigned i = 0; i < counting->count; i++)
        in_order &= counting->queue[(counting->first + i) % MAX_OUTSTANDING].in_order;
    while (counting->count > left && (in_order || !left))
        come_back(w, counter);
    if (counter == C_DS && !counting->count)
        order_flat_loads(w);
}

void waits_check(const struct wave *w, const struct instruction *in) {
    unsigned first = in->operation->detail & COMES_BACK ? in->written_count : 0;
    for (unsigned i = first; i < in->operand_count; i++)
        if (is_pending(w, &in->operands[i]))
            wave_fault(
                w, "operand %u is used before a load into it has come back: s_waitcnt is missing",
                i);
    if (in->second)
        waits_check(w, in->second);
}
