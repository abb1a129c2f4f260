// offers.h - the functions and device variables that a unit defines for device code of other files.
// Private to the scan (see scan.h).
#ifndef OC_OFFERS_H
#define OC_OFFERS_H

#include "scan/ast/ast.h"
#include "scan/variables.h"

// A function is offered if it is marked offload_device and external. A device variable is offered
// if it is external and a declaration with `extern` says so: that of a header.
struct oc_offers {
    struct oc_cursors functions; // their definitions
    struct oc_external *items;   // all, functions first
    size_t count;
};

// `functions` are the definitions of functions with the mark. Sets `*valid` to false after a
// report.
void oc_offers_read(struct oc_ast *ast, const struct oc_cursors *functions,
                    const struct oc_variables *variables, struct oc_offers *out, bool *valid);

// Whether there is any such function or variable.
bool oc_offers_any(struct oc_ast *ast, const struct oc_cursors *functions);

#endif
