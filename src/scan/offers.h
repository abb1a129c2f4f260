// offers.h - the functions and device variables that a unit defines for device code of other files.
// Private to the scan (see scan.h).
#ifndef OC_OFFERS_H
#define OC_OFFERS_H

#include "scan/ast/ast.h"
#include "scan/reach.h"
#include "scan/variables.h"

// A function is offered if it is marked offload_device and external. A device variable, or a
// constant, is offered if it is external and a declaration with `extern` and the mark says so: that
// of a header. With -fgpu-rdc, all external functions and constants are offered that can be device
// code; without a mark they are optional.
struct oc_offers {
    struct oc_cursors definitions; // of functions and constants
    struct oc_cursors optional;    // likewise
    struct oc_external *items;     // all: definitions, optional ones, device variables
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
