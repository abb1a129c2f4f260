// fetchblocks.h - has a block fetch what a later block loads.
//
// In a kernel with barriers, such as
//
//     s[t] = x[block * size + t];
//     barrier();
//     ...
//
// a block reads a piece of an array, and then computes for a while without reading. The processor
// fetches ahead only while code reads, so each block would wait for memory once more. This module
// adds, after the last barrier before a load or where a thread's code begins,
//
//     if (t == 0)
//         for (each line of the elements from x[(block + later) * size])
//             prefetch(line);
//     barrier();
//
// In a kernel with lane functions, the first lane of each group does so for the group, and only the
// lanes of the group wait. Measured: more prefetches at once than the first cache can have open
// wait for each other, so they are best near the loads.
//
// It does so for loads outside of loops, of elements that follow each other as threads do. Loops
// that read arrays have other means (loops/ahead.h, groupprefix.h). A prefetch of an address
// outside of the array does no harm.
#ifndef OC_FETCHBLOCKS_H
#define OC_FETCHBLOCKS_H

#include "ir/ir.h"

// `body` is a thread's code, in the form of oc_simplify_begin (simplify.h).
void oc_fetchblocks_add(struct oc_ir *ir, LLVMValueRef body);

#endif
