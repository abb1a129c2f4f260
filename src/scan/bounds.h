// bounds.h - an array bound's expression as C text of our own. Private to the scan (see scan.h).
//
// The text follows unit.h: parameters are __offloadcc_p<i>, every node states its type, and what
// can overflow is a call of the runtime's checked arithmetic (glue/preamble.h), here "*" in a
// signed type of 4 bytes:
//
//   int w, float x[w * 2 + sizeof(int)]
//   ((unsigned long)(((unsigned long)((int)__offloadcc_checked(__offloadcc_self, __offloadcc_at,
//       __offloadcc_dim, 42, 4, 1, __offloadcc_p0, ((int)2LL)))) + ((unsigned long)4ULL)))
//
// A bound may use earlier parameters, their members, constants (const variables that are
// initialised with one included), casts, and C's operators without side effects.
#ifndef OC_BOUNDS_H
#define OC_BOUNDS_H

#include "scan/ast/ast.h"
#include "scan/counts.h"

// Where a bound stands: what it may use, and how messages call it.
struct oc_bound_site {
    const char *what; // "bound of parameter 'x' of kernel 'k'"

    // A function, whose parameters before this one may be used.
    CXCursor function;
    unsigned param_index;

    // Of a count (counts.h), whose function that is: errors are reported at its declaration. In the
    // count of a member, local variables stand for the members of the struct that `record`, C text,
    // is.
    const struct oc_count *count;
    const char *record;
};

// Fills text, constant and value of `out`. False after a report.
bool oc_bound_write(struct oc_ast *ast, const struct oc_bound_site *site, CXCursor expression,
                    struct oc_bound *out);

// A constant bound that has no expression of its own, as in `typedef float vec[4]`.
void oc_bound_set_constant(struct oc_ast *ast, int64_t value, struct oc_bound *out);

#endif
