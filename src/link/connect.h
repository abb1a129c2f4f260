// connect.h - which units of a program share device code.
#ifndef OC_CONNECT_H
#define OC_CONNECT_H

#include "base/diag.h"
#include "model/unit.h"

// An incomplete unit, and the object that it is in.
struct oc_linked_unit {
    struct oc_unit unit;
    const char *object; // "b.o", "libx.a(b.o)"
    bool *weak;         // of what it offers: whether another definition may take its place
    bool *optional;     // of what it needs: whether it does without (a weak declaration)
    // Set by oc_connect: of what it offers, whether it is marked, or device code uses it; and of
    // what it needs, whether that counts (oc_external.is_optional).
    bool *is_offered, *is_needed;
    size_t component; // set by oc_connect: of the component that it belongs to
};

struct oc_link_inputs;

// Units that need what others of them offer, directly or by others, are one component: their device
// code is compiled as one. Numbers the components from 0, in the order of their first units, and
// returns their number in *components. Reports what is needed and not offered, and what several
// units offer, at its line; returns false then.
// inputs: tells, for messages, what else defines a symbol.
// takes_first: several units may offer something (-z muldefs); the first one's counts.
bool oc_connect(struct oc_arena *arena, struct oc_linked_unit *units, size_t count,
                struct oc_link_inputs *inputs, bool takes_first, struct oc_diag *diag,
                size_t *components);

#endif
