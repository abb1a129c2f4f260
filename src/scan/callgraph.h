// callgraph.h - which functions and constants of a unit refer to which, what each needs of other
// files, and which cannot be device code. Private to the scan (see scan.h); reach.h fills it.
#ifndef OC_CALLGRAPH_H
#define OC_CALLGRAPH_H

#include "scan/ast/ast.h"

#include "base/stringmap.h"
#include "base/text.h"

struct oc_callgraph_call {
    size_t callee; // number of the node that is called, or otherwise referred to
    CXCursor site;
};

struct oc_callgraph_node {
    const char *name;
    struct oc_callgraph_call *calls;
    size_t call_count, call_capacity;
    struct oc_args needs; // names of what other files are to define
    bool is_refused;      // it cannot be device code: because of `what`, or of a call
    const char *what;     // "uses variable 'x', which lives on the host", or NULL
    struct oc_place place;
    const struct oc_callgraph_call *blamed;
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

void oc_callgraph_add_call(struct oc_callgraph *graph, size_t user, size_t callee, CXCursor site);

// Only the first reason counts.
void oc_callgraph_refuse(struct oc_callgraph *graph, size_t node, struct oc_place place,
                         const char *what);

// At the end: what refers to a node that is refused is refused too.
void oc_callgraph_spread(struct oc_callgraph *graph);

// -Woffload-not-offered: why a function that is refused cannot be device code.
void oc_callgraph_explain(const struct oc_callgraph *graph, struct oc_ast *ast, size_t node);

// Adds the names in `needs` of a node, and of all nodes that it calls, directly or by others. Each
// name is added once.
void oc_callgraph_needs(const struct oc_callgraph *graph, size_t node, struct oc_args *out);

#endif
