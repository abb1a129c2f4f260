#include "scan/callgraph.h"

#include <string.h>

void oc_callgraph_begin(struct oc_arena *arena, struct oc_callgraph *out) {
    *out = (struct oc_callgraph){.arena = arena, .numbers = {.arena = arena}};
}

size_t oc_callgraph_node(struct oc_callgraph *graph, struct oc_ast *ast, CXCursor definition) {
    const char *usr = oc_ast_string(ast, clang_getCursorUSR(definition));
    size_t *number = oc_stringmap_add(&graph->numbers, usr, strlen(usr));
    if (!*number) {
        graph->nodes = oc_arena_grow(graph->arena, graph->nodes, graph->count, &graph->capacity,
                                     sizeof *graph->nodes);
        graph->nodes[graph->count++] = (struct oc_callgraph_node){.needs = {.arena = graph->arena}};
        *number = graph->count;
    }
    return *number - 1;
}

void oc_callgraph_add_callee(struct oc_callgraph *graph, size_t user, size_t callee) {
    struct oc_callgraph_node *node = &graph->nodes[user];
    node->callees = oc_arena_grow(graph->arena, node->callees, node->callee_count,
                                  &node->callee_capacity, sizeof *node->callees);
    node->callees[node->callee_count++] = callee;
}

static bool refers_to_refused(const struct oc_callgraph *graph,
                              const struct oc_callgraph_node *node) {
    for (size_t i = 0; i < node->callee_count; i++)
        if (graph->nodes[node->callees[i]].is_refused)
            return true;
    return false;
}

void oc_callgraph_spread(struct oc_callgraph *graph) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = graph->count; i-- > 0;) { // callees come after their first users
            struct oc_callgraph_node *node = &graph->nodes[i];
            bool refused = !node->is_refused && refers_to_refused(graph, node);
            node->is_refused |= refused;
            changed |= refused;
        }
    }
}

static bool contains(const struct oc_args *names, const char *name) {
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return true;
    return false;
}

static void add_needs(const struct oc_callgraph *graph, size_t number, bool *seen,
                      struct oc_args *out) {
    const struct oc_callgraph_node *node = &graph->nodes[number];
    seen[number] = true;
    for (size_t i = 0; i < node->needs.count; i++)
        if (!contains(out, node->needs.items[i]))
            oc_args_add(out, node->needs.items[i]);
    for (size_t i = 0; i < node->callee_count; i++)
        if (!seen[node->callees[i]])
            add_needs(graph, node->callees[i], seen, out);
}

void oc_callgraph_needs(const struct oc_callgraph *graph, size_t node, struct oc_args *out) {
    add_needs(graph, node, OC_NEW_ARRAY(graph->arena, graph->count, bool), out);
}
