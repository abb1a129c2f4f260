// join.h - the device code of several units as one module.
#ifndef OC_JOIN_H
#define OC_JOIN_H

#include "ir/ir.h"
#include "model/merge.h"

// Begins `ir` with the modules of the members, which are unoptimised bitcode in the files `paths`,
// one for each member. What a member does not offer becomes its own, so equal names do not meet.
// The functions and variables that the kernels and device variables of `merged` are found by have
// its names. `apart`: what a member offers is not inlined in others. Returns false after a reported
// failure.
bool oc_join_modules(struct oc_ir *ir, struct oc_arena *arena, struct oc_diag *diag,
                     const struct oc_unit *members, const char *const *paths, size_t count,
                     bool apart, const struct oc_merged *merged);

// For code that the host runs, after that: device variables are the host's, and so are the
// addresses of functions, which such variables may hold. The host's objects know them by their
// names, and static ones by their names and the suffix of their unit (glue/names.h).
void oc_join_with_host(struct oc_ir *ir, const struct oc_unit *members,
                       const struct oc_merged *merged);

// For code that a device runs, instead: removes what only oc_join_with_host needs.
void oc_join_without_host(struct oc_ir *ir);

// At the end, when that code has been optimised: takes the host's addresses of functions.
void oc_join_use_hosts_addresses(struct oc_ir *ir);

// Whether oc_join_with_host would change anything that code does. If not, the host can run the code
// of an image for its architecture.
bool oc_join_needs_host(struct oc_ir *ir, const struct oc_merged *merged);

#endif
