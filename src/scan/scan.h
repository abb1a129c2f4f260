// scan.h - finds the kernels of a translation unit and what they need.
//
// The scan parses a source file with libclang, exactly as clang would compile it for the host, and
// fills the plain structs of unit.h. It also checks the rules that need types and the call graph:
// each parameter of a kernel can be mapped, and device code calls and uses only functions and
// variables that exist on a device. It generates no code.
//
// The scan is scan.c (parsing, kernels), params.c (their parameters), directions.c (which way data
// goes), members.c (pointers in structs), counts.c (their counts), bounds.c (bound expressions),
// variables.c (shared and device variables), reach.c (what device code refers to), launches.c (the
// arguments of offload()), barriers.c and divergence.c (barriers that not all threads reach),
// advice.c (hints). They use libclang through ast.h. No other folder uses libclang.
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
    OC_SCAN_NONE,       // the unit defines no kernels: plain clang can compile it
    OC_SCAN_UNPARSABLE, // clang finds errors in it, and will report them; at most notes about these
                        // errors were reported (clangerrors.h)
    OC_SCAN_ERRORS,     // a kernel or launch breaks a rule; all errors were reported
};

// Scans `source`, in clang's `language`: "c", "cpp-output" or "c++", of which the result is never
// OC_SCAN_KERNELS: a kernel that is defined in C++ is an error. `args` are options of the clang
// driver without the program's name and the input; options that ask for output files have no
// effect. `out` is filled on OC_SCAN_KERNELS only, and lives in the arena. If `key` is not NULL, it
// is set to a key of the source (sourcekey.h), also in the arena, or to NULL if there is none.
//
// A kernel counts if this unit emits its definition, which it does not for a C99 inline definition
// without an extern declaration. The mark offload_kernel is on the definition or an earlier
// declaration: clang ignores attributes on later ones, with a warning.
enum oc_scan_result oc_scan(struct oc_arena *arena, const char *source, const char *language,
                            const char *const *args, size_t arg_count, struct oc_diag *diag,
                            struct oc_unit *out, const struct oc_sourcekey_request *wanted,
                            const char **key);

#endif
