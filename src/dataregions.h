// dataregions.h - `break` and `continue` that stand in an offload_data. Private to the scan (see
// scan.h).
//
// They leave the region's block, since C has no other way to make one that ends on every way out.
// Inside of a loop or switch that is easily meant otherwise: -Woffload-data-break.
#ifndef OC_DATAREGIONS_H
#define OC_DATAREGIONS_H

#include "ast.h"

// Looks through all functions of the unit, but system headers'.
void oc_dataregions_check(struct oc_ast *ast);

#endif
