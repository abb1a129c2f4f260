// addresses.h - where the address of an object goes.
#ifndef OC_ADDRESSES_H
#define OC_ADDRESSES_H

#include "host/resident/flow.h"

struct oc_addresses {
    const struct oc_flow *flow;
    struct oc_map known;     // of `values`
    struct oc_values values; // that may be addresses in the object
    struct oc_values users;  // functions that use such values
    bool escapes;            // code that is not seen may get one
    bool is_written;         // host code writes the object
    bool is_launched;        // one is passed to a launch
    bool is_kept;            // a static variable holds one
};

// Follows the address of an object through the functions that are seen, until it escapes.
void oc_addresses_follow(const struct oc_flow *flow, struct oc_arena *arena, LLVMValueRef object,
                         struct oc_addresses *out);

// Whether a variable holds nothing but addresses, or null, and is only loaded and stored, by
// functions that are seen: so what is loaded was stored here.
bool oc_addresses_is_variable(const struct oc_flow *flow, LLVMValueRef variable);

#endif
