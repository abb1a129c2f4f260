// hostevents.h - what a block of the host's code does with arrays, in the order of its text.
// Private to the scan (see scan.h).
//
// A list of events: reads and writes of elements, launches, updates, calls. Loops and the arms of
// conditions around an event are its scopes. What is not evaluated (sizeof, typeof) is left out.
// Events say what is plain to see: an access names its array (a variable), and where an array's
// address goes another way, OC_EVENT_OTHER says that its accesses are not all known.
#ifndef OC_HOSTEVENTS_H
#define OC_HOSTEVENTS_H

#include "scan/ast/ast.h"
#include "scan/launches.h"

enum oc_event_kind {
    OC_EVENT_READ,        // of an element of `variable`
    OC_EVENT_WRITE,       // likewise
    OC_EVENT_LAUNCH,      // also a plain call of a kernel
    OC_EVENT_UPDATE_TO,   // of `variable`; a null cursor: of any array
    OC_EVENT_UPDATE_FROM, // likewise
    OC_EVENT_LIBRARY,     // a function of a system header is given `variable`'s address
    OC_EVENT_CALL,        // a function that may write host memory, and does nothing else
    OC_EVENT_UNKNOWN,     // may do anything, such as an update
    OC_EVENT_EXIT,        // ends the program
    OC_EVENT_OTHER,       // `variable`'s address is used in another way, or it is assigned
};

// A loop's body with its condition, an arm of a condition, or the block itself, which is an arm.
struct oc_scope {
    const struct oc_scope *outer; // NULL: the block
    bool is_loop;
    bool jumps;       // something in it, but in no scope further in, leaves it
    bool asks;        // an arm: its condition calls functions that may ask for devices
    CXCursor counter; // a loop: the variable that is less than `limit` in its body, or null
    CXCursor limit;   // an expression
};

struct oc_event {
    enum oc_event_kind kind;
    CXCursor cursor, variable;
    const struct oc_scope *scope;
    bool reads;     // OC_EVENT_WRITE: it reads the element before, as `+=`
    bool is_object; // the variable itself, or a member of it, not what it points to or has as
                    // elements
    bool is_first;  // element 0, by `*y` or `y->member`
    CXCursor index; // of the element, in the outermost dimension, unless one of these holds
    struct oc_kernel_launch launch; // OC_EVENT_LAUNCH; the kernel is NULL where it is not defined
                                    // here, or on a device of its own
};

struct oc_events {
    struct oc_event *items;
    size_t count;
    size_t capacity;
    bool unknown; // jumps, assembly, OpenMP: the order of the text says nothing
};

struct oc_events oc_hostevents_read(struct oc_ast *ast, const struct oc_unit *unit, CXCursor block);

// Whether one scope is the other, or in it.
bool oc_scope_is_in(const struct oc_scope *scope, const struct oc_scope *outer);

// The innermost arm around a scope, or the scope itself.
const struct oc_scope *oc_scope_arm(const struct oc_scope *scope);

// The variable that an address is the first element of: `y`, `&y[0]`, or `&object`; else a null
// cursor.
CXCursor oc_hostevents_base(struct oc_ast *ast, CXCursor address);

// The expression without parentheses and conversions; explicit ones only if `casts`.
CXCursor oc_hostevents_strip(struct oc_ast *ast, CXCursor expression, bool casts);

#endif
