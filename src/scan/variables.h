// variables.h - variables with a mark: offload_shared, offload_global. Private to the scan (see
// scan.h).
#ifndef OC_VARIABLES_H
#define OC_VARIABLES_H

#include "scan/ast/ast.h"

// A unit's device variables: those that it defines and that are not const. A const variable with
// the mark is treated as a constant without it.
struct oc_variables {
    struct oc_cursors cursors; // for each, a declaration with its type and initial value
    struct oc_global *globals; // for each, its description, in the same order
};

// Reports marks on declarations that cannot have them, in the whole unit except functions and types
// of system headers. Returns false after a report; `out` is usable also then.
bool oc_variables_read(struct oc_ast *ast, struct oc_variables *out);

// Whether the variable, by any of its declarations, is one of them.
bool oc_variables_contain(const struct oc_variables *variables, CXCursor variable);

#endif
