// voters.h - lanes that do what vectors cannot, one after the other.
//
// In a loop over the lanes of a group (groups.h), code such as
//
//     v = ...; if (c) old = atomic_add(p, v); ...
//
// keeps all of the loop from vectors, and each lane asks for itself whether c holds. So the loop is
// made twice:
//
//     for (lane ...) { v = ...; if (c) vote; else ... }
//     for (lanes that have voted) { v = ...; old = atomic_add(p, v); ... }
//
// The first loop is for vectors. In the second, mostly one lane is left, or a few. The lanes of a
// group come to no agreement within a region, so which of them is first does not matter.
#ifndef OC_VOTERS_H
#define OC_VOTERS_H

#include "cpu/loops/nest.h"

// Makes two loops of a region's, which must be complete and connected and for all lanes, if only
// some lanes come to such code, and what they do before it can be done twice.
void oc_voters_part(struct oc_threads *threads, size_t region);

#endif
