// reach.h - what device code refers to. Private to the scan (see scan.h).
//
// Device code is the bodies of kernels and of functions that are offered to other files, the
// functions that they call or take the address of, the device variables, and the constants that
// these read, transitively, within the unit. Operands that are not evaluated (sizeof, typeof) do
// not count.
#ifndef OC_REACH_H
#define OC_REACH_H

#include "scan/ast/ast.h"
#include "scan/callgraph.h"
#include "scan/variables.h"

#include "base/text.h"

struct oc_reached {
    struct oc_args tables;     // the constants at file scope that are used
    struct oc_args inlines;    // the inline functions that unit.h describes
    struct oc_external *needs; // what other files are to define, once each
    size_t need_count, need_capacity;
    bool stops;                  // calls of abort or exit are among them
    struct oc_cursors variables; // the device variables among these
};

// Starts at the definitions of functions and constants, which are kernels and what is offered
// (offers.h), and at the initial values of device variables. What only the `optional` ones need is
// optional. Reports everything that device code cannot do, once each, with the chain of calls to
// it. Returns false after a report.
bool oc_reach_walk(struct oc_ast *ast, const struct oc_cursors *definitions,
                   const struct oc_cursors *optional, const struct oc_variables *variables,
                   struct oc_reached *out);

// What these definitions refer to, and whether they can be device code. Reports nothing.
void oc_reach_graph(struct oc_ast *ast, const struct oc_cursors *definitions,
                    const struct oc_variables *variables, struct oc_callgraph *out);

#endif
