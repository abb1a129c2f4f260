// knowncalls.h - what functions of the C library do with the caller's memory.
//
// A call of any other function that another file defines may do anything. None of these keeps a
// pointer, calls back, or lets another thread see what this one has written.
#ifndef OC_KNOWNCALLS_H
#define OC_KNOWNCALLS_H

#include "ir/ir.h"

enum oc_touch_kind {
    OC_TOUCH_NONE,
    OC_TOUCH_READ,      // reads the bytes
    OC_TOUCH_WRITE,     // writes some of them, and may read them
    OC_TOUCH_OVERWRITE, // writes all of them, and reads none
    OC_TOUCH_STRING,    // reads up to a null byte
    OC_TOUCH_FREE,      // ends the object
};

// A pointer argument and how many bytes: `bytes`, or the product of two arguments, counted from 0.
struct oc_touch {
    enum oc_touch_kind kind;
    unsigned pointer;
    unsigned bytes;   // if not 0; OC_ALL_BYTES: all from there on
    signed char size; // the argument that has the size
    signed char more; // the argument that the size is multiplied by; -1: none
};

#define OC_ALL_BYTES (~0u)

enum { OC_MOST_TOUCHES = 2 };

struct oc_known_call {
    const char *name;
    // What is overwritten comes last: it may be read too, by a pointer before it.
    struct oc_touch touches[OC_MOST_TOUCHES];
    // The number of the argument that is a format of printf's, or -1: the pointers after it are
    // read as strings.
    signed char format;
    // The number of the argument that is a stream, or -1.
    signed char stream;
};

// What a function does, by its name; NULL if it is not known.
const struct oc_known_call *oc_known_call(const char *name);

// Whether a call of that function does no more than is known. Of streams, that is so for stdin,
// stdout and stderr, and for files that the same function opens. Others may have functions of the
// program (fopencookie), or be memory (fmemopen).
bool oc_known_call_is_certain(const struct oc_known_call *known, LLVMValueRef call);

#endif
