#include "device/dominators.h"

// Nodes with edges, of which one is the root.
struct graph {
    struct oc_arena *arena;
    size_t count, root;
    struct oc_numbers *next, *before;
};

struct edge {
    size_t from, to;
};

// The other ends of the edges that each node is at one end of: where they begin, or where they end.
static struct oc_numbers *group(struct oc_arena *arena, const struct edge *edges, size_t count,
                                size_t nodes, bool by_end) {
    struct oc_numbers *result = OC_NEW_ARRAY(arena, nodes, struct oc_numbers);
    size_t *firsts = OC_NEW_ARRAY(arena, nodes + 1, size_t);
    size_t *items = OC_NEW_ARRAY(arena, count, size_t);
    for (size_t i = 0; i < count; i++)
        firsts[(by_end ? edges[i].to : edges[i].from) + 1]++;
    for (size_t i = 0; i < nodes; i++) {
        firsts[i + 1] += firsts[i];
        result[i].items = items + firsts[i];
    }
    for (size_t i = 0; i < count; i++) {
        size_t node = by_end ? edges[i].to : edges[i].from;
        items[firsts[node] + result[node].count++] = by_end ? edges[i].from : edges[i].to;
    }
    return result;
}

static struct graph make_graph(struct oc_arena *arena, const struct edge *edges, size_t count,
                               size_t nodes, size_t root) {
    return (struct graph){arena, nodes, root, group(arena, edges, count, nodes, false),
                          group(arena, edges, count, nodes, true)};
}

// Returns the nodes that can be reached from the root, in reverse postorder: a node comes after all
// nodes that have an edge to it, except where the edge closes a loop.
static size_t *put_in_order(const struct graph *graph, size_t *out_count) {
    size_t *order = OC_NEW_ARRAY(graph->arena, graph->count, size_t), left = graph->count;
    size_t *stack = OC_NEW_ARRAY(graph->arena, graph->count, size_t), depth = 0;
    size_t *gone = OC_NEW_ARRAY(graph->arena, graph->count, size_t); // edges; with 1 for the node
    stack[depth++] = graph->root;
    gone[graph->root] = 1;
    while (depth) {
        size_t node = stack[depth - 1];
        const struct oc_numbers *next = &graph->next[node];
        if (gone[node] > next->count) {
            order[--left] = node;
            depth--;
            continue;
        }
        size_t successor = next->items[gone[node]++ - 1];
        if (!gone[successor]) {
            gone[successor] = 1;
            stack[depth++] = successor;
        }
    }
    *out_count = graph->count - left;
    return order + left;
}

// Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm". `order` has nodes by place; the
// result has the place of each place's parent.
static size_t *find_parents(const struct graph *graph, const size_t *order, size_t count,
                            const size_t *places) {
    enum { NONE = -1 };
    size_t *parents = OC_NEW_ARRAY(graph->arena, count, size_t), none = (size_t)NONE;
    for (size_t i = 1; i < count; i++)
        parents[i] = none;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 1; i < count; i++) {
            size_t parent = none;
            const struct oc_numbers *before = &graph->before[order[i]];
            for (size_t b = 0; b < before->count; b++) {
                size_t other = places[before->items[b]];
                if (other == none || parents[other] == none)
                    continue;
                if (parent == none)
                    parent = other;
                while (parent != other)
                    if (parent > other)
                        parent = parents[parent];
                    else
                        other = parents[other];
            }
            changed |= parents[i] != parent;
            parents[i] = parent;
        }
    }
    return parents;
}

// The place of each node in the order; SIZE_MAX if it has none.
static size_t *find_places(const struct graph *graph, const size_t *order, size_t count) {
    size_t *places = OC_NEW_ARRAY(graph->arena, graph->count, size_t);
    for (size_t i = 0; i < graph->count; i++)
        places[i] = (size_t)-1;
    for (size_t i = 0; i < count; i++)
        places[order[i]] = i;
    return places;
}

// ---- Dominators --------------------------------------------------------------------------------

static size_t count_ways(LLVMBasicBlockRef block) {
    return LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(block));
}

static struct graph read_blocks(struct oc_arena *arena, const LLVMBasicBlockRef *blocks,
                                size_t count) {
    struct oc_map numbers = {.arena = arena};
    size_t most = 0, found = 0;
    for (size_t i = 0; i < count; i++) {
        oc_map_set(&numbers, blocks[i], i);
        most += count_ways(blocks[i]);
    }
    struct edge *edges = OC_NEW_ARRAY(arena, most, struct edge);
    size_t *last = OC_NEW_ARRAY(arena, count, size_t); // the block with an edge there, from 1
    for (size_t i = 0; i < count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks[i]);
        for (unsigned s = 0; s < count_ways(blocks[i]); s++) {
            size_t to = 0;
            oc_map_get(&numbers, LLVMGetSuccessor(end, s), &to);
            if (last[to] != i + 1)
                edges[found++] = (struct edge){i, to};
            last[to] = i + 1;
        }
    }
    return make_graph(arena, edges, found, count, 0);
}

// Translates numbers of nodes to numbers of blocks. Nodes that cannot be reached are left out.
static struct oc_numbers renumber(struct oc_arena *arena, const struct oc_numbers *nodes,
                                  const size_t *places, const size_t *numbers) {
    size_t *items = OC_NEW_ARRAY(arena, nodes->count, size_t), count = 0;
    for (size_t i = 0; i < nodes->count; i++)
        if (places[nodes->items[i]] != (size_t)-1)
            items[count++] = numbers[places[nodes->items[i]]];
    return (struct oc_numbers){items, count};
}

void oc_dominators_read(struct oc_arena *arena, LLVMValueRef function, struct oc_dominators *out) {
    size_t all = LLVMCountBasicBlocks(function), count;
    LLVMBasicBlockRef *blocks = OC_NEW_ARRAY(arena, all, LLVMBasicBlockRef);
    LLVMGetBasicBlocks(function, blocks);
    struct graph graph = read_blocks(arena, blocks, all);
    size_t *order = put_in_order(&graph, &count);
    size_t *places = find_places(&graph, order, count);
    size_t *parents = find_parents(&graph, order, count, places);
    *out = (struct oc_dominators){.count = count,
                                  .blocks = OC_NEW_ARRAY(arena, count, LLVMBasicBlockRef),
                                  .numbers = {.arena = arena},
                                  .ends = OC_NEW_ARRAY(arena, count, size_t),
                                  .parents = OC_NEW_ARRAY(arena, count, size_t),
                                  .next = OC_NEW_ARRAY(arena, count, struct oc_numbers),
                                  .before = OC_NEW_ARRAY(arena, count, struct oc_numbers)};
    // By place: how many blocks each dominates, the number that the next of them gets, and its own.
    size_t *sizes = OC_NEW_ARRAY(arena, count, size_t);
    size_t *nexts = OC_NEW_ARRAY(arena, count, size_t);
    size_t *numbers = OC_NEW_ARRAY(arena, count, size_t);
    for (size_t i = count; i-- > 0;) {
        sizes[i]++;
        if (i > 0)
            sizes[parents[i]] += sizes[i];
    }
    for (size_t i = 0; i < count; i++) {
        size_t number = i == 0 ? 0 : nexts[parents[i]];
        if (i > 0)
            nexts[parents[i]] += sizes[i];
        numbers[i] = number;
        nexts[i] = number + 1;
        out->blocks[number] = blocks[order[i]];
        out->ends[number] = number + sizes[i];
        out->parents[number] = numbers[parents[i]];
        oc_map_set(&out->numbers, blocks[order[i]], number);
    }
    for (size_t i = 0; i < count; i++) {
        out->next[numbers[i]] = renumber(arena, &graph.next[order[i]], places, numbers);
        out->before[numbers[i]] = renumber(arena, &graph.before[order[i]], places, numbers);
    }
}

size_t oc_dominators_number(const struct oc_dominators *dominators, LLVMBasicBlockRef block) {
    size_t number = dominators->count;
    oc_map_get(&dominators->numbers, block, &number);
    return number;
}

// ---- Where ways meet ---------------------------------------------------------------------------

// The blocks that `head` dominates, with edges backwards, and a root that stands for all ends.
static struct graph turn_around(struct oc_arena *arena, const struct oc_dominators *dominators,
                                size_t head) {
    size_t count = dominators->ends[head] - head, root = count, most = count, found = 0;
    for (size_t i = 0; i < count; i++)
        most += dominators->next[head + i].count;
    struct edge *edges = OC_NEW_ARRAY(arena, most, struct edge);
    for (size_t i = 0; i < count; i++) {
        const struct oc_numbers *next = &dominators->next[head + i];
        LLVMValueRef last = LLVMGetBasicBlockTerminator(dominators->blocks[head + i]);
        bool ends = next->count == 0 && !LLVMIsAUnreachableInst(last);
        for (size_t s = 0; s < next->count; s++) {
            size_t to = next->items[s];
            bool leaves = to == head || !oc_dominators_has(dominators, head, to);
            ends = ends || leaves;
            if (!leaves)
                edges[found++] = (struct edge){to - head, i};
        }
        if (ends)
            edges[found++] = (struct edge){root, i};
    }
    return make_graph(arena, edges, found, count + 1, root);
}

size_t *oc_dominators_meetings(struct oc_arena *arena, const struct oc_dominators *dominators,
                               size_t head) {
    struct graph graph = turn_around(arena, dominators, head);
    size_t count;
    size_t *order = put_in_order(&graph, &count);
    size_t *places = find_places(&graph, order, count);
    size_t *parents = find_parents(&graph, order, count, places);
    size_t *result = OC_NEW_ARRAY(arena, graph.count, size_t);
    for (size_t i = 0; i < graph.root; i++) {
        size_t parent = places[i] == (size_t)-1 ? 0 : parents[places[i]];
        result[i] = parent == 0 ? dominators->count : head + order[parent];
    }
    return result;
}

void oc_dominators_spread_back(struct oc_arena *arena, const struct oc_dominators *dominators,
                               bool *marks, size_t stop) {
    size_t *waiting = OC_NEW_ARRAY(arena, dominators->count, size_t), count = 0;
    for (size_t i = 0; i < dominators->count; i++)
        if (marks[i])
            waiting[count++] = i;
    while (count) {
        size_t block = waiting[--count];
        const struct oc_numbers *before = &dominators->before[block];
        for (size_t i = 0; block != stop && i < before->count; i++) {
            if (marks[before->items[i]])
                continue;
            marks[before->items[i]] = true;
            waiting[count++] = before->items[i];
        }
    }
}
