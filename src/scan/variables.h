// variables.h - variables with a mark: offload_shared, offload_global. Private to the scan (see
// scan.h).
#ifndef OC_VARIABLES_H
#define OC_VARIABLES_H

#include "scan/ast/ast.h"

// A unit's device variables: those that it defines and that are not const. A const one with the
// mark is a table like any other.
struct oc_variables {
    struct oc_cursors cursors; // a declaration of each that says its type and initial value
    struct oc_global *globals; // the same, described
};

// Reports marks on what cannot carry them, in the whole unit but functions and types of system
// headers. False after a report; what is put into `out` is then still good to go on with.
bool oc_variables_read(struct oc_ast *ast, struct oc_variables *out);

// Whether the variable is one of them, through any of its declarations.
bool oc_variables_contain(const struct oc_variables *variables, CXCursor variable);

#endif
