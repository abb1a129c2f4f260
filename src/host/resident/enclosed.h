// enclosed.h - objects that code which is not seen cannot look at.
//
// An enclosed object is a static variable or an allocation (malloc) whose address no such code ever
// gets: it is only stored in variables of the file that hold nothing else, and only passed to
// functions that are seen, to launches, and to functions of the C library that keep no pointer. So
// it may be out on a device while code runs that is not seen. A static variable, or what one points
// to, is enclosed only if main and functions that only main calls use it: then nothing looks at it
// when the program ends.
#ifndef OC_ENCLOSED_H
#define OC_ENCLOSED_H

#include "host/resident/flow.h"

// What is known of an object.
enum {
    OC_FACT_ENCLOSED = 1, // as above
    OC_FACT_FRESH = 2,    // only launches write it: until one does, it has no values
    OC_FACT_ZERO = 4,     // only launches write it: until one does, it is zero
};

struct oc_enclosed {
    const struct oc_flow *flow;
    struct oc_map objects;   // the facts of each allocation and variable that launches get
    struct oc_map addresses; // the values that may be addresses in enclosed objects
    struct oc_map users;     // the functions that use such values
};

// Follows the addresses of all objects.
void oc_enclosed_read(const struct oc_flow *flow, struct oc_enclosed *out);

// What is known of the object that an address is in, whichever that is.
unsigned oc_enclosed_facts(const struct oc_enclosed *enclosed, LLVMValueRef address);

// Whether an address may be in an enclosed object.
bool oc_enclosed_has(const struct oc_enclosed *enclosed, LLVMValueRef address);

// Whether a function uses an enclosed object.
bool oc_enclosed_is_used_by(const struct oc_enclosed *enclosed, LLVMValueRef function);

#endif
