// extents.h - how far a kernel's code indexes a pointer, for messages: a guess from comparisons.
// Private to the scan (see scan.h).
//
//     if (row < rows && col < cols)
//         power[row * cols + col] = 0;    // of power: "rows * cols"
//
// The index's largest value follows from what its parts are compared with (`i < n`, `if (i >= n)
// return`, the condition of a loop), wherever in the function that is, and from their initial
// values. Functions that the pointer is passed to are looked at too. Nothing is proven: an index
// that is compared with a parameter for another reason gives a wrong guess.
#ifndef OC_EXTENTS_H
#define OC_EXTENTS_H

#include "scan/ast/ast.h"

// The number of elements that accesses seem to need.
struct oc_extent {
    const char *count; // C text over parameters; NULL: the code does not show it
    bool before;       // it uses only parameters before the pointer
    CXCursor access;   // the first access with the largest index
    const char *last;  // the largest index, as text
    bool *other;       // for each parameter: the kernel has accesses, and uses the parameter, so it
                       // would be in `count` if it were the count
};

// Of the elements of `param`, a pointer or array parameter of `function`, whose body is visible.
struct oc_extent oc_extent_find(struct oc_ast *ast, CXCursor function, CXCursor param);

#endif
