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

// Whether each thread has a value of its own, which a region computes.
static bool is_own(const struct oc_threads *threads, LLVMValueRef value) {
    return LLVMIsAInstruction(value) && region_of(threads, value) != OC_NO_NODE &&
           !oc_uniform_is(threads->uniform, value) && !LLVMIsAAllocaInst(value);
}

// The regions that read a value of another region: where it is used, or from where it enters a phi.
static struct oc_bits readers_of(const struct oc_threads *threads, LLVMValueRef value) {
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
    struct oc_bits readers = readers_of(threads, old),
                   after = oc_regions_after(threads->regions, region,
                                            (size_t)region_of(threads, old));
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

// The value of another region that a phi or select may be for some threads.
static LLVMValueRef find_old(const struct oc_threads *threads, const struct oc_map *places,
                             const struct oc_values *found, LLVMValueRef value) {
    bool is_phi = LLVMIsAPHINode(value) != NULL;
    size_t region = (size_t)region_of(threads, value);
    int count = is_phi ? (int)LLVMCountIncoming(value) : LLVMGetNumOperands(value);
    for (int i = is_phi ? 0 : 1; i < count; i++) {
        LLVMValueRef old = is_phi ? LLVMGetIncomingValue(value, (unsigned)i)
                                  : LLVMGetOperand(value, (unsigned)i);
        if (is_own(threads, old) && region_of(threads, old) != (long)region &&
            !(LLVMIsAPHINode(old) && is_in_head(threads, old)) &&
            !is_taken(threads, places, found, old, region) && ends_in(threads, old, region))
            return old;
    }
    return NULL;
}

void oc_inplace_find(const struct oc_threads *threads, struct oc_map *places) {
    struct oc_values found = {.arena = threads->ir->arena};
    const struct oc_regions *regions = threads->regions;
    for (size_t r = 0; r < regions->count; r++)
        for (size_t n = 0; n < regions->items[r].count; n++)
            OC_EACH_INSTRUCTION (value, threads->body->nodes[regions->items[r].nodes[n]].block) {
                bool is_phi = LLVMIsAPHINode(value) != NULL;
                if (!is_own(threads, value) || !(is_phi || LLVMIsASelectInst(value)) ||
                    (is_phi && is_in_head(threads, value)))
                    continue;
                LLVMValueRef old = find_old(threads, places, &found, value);
                if (!old)
                    continue;
                oc_map_set(places, value, (size_t)old);
                oc_values_add(&found, value);
            }
}
