// dataregions.h - mistakes in data regions that clang does not report. Private to the scan (see
// scan.h).
//
// `break` and `continue` leave the region's block, because the macro offload_data is a `for` loop.
// If a loop or switch is around the region, they were probably meant for that:
// -Woffload-data-break. A region whose block is a semicolon: -Woffload-empty-region. An item that
// copies back to const data is an error.
#ifndef OC_DATAREGIONS_H
#define OC_DATAREGIONS_H

#include "scan/ast/ast.h"

// Checks all functions of the unit, except those of system headers.
void oc_dataregions_check(struct oc_ast *ast);

// Whether a `for` loop is a region; the region's items, which are calls (oc_dataregions_item); and
// the user's block in it.
bool oc_dataregions_is_region(struct oc_ast *ast, CXCursor loop);
struct oc_cursors oc_dataregions_items(struct oc_ast *ast, CXCursor region);
CXCursor oc_dataregions_block(struct oc_ast *ast, CXCursor region);

// Whether the region names a device.
bool oc_dataregions_has_device(struct oc_ast *ast, CXCursor region);

// Returns the direction of an item, such as "tofrom"; sets its address and its count.
const char *oc_dataregions_item(struct oc_ast *ast, CXCursor item, CXCursor *address,
                                CXCursor *count);

#endif
