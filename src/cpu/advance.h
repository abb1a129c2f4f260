// advance.h - indices and pointers that all threads move on alike.
//
// In `for (...) { sum += *p; p += n; }` each thread has a pointer of its own, but n is the same for
// all of them. Then the pointer is where it began, plus a distance that all threads have in common:
//
//     for (..., distance = 0) { sum += *(start + distance); distance += n; }
//
// So neighbouring threads are seen to access neighbouring elements, and no thread's pointer is kept
// in memory while others run.
#ifndef OC_ADVANCE_H
#define OC_ADVANCE_H

#include "cpu/analysis/uniform.h"

// Rewrites such indices and pointers. Returns whether there are any: then `uniform` says nothing of
// the new values.
bool oc_advance_alike(const struct oc_body *body, const struct oc_uniform *uniform);

#endif
