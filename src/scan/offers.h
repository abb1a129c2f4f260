// offers.h - the functions and device variables that a unit defines for device code of other files.
// Private to the scan (see scan.h).
#ifndef OC_OFFERS_H
#define OC_OFFERS_H

#include "scan/ast/ast.h"
#include "scan/reach.h"
#include "scan/variables.h"

// A function is offered if it is marked offload_device and external. With -fgpu-rdc, all external
// functions are offered that can be device code; those without the mark are optional. A device
// variable is offered if it is external and a declaration with `extern` says so: that of a header.
struct oc_offers {
    struct oc_cursors functions, optional; // their definitions
    struct oc_external *items;             // all: functions, optional ones, variables
    size_t count;
    struct oc_callgraph graph; // of the optional ones
};

// `functions` are the definitions of functions with the mark, and `all` those of external
// functions, of which those without the mark are optional. Sets `*valid` to false after a report.
void oc_offers_read(struct oc_ast *ast, const struct oc_cursors *functions,
                    const struct oc_cursors *all, const struct oc_variables *variables,
                    struct oc_offers *out, bool *valid);

// Fills in what the optional functions reach of the unit's needs.
void oc_offers_reach(struct oc_ast *ast, const struct oc_offers *offers,
                     const struct oc_reached *reached);

// Whether there is any such function or variable.
bool oc_offers_any(struct oc_ast *ast, const struct oc_cursors *functions);

#endif
