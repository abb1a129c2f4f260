#include "cpu/loops/webs.h"

#include "base/names.h"
#include "cpu/loops/carry.h"
#include "cpu/loops/entering.h"
#include "cpu/loops/inplace.h"

enum { MOST_MEMBERS = 512 };

// Where control goes after a write. A region's other writes come before it leaves the region.
enum { ANYWHERE = -1 };

// What an array would be made for: a phi's place, or a value that other regions read.
struct member {
    LLVMValueRef value;      // the phi, for a place
    struct oc_entering *phi; // whose place it is; NULL: a value's array
    struct oc_bits readers;  // regions that read the value there
    size_t home;             // the region of the value
    size_t web;              // the number of the first member that has the same array
};

struct webs {
    struct oc_threads *threads;
    struct oc_map *places;
    struct member members[MOST_MEMBERS];
    size_t count;
};

// A region writes a value to an array.
struct writing {
    LLVMValueRef value;
    size_t region;
    long target;    // the region that control comes to next, or ANYWHERE
    bool is_at_end; // of the region
};

// ---- Members -----------------------------------------------------------------------------------

static struct member *find(struct webs *webs, LLVMValueRef value, bool is_place) {
    for (size_t i = 0; i < webs->count; i++)
        if (webs->members[i].value == value && (webs->members[i].phi != NULL) == is_place)
            return &webs->members[i];
    return NULL;
}

static struct member *add(struct webs *webs, LLVMValueRef value, struct oc_entering *phi) {
    struct member *known = find(webs, value, phi != NULL);
    if (known)
        return known;
    struct member *member = &webs->members[webs->count];
    *member = (struct member){.value = value,
                              .phi = phi,
                              .readers = oc_inplace_readers(webs->threads, value),
                              .home = (size_t)oc_regions_of(webs->threads->regions, value),
                              .web = webs->count};
    webs->count++;
    return member;
}

static void unite(struct webs *webs, size_t one, size_t other) {
    for (size_t i = 0; i < webs->count; i++)
        if (webs->members[i].web == other)
            webs->members[i].web = one;
}

// ---- Interference ------------------------------------------------------------------------------

static bool has_reader(struct oc_bits readers, struct oc_bits regions, size_t home, size_t count) {
    for (size_t r = 0; r < count; r++)
        if (r != home && oc_bits_test(readers, r) && oc_bits_test(regions, r))
            return true;
    return false;
}

// Whether a value is read in its array after a write elsewhere, before it is written again.
static bool is_read_after(const struct webs *webs, const struct member *member,
                          const struct writing *writing) {
    const struct oc_regions *regions = webs->threads->regions;
    bool is_home = writing->target == (long)member->home;
    size_t from = writing->target == ANYWHERE ? writing->region : (size_t)writing->target;
    if (is_home)
        return false;
    struct oc_bits after = oc_regions_after(regions, from, member->home);
    if (writing->target != ANYWHERE)
        oc_bits_set(after, from);
    return has_reader(member->readers, after, member->home, regions->count);
}

static long target_of(const struct oc_threads *threads, const struct oc_entering *phi,
                      const struct oc_edge *edge) {
    long node = oc_body_node(threads->body, edge->block);
    return threads->body->nodes[node].next_count > 1 ? ANYWHERE : (long)phi->region;
}

// Whether a region that writes a phi's place for an edge has another write, too, to the same array.
static bool meets_edge(const struct webs *webs, const struct oc_entering *phi,
                       const struct writing *writing) {
    for (size_t e = 0; e < phi->edge_count && writing->is_at_end; e++) {
        const struct oc_edge *edge = &phi->edges[e];
        long target = target_of(webs->threads, phi, edge);
        if (edge->from == writing->region && edge->value != writing->value &&
            (target == ANYWHERE || writing->target == ANYWHERE || target == writing->target))
            return true;
    }
    return false;
}

// Whether what an array holds for a member is needed after a write of another value to it.
static bool is_needed_after(const struct webs *webs, const struct member *member,
                            const struct writing *writing) {
    if (!member->phi)
        return member->value != writing->value && is_read_after(webs, member, writing);
    return meets_edge(webs, member->phi, writing) ||
           (member->phi->keeps && is_read_after(webs, member, writing));
}

static bool destroys(const struct webs *webs, const struct member *writer,
                     const struct member *member) {
    if (!writer->phi) {
        const struct writing writing = {writer->value, writer->home, ANYWHERE, false};
        return is_needed_after(webs, member, &writing);
    }
    for (size_t e = 0; e < writer->phi->edge_count; e++) {
        const struct oc_edge *edge = &writer->phi->edges[e];
        const struct writing writing = {edge->value, edge->from,
                                        target_of(webs->threads, writer->phi, edge), true};
        if (is_needed_after(webs, member, &writing))
            return true;
    }
    return false;
}

static bool interfere(const struct webs *webs, size_t one, size_t other) {
    for (size_t i = 0; i < webs->count; i++)
        for (size_t k = 0; k < webs->count; k++) {
            const struct member *left = &webs->members[i], *right = &webs->members[k];
            if (left->web == one && right->web == other &&
                (destroys(webs, left, right) || destroys(webs, right, left)))
                return true;
        }
    return false;
}

// ---- Joining -----------------------------------------------------------------------------------

static struct oc_entering *host_of(struct oc_entering *phi) {
    return phi->host ? phi->host : phi;
}

// The phi whose place a web's array is; NULL: it has none yet.
static struct oc_entering *host_of_web(const struct webs *webs, size_t web) {
    for (size_t i = 0; i < webs->count; i++)
        if (webs->members[i].web == web && webs->members[i].phi)
            return host_of(webs->members[i].phi);
    return NULL;
}

// The value whose array a value is kept in.
static LLVMValueRef root_of(const struct webs *webs, LLVMValueRef value) {
    size_t found;
    while (oc_map_get(webs->places, value, &found) && (LLVMValueRef)found != value)
        value = (LLVMValueRef)found;
    return value;
}

// Puts what a value's web has into the place of a phi.
static void join(struct webs *webs, struct member *value, struct member *place) {
    struct oc_entering *host = host_of(place->phi), *other = host_of_web(webs, value->web);
    for (size_t i = 0; other && i < webs->threads->entering_count; i++) {
        struct oc_entering *phi = &webs->threads->entering[i];
        if (phi == other || phi->host == other)
            phi->host = host;
    }
    if (!other)
        oc_map_set(webs->places, root_of(webs, value->value), (size_t)host->phi);
    unite(webs, place->web, value->web);
}

// Adds what has arrays in common already.
static void add_members(struct webs *webs, const struct oc_values *placed) {
    struct oc_threads *threads = webs->threads;
    const struct oc_bits none = oc_bits_make(threads->ir->arena, threads->body->count);
    for (size_t i = 0; i < threads->entering_count; i++)
        if (!threads->entering[i].uniform)
            add(webs, threads->entering[i].phi, &threads->entering[i]);
    for (size_t i = 0; i < threads->entering_count; i++) {
        struct oc_entering *phi = &threads->entering[i];
        struct member *place = phi->uniform ? NULL : find(webs, phi->phi, true);
        if (place && phi->host)
            unite(webs, find(webs, phi->host->phi, true)->web, place->web);
        for (size_t e = 0; place && e < phi->edge_count; e++) {
            LLVMValueRef value = phi->edges[e].value;
            if (!oc_inplace_is_own(threads, value) || oc_carry_recomputes(threads, value, none))
                continue;
            struct member *member = add(webs, value, NULL);
            struct member *own = find(webs, value, true);
            const struct oc_entering *holder =
                own && own->phi->keeps ? own->phi : oc_entering_holder(threads, value);
            if (holder)
                unite(webs, find(webs, holder->phi, true)->web, member->web);
        }
    }
    for (size_t i = 0; i < placed->count; i++) {
        LLVMValueRef value = placed->items[i], root = root_of(webs, value);
        struct member *member = add(webs, value, NULL), *place = find(webs, root, true);
        place = place ? place : add(webs, root, NULL);
        unite(webs, place->web, member->web);
    }
}

// LLVM makes registers of short arrays, and of each for itself. Those of groups of lanes are not
// short where they stay over a barrier.
static bool pays(const struct oc_threads *threads) {
    enum { SHORT = 256 };
    if (threads->lanes)
        return oc_ir_find_call(threads->body->function, OC_NAME_BARRIER_OF_GROUPS) != NULL;
    return !threads->strip || threads->strip > SHORT;
}

// The most members that there may be.
static size_t count_possible(const struct oc_threads *threads, const struct oc_values *placed) {
    size_t count = 2 * placed->count + threads->entering_count;
    for (size_t i = 0; i < threads->entering_count; i++)
        count += threads->entering[i].edge_count;
    return count;
}

void oc_webs_join(struct oc_threads *threads, struct oc_map *places,
                  const struct oc_values *placed) {
    struct webs webs = {.threads = threads, .places = places};
    if (!pays(threads) || count_possible(threads, placed) > MOST_MEMBERS)
        return;
    add_members(&webs, placed);
    for (size_t i = 0; i < threads->entering_count; i++) {
        struct oc_entering *phi = &threads->entering[i];
        struct member *place = phi->uniform ? NULL : find(&webs, phi->phi, true);
        for (size_t e = 0; place && e < phi->edge_count; e++) {
            struct member *value = find(&webs, phi->edges[e].value, false);
            if (value && value->web != place->web && !interfere(&webs, value->web, place->web))
                join(&webs, value, place);
        }
    }
}
