#include "cpu/analysis/regions.h"

struct forming {
    const struct oc_body *body;
    const struct oc_uniform *uniform;
    struct oc_bits ends;  // barriers, the exit, and nodes whose branch ends a region
    struct oc_bits heads; // nodes that begin a region
};

static bool is_stop(const struct oc_body *body, size_t node) {
    return node == body->exit || body->nodes[node].barrier;
}

// ---- Branches that decide which barrier comes next ---------------------------------------------

// For each node the ends that control can meet first, from there on.
static struct oc_bits *find_first_ends(const struct forming *forming) {
    const struct oc_body *body = forming->body;
    struct oc_bits *sets = OC_NEW_ARRAY(body->ir->arena, body->count, struct oc_bits);
    for (size_t i = 0; i < body->count; i++) {
        sets[i] = oc_bits_make(body->ir->arena, body->count);
        if (oc_bits_test(forming->ends, i))
            oc_bits_set(sets[i], i);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = body->count; i-- > 0;)
            for (unsigned s = 0; !oc_bits_test(forming->ends, i) && s < body->nodes[i].next_count;
                 s++)
                changed |= oc_bits_add(sets[i], sets[body->nodes[i].next[s]]);
    }
    return sets;
}

// Whether a node's successors lead to different ends. One that leads to none, since the program
// ends there, does not count.
static bool decides(const struct oc_body *body, const struct oc_bits *sets, size_t node) {
    const struct oc_bits *first = NULL;
    for (unsigned s = 0; s < body->nodes[node].next_count; s++) {
        const struct oc_bits *set = &sets[body->nodes[node].next[s]];
        if (oc_bits_empty(*set))
            continue;
        if (first && !oc_bits_equal(*first, *set))
            return true;
        first = set;
    }
    return false;
}

// All such branches become ends themselves; they must be uniform.
static bool find_ends(struct forming *forming) {
    const struct oc_body *body = forming->body;
    for (size_t i = 0; i < body->count; i++)
        if (is_stop(body, i))
            oc_bits_set(forming->ends, i);
    for (bool changed = true; changed;) {
        changed = false;
        struct oc_bits *sets = find_first_ends(forming);
        for (size_t i = 0; i < body->count; i++) {
            if (oc_bits_test(forming->ends, i) || !decides(body, sets, i))
                continue;
            if (oc_bits_test(forming->uniform->divergent, i) ||
                !oc_uniform_is(forming->uniform, LLVMGetBasicBlockTerminator(body->nodes[i].block)))
                return false;
            changed |= oc_bits_set(forming->ends, i);
        }
    }
    return true;
}

// ---- Regions -----------------------------------------------------------------------------------

// Gives the nodes that a head reaches to its region. A node that two heads reach is a head itself:
// then false.
static bool spread(struct forming *forming, struct oc_regions *out, size_t head, long region,
                   unsigned *stack) {
    const struct oc_body *body = forming->body;
    size_t depth = 0;
    stack[depth++] = (unsigned)head;
    out->of_node[head] = region;
    while (depth) {
        unsigned at = stack[--depth];
        if (oc_bits_test(forming->ends, at))
            continue;
        for (unsigned s = 0; s < body->nodes[at].next_count; s++) {
            unsigned next = body->nodes[at].next[s];
            if (is_stop(body, next) || oc_bits_test(forming->heads, next) ||
                out->of_node[next] == region)
                continue;
            if (out->of_node[next] != OC_NO_NODE) {
                oc_bits_set(forming->heads, next);
                return false;
            }
            out->of_node[next] = region;
            stack[depth++] = next;
        }
    }
    return true;
}

static void find_heads(struct forming *forming) {
    const struct oc_body *body = forming->body;
    if (!is_stop(body, 0))
        oc_bits_set(forming->heads, 0);
    for (size_t i = 0; i < body->count; i++)
        for (unsigned s = 0; oc_bits_test(forming->ends, i) && s < body->nodes[i].next_count; s++)
            if (!is_stop(body, body->nodes[i].next[s]))
                oc_bits_set(forming->heads, body->nodes[i].next[s]);
}

static bool try_to_spread(struct forming *forming, struct oc_regions *out) {
    const struct oc_body *body = forming->body;
    unsigned *stack = OC_NEW_ARRAY(body->ir->arena, body->count + 1, unsigned);
    out->count = 0;
    for (size_t i = 0; i < body->count; i++)
        out->of_node[i] = OC_NO_NODE;
    for (size_t i = 0; i < body->count; i++)
        if (oc_bits_test(forming->heads, i) && !spread(forming, out, i, (long)out->count++, stack))
            return false;
    return true;
}

static void collect_nodes(struct forming *forming, struct oc_regions *out) {
    const struct oc_body *body = forming->body;
    out->items = OC_NEW_ARRAY(body->ir->arena, out->count, struct oc_region);
    for (size_t i = 0; i < out->count; i++)
        out->items[i] =
            (struct oc_region){.nodes = OC_NEW_ARRAY(body->ir->arena, body->count, size_t),
                               .branch = OC_NO_NODE,
                               .next = OC_NO_NODE};
    for (size_t i = 0; i < body->count; i++)
        if (oc_bits_test(forming->heads, i)) {
            struct oc_region *region = &out->items[out->of_node[i]];
            region->head = i;
            region->nodes[region->count++] = i;
        }
    for (size_t i = 0; i < body->count; i++)
        if (out->of_node[i] != OC_NO_NODE && !oc_bits_test(forming->heads, i)) {
            struct oc_region *region = &out->items[out->of_node[i]];
            region->nodes[region->count++] = i;
        }
}

// Finds how a region is left. False: threads may leave it in different ways.
static bool find_way_out(struct forming *forming, struct oc_regions *out,
                         struct oc_region *region) {
    const struct oc_body *body = forming->body;
    for (size_t n = 0; n < region->count; n++) {
        size_t node = region->nodes[n];
        if (oc_bits_test(forming->ends, node)) {
            if (region->branch != OC_NO_NODE)
                return false;
            region->branch = (long)node;
            continue;
        }
        for (unsigned s = 0; s < body->nodes[node].next_count; s++) {
            unsigned next = body->nodes[node].next[s];
            // A way back to the head is a loop of each thread's own.
            if (out->of_node[next] == out->of_node[node])
                continue;
            if (region->next != OC_NO_NODE && region->next != (long)next)
                return false;
            region->next = (long)next;
        }
    }
    return region->branch == OC_NO_NODE || region->next == OC_NO_NODE;
}

bool oc_regions_form(const struct oc_body *body, const struct oc_uniform *uniform,
                     struct oc_bits cuts, struct oc_regions *out) {
    struct oc_arena *arena = body->ir->arena;
    struct forming forming = {.body = body,
                              .uniform = uniform,
                              .ends = oc_bits_make(arena, body->count),
                              .heads = oc_bits_make(arena, body->count)};
    *out = (struct oc_regions){.body = body, .of_node = OC_NEW_ARRAY(arena, body->count, long)};
    oc_bits_add(forming.ends, cuts);
    if (!find_ends(&forming))
        return false;
    find_heads(&forming);
    while (!try_to_spread(&forming, out))
        ;
    collect_nodes(&forming, out);
    for (size_t i = 0; i < out->count; i++)
        if (!find_way_out(&forming, out, &out->items[i]))
            return false;
    return true;
}

long oc_regions_of(const struct oc_regions *regions, LLVMValueRef value) {
    if (!LLVMIsAInstruction(value))
        return OC_NO_NODE;
    long node = oc_body_node_of(regions->body, value);
    return node == OC_NO_NODE ? OC_NO_NODE : regions->of_node[node];
}

long oc_regions_at(const struct oc_regions *regions, long node) {
    const struct oc_body *body = regions->body;
    while (node != OC_NO_NODE && body->nodes[node].barrier)
        node = (long)body->nodes[node].next[0];
    return node == OC_NO_NODE ? OC_NO_NODE : regions->of_node[node];
}

static unsigned next_count(const struct oc_regions *regions, size_t region) {
    long branch = regions->items[region].branch;
    return branch == OC_NO_NODE ? 1 : regions->body->nodes[branch].next_count;
}

// The region that control can go to after one, past barriers.
static long next_region(const struct oc_regions *regions, size_t region, unsigned which) {
    const struct oc_region *at = &regions->items[region];
    return oc_regions_at(regions, at->branch == OC_NO_NODE
                                      ? at->next
                                      : (long)regions->body->nodes[at->branch].next[which]);
}

struct oc_bits oc_regions_after(const struct oc_regions *regions, size_t from, long without) {
    struct oc_bits seen = oc_bits_make(regions->body->ir->arena, regions->count);
    size_t *stack = OC_NEW_ARRAY(regions->body->ir->arena, regions->count + 1, size_t);
    size_t depth = 0;
    stack[depth++] = from;
    while (depth) {
        size_t at = stack[--depth];
        for (unsigned s = 0; s < next_count(regions, at); s++) {
            long next = next_region(regions, at, s);
            if (next != OC_NO_NODE && next != without && oc_bits_set(seen, (size_t)next))
                stack[depth++] = (size_t)next;
        }
    }
    return seen;
}

bool oc_regions_repeats(const struct oc_regions *regions, size_t region) {
    return oc_bits_test(oc_regions_after(regions, region, OC_NO_NODE), region);
}

bool oc_regions_come_before(const struct oc_regions *regions, size_t first, size_t region) {
    long start = oc_regions_at(regions, 0);
    if (start == OC_NO_NODE || start == (long)region)
        return false;
    return start == (long)first ||
           oc_bits_test(oc_regions_after(regions, (size_t)start, (long)region), first);
}

bool oc_regions_hold(const struct oc_regions *regions, size_t region, struct oc_bits nodes) {
    for (size_t i = 0; i < regions->body->count; i++)
        if (oc_bits_test(nodes, i) && regions->of_node[i] != (long)region)
            return false;
    return true;
}
