#include "effects/ways.h"

struct oc_sides {
    bool *reached[2]; // a flag for each block
};

struct way {
    LLVMBasicBlockRef block;
    size_t which;
};

static bool is_open(void *data, LLVMBasicBlockRef before, LLVMBasicBlockRef block, size_t which) {
    const struct way *way = data;
    (void)before;
    return block != way->block || which == way->which;
}

void oc_ways_read(struct oc_arena *arena, LLVMValueRef function, struct oc_ways *out) {
    oc_paths_read(arena, function, &out->paths);
    out->sides = OC_NEW_ARRAY(arena, out->paths.count, struct oc_sides);
}

bool oc_ways_lead(struct oc_ways *ways, size_t branch, unsigned side, size_t to) {
    bool **reached = &ways->sides[branch].reached[side];
    if (!*reached) {
        struct way way = {ways->paths.blocks[branch], side};
        bool *avoid = OC_NEW_ARRAY(ways->paths.arena, ways->paths.count, bool);
        avoid[branch] = true;
        *reached = oc_paths_search(&ways->paths, branch, avoid, is_open, &way);
    }
    return (*reached)[to];
}

bool oc_ways_end(struct oc_ways *ways, size_t branch, unsigned side) {
    for (size_t i = 0; i < ways->paths.count; i++)
        if (!ways->paths.next_count[i] && oc_ways_lead(ways, branch, side, i))
            return true;
    return false;
}

// Whether control that leaves `block` can come to `from`, which is a predecessor of `block`.
static bool comes_by(struct oc_ways *ways, size_t block, size_t from) {
    return from == block || oc_ways_lead(ways, block, 0, from) ||
           oc_ways_lead(ways, block, 1, from);
}

bool oc_ways_loop(struct oc_ways *ways, size_t block) {
    for (size_t i = 0; i < ways->paths.count; i++)
        for (size_t k = 0; k < ways->paths.next_count[i]; k++)
            if (ways->paths.next[i][k] == block && comes_by(ways, block, i))
                return true;
    return false;
}

static size_t edge_of(const struct oc_ways *ways, LLVMValueRef phi, unsigned edge) {
    return oc_paths_number(&ways->paths, LLVMGetIncomingBlock(phi, edge));
}

// Whether control that leaves `branch` by a side can enter a phi's block by this incoming edge.
static bool enters_by(struct oc_ways *ways, size_t branch, unsigned side, LLVMValueRef phi,
                      unsigned edge) {
    size_t from = edge_of(ways, phi, edge);
    size_t at = oc_paths_number(&ways->paths, LLVMGetInstructionParent(phi));
    return oc_ways_lead(ways, branch, side, from) ||
           (from == branch && ways->paths.next[branch][side] == at);
}

bool oc_ways_lead_to_phi(struct oc_ways *ways, size_t branch, unsigned side, LLVMValueRef phi) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (enters_by(ways, branch, side, phi, i))
            return true;
    return false;
}

bool oc_ways_part(struct oc_ways *ways, size_t branch, LLVMValueRef phi) {
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
            if (i != k && enters_by(ways, branch, 0, phi, i) && enters_by(ways, branch, 1, phi, k))
                return true;
    return false;
}

bool oc_ways_begin_loop(struct oc_ways *ways, LLVMValueRef phi) {
    size_t block = oc_paths_number(&ways->paths, LLVMGetInstructionParent(phi));
    unsigned again = 0, count = LLVMCountIncoming(phi);
    for (unsigned i = 0; i < count; i++)
        again += comes_by(ways, block, edge_of(ways, phi, i));
    return again && again < count;
}
