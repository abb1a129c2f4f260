// hostevents.h - what a block of the host's code does with arrays, in the order of its text.
// Private to the scan (see scan.h).
//
// The result is a list of events: reads and writes of elements, launches, updates, calls. The loops
// and the branches of conditions around an event are its scopes. Operands that are not evaluated
// (sizeof, typeof) give no events. Each access names its array, which is a variable. If an array's
// address is used in another way, so that not all of its accesses are known, there is an event
// OC_EVENT_OTHER.
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
    OC_EVENT_LIBRARY,     // a function of a system header gets `variable`'s address
    OC_EVENT_CALL,        // a call of a function that may write host memory, but does nothing else
    OC_EVENT_UNKNOWN,     // may do anything, such as an update
    OC_EVENT_EXIT,        // ends the program
    OC_EVENT_OTHER,       // `variable`'s address is used in another way, or it is assigned
};

// A loop's body with its condition, or an arm: a branch of a condition, or the block itself.
struct oc_scope {
    const struct oc_scope *outer; // NULL: this is the block
    bool is_loop;
    bool jumps; // a statement in it, but not in an inner scope, leaves it
    bool asks;  // an arm: its condition calls functions, which may test whether there is a device
    CXCursor counter; // a loop: the variable that is less than `limit` in its body, or null
    CXCursor limit;   // an expression
};

struct oc_event {
    enum oc_event_kind kind;
    CXCursor cursor;              // the expression
    CXCursor variable;            // the array, for the kinds whose comments mention it
    const struct oc_scope *scope; // the innermost around it
    bool reads;                   // OC_EVENT_WRITE: it reads the element first, as `+=` does
    bool is_object; // the variable itself, or a member of it, not what it points to or has as
                    // elements
    bool is_first;  // element 0, by `*y` or `y->member`
    CXCursor index; // of the element, in the outermost dimension, if neither of these two is set
    CXCursor value; // OC_EVENT_WRITE: what `=` assigns; else null
    struct oc_kernel_launch launch; // OC_EVENT_LAUNCH; its kernel is NULL if the unit does not
                                    // define it, or if the launch has `.device`
};

struct oc_events {
    struct oc_event *items;
    size_t count;
    size_t capacity;
    bool unknown; // jumps, assembly, OpenMP: the order of the text says nothing
};

// Reads the events of a block.
struct oc_events oc_hostevents_read(struct oc_ast *ast, const struct oc_unit *unit, CXCursor block);

// Whether `scope` is `outer`, or inside it.
bool oc_scope_is_in(const struct oc_scope *scope, const struct oc_scope *outer);

// The innermost arm around a scope, or the scope itself.
const struct oc_scope *oc_scope_arm(const struct oc_scope *scope);

// Whether a loop contains both events.
bool oc_hostevents_share_loop(const struct oc_event *a, const struct oc_event *b);

// The variable whose first element an address points to, as in `y`, `&y[0]` or `&object`; else a
// null cursor.
CXCursor oc_hostevents_base(struct oc_ast *ast, CXCursor address);

// The expression without parentheses and conversions; explicit ones only if `casts`.
CXCursor oc_hostevents_strip(struct oc_ast *ast, CXCursor expression, bool casts);

#endif
