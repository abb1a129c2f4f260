// dataregions.h - what is wrong with data regions, and clang would not say. Private to the scan
// (see scan.h).
//
// `break` and `continue` leave the region's block, since C has no other way to make one that ends
// on every way out. Inside of a loop or switch that is easily meant otherwise:
// -Woffload-data-break. An item that copies back to const data is an error.
#ifndef OC_DATAREGIONS_H
#define OC_DATAREGIONS_H

#include "scan/ast/ast.h"

// Looks through all functions of the unit, but system headers'.
void oc_dataregions_check(struct oc_ast *ast);

// Whether a `for` is a region's, the expressions that its items are, and the user's block. Items
// are calls (oc_dataregions_item).
bool oc_dataregions_is_region(struct oc_ast *ast, CXCursor loop);
struct oc_cursors oc_dataregions_items(struct oc_ast *ast, CXCursor region);
CXCursor oc_dataregions_block(struct oc_ast *ast, CXCursor region);

// Whether the region names a device.
bool oc_dataregions_has_device(struct oc_ast *ast, CXCursor region);

// The direction of an item, "tofrom"; its address and its count.
const char *oc_dataregions_item(struct oc_ast *ast, CXCursor item, CXCursor *address,
                                CXCursor *count);

#endif
