// callgraph.h - which functions and constants of a unit refer to which, what each needs of other
// files, and which cannot be device code. Private to the scan (see scan.h); reach.h fills it.
#ifndef OC_CALLGRAPH_H
#define OC_CALLGRAPH_H

#include "scan/ast/ast.h"

#include "base/stringmap.h"
#include "base/text.h"

struct oc_callgraph_node {
    size_t *callees; // numbers of nodes that it refers to
    size_t callee_count, callee_capacity;
    struct oc_args needs; // names of what other files are to define
    bool is_refused;      // it cannot be device code
};

// Initialise with oc_callgraph_begin.
struct oc_callgraph {
    struct oc_arena *arena;
    struct oc_stringmap numbers; // of nodes, by USRs; plus 1
    struct oc_callgraph_node *nodes;
    size_t count, capacity;
};

void oc_callgraph_begin(struct oc_arena *arena, struct oc_callgraph *out);

// The number of the node of a definition. It is added if it is new.
size_t oc_callgraph_node(struct oc_callgraph *graph, struct oc_ast *ast, CXCursor definition);

void oc_callgraph_add_callee(struct oc_callgraph *graph, size_t user, size_t callee);

// At the end: what refers to a node that is refused is refused too.
void oc_callgraph_spread(struct oc_callgraph *graph);

// Adds the names that a node needs, and those of all nodes that it leads to, once each.
void oc_callgraph_needs(const struct oc_callgraph *graph, size_t node, struct oc_args *out);

#endif
