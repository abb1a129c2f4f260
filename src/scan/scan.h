// scan.h - finds the kernels of a translation unit and what they need.
//
// The scan parses a source file with libclang, exactly as clang would compile it for the host, and
// fills the plain structs of unit.h. It also checks what only the types and the call graph can
// show: that each parameter of a kernel can be mapped, and that device code calls and uses only
// what exists on a device. It generates no code.
//
// The scan is scan.c (parsing, kernels), params.c (their parameters), directions.c (which way data
// goes), members.c (pointers in structs), counts.c (their counts), bounds.c (bound expressions),
// variables.c (shared and device variables), reach.c (what device code refers to), launches.c (what
// offload() is given), barriers.c and divergence.c (barriers that not all threads come to),
// advice.c (hints), over ast.h. No other file knows libclang.
#ifndef OC_SCAN_H
#define OC_SCAN_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "model/unit.h"
#include "scan/key/request.h"

#include <stddef.h>

enum oc_scan_result {
    OC_SCAN_KERNELS,    // the unit defines kernels; `out` describes them
    OC_SCAN_NONE,       // it parses and defines none: plain clang can compile it
    OC_SCAN_UNPARSABLE, // clang finds errors in it; nothing was reported, clang will
    OC_SCAN_ERRORS,     // a kernel is not acceptable; all reasons were reported
};

// Scans `source`, which is of clang's `language`: "c" or "cpp-output". `args` are options of the
// clang driver without the program's name and the input; options that ask for output files have no
// effect. What is put into `out`, on OC_SCAN_KERNELS only, lives on the arena. So does a key of the
// source, if `key` is not NULL: see sourcekey.h for what is asked, and when there is none (NULL).
//
// A kernel counts if this unit emits its definition: a C99 inline definition that nothing makes
// extern does not. The mark is on the definition or an earlier declaration: clang ignores
// attributes on later ones, with a warning.
enum oc_scan_result oc_scan(struct oc_arena *arena, const char *source, const char *language,
                            const char *const *args, size_t arg_count, struct oc_diag *diag,
                            struct oc_unit *out, const struct oc_sourcekey_request *wanted,
                            const char **key);

#endif
