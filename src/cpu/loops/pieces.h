// pieces.h - cuts rows of threads where a quotient of the index changes.
//
// `i = offload_global_id(0); row = i / width; column = i % width;`: for a piece of the threads, the
// quotient stays the same and the remainder grows by one from thread to thread. So does the index
// of a neighbour in an array whose end is joined to its beginning, `(x + 1) % width`. A division
// for each thread is slow, and nothing would show that threads access neighbouring elements. So an
// x loop is put into a loop over such pieces, and computes the quotient once for each.
//
//     for x, from `low` to `high` - 1: ...
//
// becomes
//
//     for (from = low; from < high; from = to)
//         compute the quotients and remainders of `from`, and where one of the quotients changes
//         for x, from `from` to `to` - 1: ...
//
// Where a divisor turns out to be very small, a copy of the x loop runs the row as it was.
#ifndef OC_PIECES_H
#define OC_PIECES_H

#include "cpu/loops/nest.h"

// Cuts a region's rows, if its code divides the index by numbers that are the same for a row. Then
// the region's loops are those over one piece. Returns whether it did.
bool oc_pieces_cut(struct oc_threads *threads, size_t region);

#endif
