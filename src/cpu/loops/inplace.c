#include "cpu/loops/inplace.h"

#include "cpu/loops/entering.h"

static long region_of(const struct oc_threads *threads, LLVMValueRef value) {
    return oc_regions_of(threads->regions, value);
}

static bool is_in_head(const struct oc_threads *threads, LLVMValueRef phi) {
    size_t region = (size_t)region_of(threads, phi);
    const struct oc_body *body = threads->body;
    return LLVMGetInstructionParent(phi) == body->nodes[threads->regions->items[region].head].block;
}

bool oc_inplace_is_own(const struct oc_threads *threads, LLVMValueRef value) {
    return LLVMIsAInstruction(value) && region_of(threads, value) != OC_NO_NODE &&
           !oc_uniform_is(threads->uniform, value) && !LLVMIsAAllocaInst(value);
}

struct oc_bits oc_inplace_readers(const struct oc_threads *threads, LLVMValueRef value) {
    struct oc_bits readers = oc_bits_make(threads->ir->arena, threads->regions->count);
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        long region = region_of(threads, user);
        if (region == OC_NO_NODE)
            continue;
        if (!LLVMIsAPHINode(user)) {
            oc_bits_set(readers, (size_t)region);
            continue;
        }
        for (unsigned i = 0; i < LLVMCountIncoming(user); i++) {
            if (LLVMGetIncomingValue(user, i) != value)
                continue;
            long node = oc_body_node(threads->body, LLVMGetIncomingBlock(user, i));
            long from = node == OC_NO_NODE ? OC_NO_NODE : threads->regions->of_node[node];
            if (from != OC_NO_NODE)
                oc_bits_set(readers, (size_t)from);
        }
    }
    return readers;
}

// Whether no region reads the old value after the new one's region, before it is computed again.
static bool ends_in(const struct oc_threads *threads, LLVMValueRef old, size_t region) {
    struct oc_bits readers = oc_inplace_readers(threads, old),
                   after = oc_regions_after(threads->regions, region, region_of(threads, old));
    for (size_t r = 0; r < threads->regions->count; r++)
        if (oc_bits_test(readers, r) && oc_bits_test(after, r))
            return false;
    return true;
}

// Whether another value of the region has the place already: an array is written once in a region.
static bool is_taken(const struct oc_threads *threads, const struct oc_map *places,
                     const struct oc_values *found, LLVMValueRef old, size_t region) {
    for (size_t i = 0; i < found->count; i++) {
        size_t other;
        if (region_of(threads, found->items[i]) == (long)region &&
            oc_map_get(places, found->items[i], &other) && (LLVMValueRef)other == old)
            return true;
    }
    return false;
}

// Whether a phi in the head of the value's own region lends it its place: what regions write there
// is the value, or control goes to the phi next, so that nothing reads the value before it is
// computed again.
static bool lends_place(const struct oc_threads *threads, LLVMValueRef phi, LLVMValueRef value) {
    const struct oc_entering *entering = oc_entering_of(threads, phi);
    if (!entering || entering->uniform || entering->partner)
        return false;
    for (size_t e = 0; e < entering->edge_count; e++) {
        const struct oc_edge *edge = &entering->edges[e];
        long node = oc_body_node(threads->body, edge->block);
        if (edge->value != value && threads->body->nodes[node].next_count > 1)
            return false;
    }
    return true;
}

// Whether a value can take the place of one that it may be for some threads: of another region, or
// of a phi in the head of its own.
static bool can_replace(const struct oc_threads *threads, const struct oc_map *places,
                        const struct oc_values *found, LLVMValueRef old, LLVMValueRef value) {
    size_t region = (size_t)region_of(threads, value);
    if (!oc_inplace_is_own(threads, old))
        return false;
    bool is_head = LLVMIsAPHINode(old) && is_in_head(threads, old),
         is_of_region = region_of(threads, old) == (long)region;
    return is_head == is_of_region && !is_taken(threads, places, found, old, region) &&
           ends_in(threads, old, region) && (!is_head || lends_place(threads, old, value));
}

// The value whose place a phi or select is to take. NULL: it has a place of its own.
static LLVMValueRef find_old(const struct oc_threads *threads, const struct oc_map *places,
                             const struct oc_values *found, LLVMValueRef value) {
    bool is_phi = LLVMIsAPHINode(value) != NULL;
    int count = is_phi ? (int)LLVMCountIncoming(value) : LLVMGetNumOperands(value);
    for (int i = is_phi ? 0 : 1; i < count; i++) {
        LLVMValueRef old =
            is_phi ? LLVMGetIncomingValue(value, (unsigned)i) : LLVMGetOperand(value, (unsigned)i);
        if (can_replace(threads, places, found, old, value))
            return old;
    }
    return NULL;
}

void oc_inplace_find(const struct oc_threads *threads, struct oc_map *places,
                     struct oc_values *found) {
    const struct oc_regions *regions = threads->regions;
    for (size_t r = 0; r < regions->count; r++)
        for (size_t n = 0; n < regions->items[r].count; n++)
            OC_EACH_INSTRUCTION (value, threads->body->nodes[regions->items[r].nodes[n]].block) {
                bool is_phi = LLVMIsAPHINode(value) != NULL;
                if (!oc_inplace_is_own(threads, value) || !(is_phi || LLVMIsASelectInst(value)) ||
                    (is_phi && is_in_head(threads, value)))
                    continue;
                LLVMValueRef old = find_old(threads, places, found, value);
                if (!old)
                    continue;
                oc_map_set(places, value, (size_t)old);
                oc_values_add(found, value);
            }
}
