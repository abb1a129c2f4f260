#include "cpu/loops/nest.h"

bool oc_nest_has(const struct oc_threads *threads, size_t region, LLVMBasicBlockRef block) {
    long node = oc_body_node(threads->body, block);
    return block == threads->loops[region].inner ||
           (node != OC_NO_NODE && threads->regions->of_node[node] == (long)region);
}

struct oc_frame oc_nest_greater_frame(struct oc_frame one, struct oc_frame other) {
    one.bytes = one.bytes > other.bytes ? one.bytes : other.bytes;
    if (one.bytes_per_thread < other.bytes_per_thread)
        one.bytes_per_thread = other.bytes_per_thread;
    one.knows_block = one.knows_block || other.knows_block;
    one.divisible = one.divisible && other.divisible;
    one.strides = one.strides || other.strides;
    return one;
}

bool oc_nest_is_whole(const struct oc_threads *threads, const struct oc_loops *loops) {
    return threads->whole && !loops->is_piece;
}

bool oc_nest_is_of_lanes(const struct oc_threads *threads, const struct oc_loops *loops) {
    return threads->lanes && oc_nest_is_whole(threads, loops);
}
