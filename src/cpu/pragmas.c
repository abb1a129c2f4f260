#include "cpu/pragmas.h"

#include "ir/paths.h"
#include "ir/waits.h"

static bool waits(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block) {
        if (oc_waits_for_block(instruction) || oc_waits_for_lanes(instruction))
            return true;
    }
    return false;
}

// The blocks before each block. Functions that kernels call are inlined: there may be thousands.
struct graph {
    struct oc_paths paths;
    size_t **before, *before_count;
    bool *waits;
    size_t *stack, *seen; // seen: the number of the search that a block was last seen in
};

static void read_graph(struct oc_ir *ir, LLVMValueRef function, struct graph *graph) {
    oc_paths_read(ir->arena, function, &graph->paths);
    size_t count = graph->paths.count;
    graph->before = OC_NEW_ARRAY(ir->arena, count, size_t *);
    graph->before_count = OC_NEW_ARRAY(ir->arena, count, size_t);
    graph->waits = OC_NEW_ARRAY(ir->arena, count, bool);
    graph->stack = OC_NEW_ARRAY(ir->arena, count, size_t);
    graph->seen = OC_NEW_ARRAY(ir->arena, count, size_t);
    for (size_t b = 0; b < count; b++)
        for (size_t s = 0; s < graph->paths.next_count[b]; s++)
            graph->before_count[graph->paths.next[b][s]]++;
    for (size_t b = 0; b < count; b++) {
        graph->waits[b] = waits(graph->paths.blocks[b]);
        graph->before[b] = OC_NEW_ARRAY(ir->arena, graph->before_count[b] + 1, size_t);
        graph->before_count[b] = 0;
    }
    for (size_t b = 0; b < count; b++)
        for (size_t s = 0; s < graph->paths.next_count[b]; s++) {
            size_t next = graph->paths.next[b][s];
            graph->before[next][graph->before_count[next]++] = b;
        }
}

// Whether threads wait between a loop's header and its last block, which goes back to it.
static bool waits_in_loop(struct graph *graph, size_t header, size_t last, size_t search) {
    size_t depth = 0;
    bool found = false;
    graph->seen[header] = search;
    found |= graph->waits[header];
    if (graph->seen[last] != search)
        graph->stack[depth++] = last;
    graph->seen[last] = search;
    while (depth && !found) {
        size_t block = graph->stack[--depth];
        found |= graph->waits[block];
        for (size_t i = 0; i < graph->before_count[block]; i++) {
            size_t before = graph->before[block][i];
            if (graph->seen[before] != search)
                graph->stack[depth++] = before;
            graph->seen[before] = search;
        }
    }
    return found;
}

void oc_pragmas_forget(struct oc_ir *ir, LLVMValueRef function) {
    static const char name[] = "llvm.loop";
    unsigned kind = LLVMGetMDKindIDInContext(ir->context, name, sizeof name - 1);
    struct graph graph = {0};
    size_t search = 0;
    read_graph(ir, function, &graph);
    for (size_t b = 0; b < graph.paths.count; b++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(graph.paths.blocks[b]);
        if (!LLVMGetMetadata(branch, kind))
            continue;
        // A loop's header comes before its last block, and what follows the loop after it.
        for (size_t s = 0; s < graph.paths.next_count[b]; s++)
            if (graph.paths.next[b][s] <= b &&
                waits_in_loop(&graph, graph.paths.next[b][s], b, ++search))
                LLVMSetMetadata(branch, kind, NULL);
    }
}
