// diag.h - the one place where messages to the user are printed, in clang's form.
//
//   x.c:3:15: error: parameter 'x' of kernel 'k' has no bound [-Woffload-...]
//   void k(float *x)
//                 ^
//   offloadcc: error: no such file or directory: 'y.c'
//
// Functions that can fail return a status and report once, here; nothing below main prints or
// exits.
#ifndef OC_BASE_DIAG_H
#define OC_BASE_DIAG_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum oc_severity { OC_NOTE, OC_REMARK, OC_WARNING, OC_ERROR };

// A place in a source file: 1-based line and column; column 0 is unknown. file NULL: no place.
struct oc_place {
    const char *file;
    unsigned line;
    unsigned column;
};

// Reads the place at the beginning of a message, such as "x.c:3:5: ", and returns the rest of the
// message. If there is no place, returns the whole message, and place->file is NULL.
const char *oc_place_split(struct oc_arena *arena, const char *message, struct oc_place *place);

struct oc_diag {
    FILE *stream;               // where messages are printed; stderr in the programs
    const char *tool;           // printed before a message that has no place: "offloadcc"
    bool color;                 // use ANSI colours as clang does
    bool no_source;             // -fno-caret-diagnostics
    bool warnings_as_errors;    // -Werror
    bool no_warnings;           // -w
    const char *const *options; // the -W options for our warnings, without "-W", in the order of
    size_t option_count;        // the command line: "no-offload-x", "error=offload-x"
    unsigned errors;            // number of errors reported so far
    unsigned warnings;          // number of warnings reported so far, including hidden ones
};

// Reports a message. The source line and a caret follow if the place's file can be read. `warning`
// is the option that controls a warning, without "-W", or the option that asked for a remark,
// without "-R"; or NULL. It may include a value, which is printed: "pass-failed=inline".
void oc_report(struct oc_diag *diag, enum oc_severity severity, struct oc_place place,
               const char *warning, const char *format, ...) __attribute__((format(printf, 5, 6)));

// Whether a warning of this name would be shown. Callers ask before they add notes to it.
bool oc_diag_shows(const struct oc_diag *diag, const char *warning);

// Whether `warning` is one of our warnings (warnings.def), or "offload", the group of all of them.
// oc_diag_warning returns their names by index, and NULL after the last.
bool oc_diag_knows(const char *warning);
const char *oc_diag_warning(size_t index);

// Reports an error or a note without a place.
#define oc_error(diag, ...) oc_report((diag), OC_ERROR, (struct oc_place){0}, NULL, __VA_ARGS__)
#define oc_note(diag, ...) oc_report((diag), OC_NOTE, (struct oc_place){0}, NULL, __VA_ARGS__)

#endif
