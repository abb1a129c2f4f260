// merge.h - units whose device code is linked, as one unit.
#ifndef OC_MERGE_H
#define OC_MERGE_H

#include "model/unit.h"

// Where a kernel or variable of the merged unit comes from.
struct oc_origin {
    size_t member;    // index of its unit in the array of units that were merged
    const char *name; // its name in that unit
};

struct oc_merged {
    struct oc_unit unit;                 // complete: it needs nothing, and offers nothing
    struct oc_origin *kernels, *globals; // of those of `unit`, in the same order
};

// The kernels and device variables of all members, in order. Static ones of different members may
// have one name: the second becomes "name$2", and so on. The merged unit's source is that of the
// first member. Reports nothing: oc_connect (link/connect.h) has checked what members need.
void oc_units_merge(struct oc_arena *arena, const struct oc_unit *members, size_t count,
                    struct oc_merged *out);

#endif
