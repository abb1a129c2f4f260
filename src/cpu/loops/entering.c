#include "cpu/loops/entering.h"

static LLVMBasicBlockRef head_block(const struct oc_threads *threads, size_t region) {
    return threads->body->nodes[threads->regions->items[region].head].block;
}

bool oc_entering_is_external(const struct oc_threads *threads, LLVMValueRef phi,
                             unsigned incoming) {
    const struct oc_regions *regions = threads->regions;
    long from = oc_body_node(threads->body, LLVMGetIncomingBlock(phi, incoming));
    long region = oc_regions_of(regions, phi);
    return from == OC_NO_NODE || regions->of_node[from] != region ||
           regions->items[region].branch == from;
}

static void plan_phi(struct oc_threads *threads, LLVMValueRef phi, struct oc_entering *out) {
    *out = (struct oc_entering){
        .phi = phi,
        .region = (size_t)oc_regions_of(threads->regions, phi),
        .uniform = oc_uniform_is(threads->uniform, phi),
        .keeps = true,
        .edges = OC_NEW_ARRAY(threads->ir->arena, LLVMCountIncoming(phi), struct oc_edge),
    };
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        if (!oc_entering_is_external(threads, phi, i)) {
            out->keeps = false;
            continue;
        }
        struct oc_edge *edge = &out->edges[out->edge_count++];
        edge->value = LLVMGetIncomingValue(phi, i);
        edge->block = LLVMGetIncomingBlock(phi, i);
        long node = oc_body_node(threads->body, edge->block);
        edge->from = (size_t)threads->regions->of_node[node];
        if (threads->body->nodes[node].next_count > 1)
            out->keeps = false;
        if (!out->uniform)
            oc_bits_set(threads->writing, edge->from);
    }
}

void oc_entering_plan(struct oc_threads *threads) {
    struct oc_arena *arena = threads->ir->arena;
    struct oc_values phis = {.arena = arena};
    for (size_t r = 0; r < threads->regions->count; r++)
        OC_EACH_INSTRUCTION (instruction, head_block(threads, r)) {
            if (LLVMIsAPHINode(instruction) && instruction != threads->strip_x)
                oc_values_add(&phis, instruction);
        }
    threads->entering = OC_NEW_ARRAY(arena, phis.count, struct oc_entering);
    threads->entering_count = phis.count;
    threads->writing = oc_bits_make(arena, threads->regions->count);
    for (size_t i = 0; i < phis.count; i++)
        plan_phi(threads, phis.items[i], &threads->entering[i]);
}

struct oc_entering *oc_entering_of(const struct oc_threads *threads, LLVMValueRef phi) {
    for (size_t i = 0; i < threads->entering_count; i++)
        if (threads->entering[i].phi == phi)
            return &threads->entering[i];
    return NULL;
}

bool oc_entering_costs_nothing(const struct oc_threads *threads, LLVMValueRef phi) {
    const struct oc_entering *entering = oc_entering_of(threads, phi);
    return entering && (entering->uniform || entering->keeps);
}

static bool writes_when_left(const struct oc_threads *threads, const struct oc_entering *entering,
                             LLVMValueRef value) {
    long region = oc_regions_of(threads->regions, value);
    long branch = threads->regions->items[region].branch;
    bool writes = false;
    for (size_t e = 0; e < entering->edge_count; e++) {
        const struct oc_edge *edge = &entering->edges[e];
        if (edge->from == (size_t)region)
            writes = edge->value == value && branch != OC_NO_NODE &&
                     edge->block == threads->body->nodes[branch].block;
    }
    return writes;
}

// Whether the regions that write something else for a phi come before a value's region, too: so
// nothing after them uses the value until its region runs again.
static bool others_come_before(const struct oc_threads *threads, const struct oc_entering *entering,
                               LLVMValueRef value) {
    size_t region = (size_t)oc_regions_of(threads->regions, value);
    for (size_t e = 0; e < entering->edge_count; e++) {
        const struct oc_edge *edge = &entering->edges[e];
        if (edge->value != value && edge->from != region &&
            !oc_regions_come_before(threads->regions, edge->from, region))
            return false;
    }
    return true;
}

// Whether a region writes a phi's place with a value of its own whenever it is left, and what the
// place holds stays that value as long as that is used.
static bool place_holds_value(const struct oc_threads *threads, const struct oc_entering *entering,
                              LLVMValueRef value) {
    return !entering->uniform && writes_when_left(threads, entering, value) &&
           others_come_before(threads, entering, value) &&
           (!entering->partner || others_come_before(threads, entering->partner, value));
}

const struct oc_entering *oc_entering_holder(const struct oc_threads *threads, LLVMValueRef value) {
    for (size_t i = 0; i < threads->entering_count; i++)
        if (place_holds_value(threads, &threads->entering[i], value))
            return &threads->entering[i];
    return NULL;
}

LLVMValueRef oc_entering_place(const struct oc_threads *threads, LLVMValueRef value) {
    const struct oc_entering *holder = oc_entering_holder(threads, value);
    return holder ? holder->place : NULL;
}

static bool comes_from(const struct oc_entering *entering, size_t region) {
    for (size_t e = 0; e < entering->edge_count; e++)
        if (entering->edges[e].from == region)
            return true;
    return false;
}

// Whether a phi after a loop can have its place in common with the loop's phi, which holds a value
// that comes out of the loop. Each is written by all regions before it, so neither finds the
// other's value, unless one region writes both; and the value stays as long as it is used.
static bool can_share(const struct oc_threads *threads, const struct oc_entering *after,
                      LLVMValueRef out, const struct oc_entering *loop) {
    if (loop == after || loop->partner || loop->keeps || !place_holds_value(threads, loop, out) ||
        !others_come_before(threads, after, out))
        return false;
    for (size_t e = 0; e < after->edge_count; e++)
        if (comes_from(loop, after->edges[e].from))
            return false;
    return true;
}

static struct oc_entering *find_partner(const struct oc_threads *threads,
                                        const struct oc_entering *after) {
    for (size_t e = 0; e < after->edge_count && !after->uniform && !after->keeps; e++) {
        LLVMValueRef out = after->edges[e].value;
        if (oc_regions_of(threads->regions, out) == OC_NO_NODE)
            continue;
        for (size_t i = 0; i < threads->entering_count; i++)
            if (can_share(threads, after, out, &threads->entering[i]))
                return &threads->entering[i];
    }
    return NULL;
}

// ---- From loop to loop -------------------------------------------------------------------------

static struct oc_entering *host_of(struct oc_entering *entering) {
    return entering->host ? entering->host : entering;
}

// Whether no way between regions writes different values to places of two hosts.
static bool write_alike(const struct oc_threads *threads, const struct oc_entering *one,
                        const struct oc_entering *other) {
    for (size_t i = 0; i < threads->entering_count; i++)
        for (size_t k = 0; k < threads->entering_count; k++) {
            struct oc_entering *left = &threads->entering[i], *right = &threads->entering[k];
            if (host_of(left) != one || host_of(right) != other)
                continue;
            for (size_t l = 0; l < left->edge_count; l++)
                for (size_t r = 0; r < right->edge_count; r++)
                    if (left->edges[l].block == right->edges[r].block &&
                        left->edges[l].value != right->edges[r].value)
                        return false;
        }
    return true;
}

// Whether a value that a place holds is used by its own region and the place's phis alone.
static bool is_used_by_phis(const struct oc_threads *threads, const struct oc_entering *host,
                            LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        struct oc_entering *phi = oc_entering_of(threads, user);
        if (!(phi && host_of(phi) == host) &&
            oc_regions_of(threads->regions, user) != oc_regions_of(threads->regions, value))
            return false;
    }
    return true;
}

// Whether a value stays in the place that it is in, also if phis of another host write there.
static bool stays(const struct oc_threads *threads, const struct oc_entering *host,
                  const struct oc_entering *other, LLVMValueRef value) {
    for (size_t i = 0; i < threads->entering_count; i++) {
        struct oc_entering *phi = &threads->entering[i];
        if ((host_of(phi) == host || host_of(phi) == other) &&
            !others_come_before(threads, phi, value))
            return false;
    }
    return is_used_by_phis(threads, host, value);
}

// Whether what a host's place holds is needed by its phis alone, which pass it on, and stays there
// if phis of another host have the same place.
static bool passes_on(const struct oc_threads *threads, const struct oc_entering *host,
                      const struct oc_entering *other) {
    for (size_t i = 0; i < threads->entering_count; i++) {
        struct oc_entering *phi = &threads->entering[i];
        if (host_of(phi) != host)
            continue;
        if (phi->uniform || phi->keeps)
            return false;
        for (size_t e = 0; e < phi->edge_count; e++)
            if (place_holds_value(threads, phi, phi->edges[e].value) &&
                !stays(threads, host, other, phi->edges[e].value))
                return false;
    }
    return true;
}

// Whether the places are long arrays. LLVM makes registers of short ones, and of each for itself.
static bool are_long(const struct oc_threads *threads) {
    enum { SHORT = 256 };
    return !threads->lanes && (!threads->strip || threads->strip > SHORT);
}

// Gives the phis of two hosts one place, if one of them is passed on to the other.
static void join(struct oc_threads *threads, struct oc_entering *from, struct oc_entering *to) {
    struct oc_entering *one = host_of(from), *other = host_of(to);
    if (one == other || LLVMTypeOf(one->phi) != LLVMTypeOf(other->phi) ||
        !write_alike(threads, one, other) || !passes_on(threads, one, other) ||
        !passes_on(threads, other, one))
        return;
    for (size_t i = 0; i < threads->entering_count; i++)
        if (host_of(&threads->entering[i]) == other)
            threads->entering[i].host = one;
    from->partner = from->partner ? from->partner : to;
    to->partner = to->partner ? to->partner : from;
}

void oc_entering_share(struct oc_threads *threads) {
    for (size_t i = 0; i < threads->entering_count; i++) {
        struct oc_entering *entering = &threads->entering[i];
        if (!entering->partner && (entering->partner = find_partner(threads, entering))) {
            entering->partner->partner = entering;
            entering->host = entering->partner;
        }
    }
    for (size_t i = 0; are_long(threads) && i < threads->entering_count; i++)
        for (size_t e = 0; e < threads->entering[i].edge_count; e++) {
            const struct oc_edge *edge = &threads->entering[i].edges[e];
            struct oc_entering *from = oc_entering_of(threads, edge->value);
            if (from && from->region == edge->from)
                join(threads, from, &threads->entering[i]);
        }
}

bool oc_entering_is_scalar(const struct oc_threads *threads, size_t number) {
    const struct oc_region *region = &threads->regions->items[number];
    if (oc_bits_test(threads->writing, number))
        return false;
    for (size_t n = 0; n < region->count; n++) {
        if (oc_bits_test(threads->uniform->divergent, region->nodes[n]))
            return false;
        OC_EACH_INSTRUCTION (instruction, threads->body->nodes[region->nodes[n]].block) {
            LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
            // A varying phi of the head, which other regions use, waits in its slot.
            if (n == 0 && opcode == LLVMPHI && oc_entering_costs_nothing(threads, instruction))
                continue;
            if (opcode == LLVMStore || opcode == LLVMFence ||
                !oc_uniform_is(threads->uniform, instruction))
                return false;
        }
    }
    return true;
}
