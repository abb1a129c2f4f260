#include "cpu/loops/nest.h"

bool oc_nest_has(const struct oc_threads *threads, size_t region, LLVMBasicBlockRef block) {
    long node = oc_body_node(threads->body, block);
    return block == threads->loops[region].inner ||
           (node != OC_NO_NODE && threads->regions->of_node[node] == (long)region);
}
