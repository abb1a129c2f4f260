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
        graph->nodes[graph->count++] = (struct oc_callgraph_node){
            .name = oc_ast_name(ast, definition), .needs = {.arena = graph->arena}};
        *number = graph->count;
    }
    return *number - 1;
}

void oc_callgraph_add_call(struct oc_callgraph *graph, size_t user, size_t callee, CXCursor site) {
    struct oc_callgraph_node *node = &graph->nodes[user];
    node->calls = oc_arena_grow(graph->arena, node->calls, node->call_count, &node->call_capacity,
                                sizeof *node->calls);
    node->calls[node->call_count++] = (struct oc_callgraph_call){callee, site};
}

void oc_callgraph_refuse(struct oc_callgraph *graph, size_t number, struct oc_place place,
                         const char *what) {
    struct oc_callgraph_node *node = &graph->nodes[number];
    if (node->is_refused)
        return;
    node->is_refused = true;
    node->what = what;
    node->place = place;
}

static const struct oc_callgraph_call *find_refused(const struct oc_callgraph *graph,
                                                    const struct oc_callgraph_node *node) {
    for (size_t i = 0; i < node->call_count; i++)
        if (graph->nodes[node->calls[i].callee].is_refused)
            return &node->calls[i];
    return NULL;
}

void oc_callgraph_spread(struct oc_callgraph *graph) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = graph->count; i-- > 0;) { // callees come after their first users
            struct oc_callgraph_node *node = &graph->nodes[i];
            if (node->is_refused)
                continue;
            node->blamed = find_refused(graph, node);
            node->is_refused = node->blamed != NULL;
            changed |= node->is_refused;
        }
    }
}

static void note_calls(const struct oc_callgraph *graph, struct oc_ast *ast,
                       const struct oc_callgraph_node *node) {
    if (!node->blamed)
        return;
    const struct oc_callgraph_node *callee = &graph->nodes[node->blamed->callee];
    note_calls(graph, ast, callee);
    oc_report(ast->diag, OC_NOTE, oc_ast_place(ast, node->blamed->site), NULL,
              "'%s' is called by '%s' here", callee->name, node->name);
}

void oc_callgraph_explain(const struct oc_callgraph *graph, struct oc_ast *ast, size_t number) {
    static const char warning[] = "offload-not-offered";
    const struct oc_callgraph_node *node = &graph->nodes[number], *guilty = node;
    while (guilty->blamed)
        guilty = &graph->nodes[guilty->blamed->callee];
    const char *who = guilty == node ? "it" : oc_arena_printf(graph->arena, "'%s'", guilty->name);
    oc_report(ast->diag, OC_WARNING, guilty->place, warning,
              "function '%s' cannot be device code: %s %s", node->name, who, guilty->what);
    if (oc_diag_shows(ast->diag, warning))
        note_calls(graph, ast, node);
}

static void add_needs(const struct oc_callgraph *graph, size_t number, bool *seen,
                      struct oc_args *out) {
    const struct oc_callgraph_node *node = &graph->nodes[number];
    seen[number] = true;
    for (size_t i = 0; i < node->needs.count; i++)
        if (!oc_args_contain(out, node->needs.items[i]))
            oc_args_add(out, node->needs.items[i]);
    for (size_t i = 0; i < node->call_count; i++)
        if (!seen[node->calls[i].callee])
            add_needs(graph, node->calls[i].callee, seen, out);
}

void oc_callgraph_needs(const struct oc_callgraph *graph, size_t node, struct oc_args *out) {
    add_needs(graph, node, OC_NEW_ARRAY(graph->arena, graph->count, bool), out);
}
