// bounds.h - an array bound's expression as a tree (model/expression.h). Private to the scan (see
// scan.h).
//
// A bound may use earlier parameters, their members, constants (including const variables that are
// initialised with a constant), casts, and C's operators without side effects.
#ifndef OC_BOUNDS_H
#define OC_BOUNDS_H

#include "scan/ast/ast.h"
#include "scan/counts.h"

// What a bound may use, and what messages call it.
struct oc_bound_site {
    const char *what; // "bound of parameter 'x' of kernel 'k'"

    // A function, whose parameters before this one may be used.
    CXCursor function;
    unsigned param_index;

    // Of a count (counts.h), whose function that is: errors are reported at its declaration. In the
    // count of a member, local variables stand for the members whose paths begin with `members`,
    // "in." or "".
    const struct oc_count *count;
    const char *members;
};

// Sets the expression of `out`. False after a report.
bool oc_bound_read(struct oc_ast *ast, const struct oc_bound_site *site, CXCursor expression,
                   struct oc_bound *out);

// Fills `out` for a constant bound without an expression in the parameter, as with
// `typedef float vec[4]`.
struct oc_bound oc_bound_constant(struct oc_ast *ast, int64_t value);

#endif
