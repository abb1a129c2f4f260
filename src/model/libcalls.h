// libcalls.h - the C library functions that a kernel may call.
//
// The scan lets these pass; the device pass replaces or links them. One sorted table, the double
// and the float form of a math function each with its row.
#ifndef OC_LIBCALLS_H
#define OC_LIBCALLS_H

#include "base/arena.h"

#include <stddef.h>

enum oc_libcall_class {
    OC_LIBCALL_MATH,
    OC_LIBCALL_MEMORY,
    OC_LIBCALL_PRINT,
    OC_LIBCALL_ABORT, // abort, and what a failing assert calls
};

struct oc_libcall {
    const char *name;
    enum oc_libcall_class class;
    // libclc's function of the same meaning, argument types and result: the symbol
    // _Z<length of libclc><libclc><signature>, in the libraries that CMakeLists.txt names. NULL
    // where there is none, or where it differs (frexp and modf take pointers to other address
    // spaces).
    const char *libclc;
    const char *signature; // Itanium's letters for the parameters: "d", "ff", "di"
};

// All of them, sorted by name as strcmp does.
extern const struct oc_libcall oc_libcalls[];
extern const size_t oc_libcall_count;

// NULL if a kernel may not call it.
const struct oc_libcall *oc_libcall_find(const char *name);

// The symbol of libclc's function for it, or NULL.
const char *oc_libcall_symbol(struct oc_arena *arena, const struct oc_libcall *call);

#endif
