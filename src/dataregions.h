// dataregions.h - what is wrong with data regions, and clang would not say. Private to the scan
// (see scan.h).
//
// `break` and `continue` leave the region's block, since C has no other way to make one that ends
// on every way out. Inside of a loop or switch that is easily meant otherwise:
// -Woffload-data-break. An item that copies back to const data is an error.
#ifndef OC_DATAREGIONS_H
#define OC_DATAREGIONS_H

#include "ast.h"

// Looks through all functions of the unit, but system headers'.
void oc_dataregions_check(struct oc_ast *ast);

#endif
