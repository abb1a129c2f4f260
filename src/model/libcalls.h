// libcalls.h - the C library functions that a kernel may call.
//
// The scan accepts calls of these; the device pass replaces the calls or links the functions. They
// are one sorted table, in which the double and the float form of a math function are separate
// rows.
#ifndef OC_LIBCALLS_H
#define OC_LIBCALLS_H

#include "base/arena.h"

#include <stddef.h>

enum oc_libcall_class {
    OC_LIBCALL_MATH,
    OC_LIBCALL_MEMORY,
    OC_LIBCALL_C, // of libc-<target>.bc on GPUs (device/clibrary.h)
    OC_LIBCALL_PRINT,
    OC_LIBCALL_ABORT, // abort, and what a failing assert calls
};

struct oc_libcall {
    const char *name;
    enum oc_libcall_class class;
    // libclc's function with the same meaning, argument types and result. Its symbol is
    // _Z<length of libclc><libclc><signature>, in the libraries that CMakeLists.txt names. NULL if
    // there is none, or if it differs (frexp and modf take pointers to other address spaces).
    const char *libclc;
    // Itanium's letters for the parameters: "d", "ff", "di". NULL: no library has the function. Not
    // NULL without `libclc`: only vendors' libraries have it. Functions of offload_math.h are
    // defined in the module, and that code stays where no library has the function.
    const char *signature;
};

// All of them, sorted by name as strcmp does.
extern const struct oc_libcall oc_libcalls[];
extern const size_t oc_libcall_count;

// NULL if a kernel may not call it.
const struct oc_libcall *oc_libcall_find(const char *name);

// The symbol of libclc's function for it, or NULL.
const char *oc_libcall_symbol(struct oc_arena *arena, const struct oc_libcall *call);

#endif
