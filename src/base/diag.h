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

// Reads the place that a message begins with, "x.c:3:5: ", and returns the rest of it. Where there
// is none, all is returned, and the place has no file.
const char *oc_place_split(struct oc_arena *arena, const char *message, struct oc_place *place);

struct oc_diag {
    FILE *stream;               // where messages go; stderr in the programs
    const char *tool;           // what stands before a message without a place: "offloadcc"
    bool color;                 // ANSI colours as clang uses them
    bool no_source;             // -fno-caret-diagnostics
    bool warnings_as_errors;    // -Werror
    bool no_warnings;           // -w
    const char *const *options; // about our warnings, without "-W", in order: "no-offload-x",
    size_t option_count;        // "error=offload-x", "no-error=offload-x"
    unsigned errors;            // so far
    unsigned warnings;          // so far, also those that are not shown
};

// Reports a message. The source line and a caret follow where the place's file can be read.
// `warning` names the flag that controls a warning, without its "-W", or that asked for a remark,
// without its "-R", or is NULL. It may have a value, which is shown: "pass-failed=inline".
void oc_report(struct oc_diag *diag, enum oc_severity severity, struct oc_place place,
               const char *warning, const char *format, ...) __attribute__((format(printf, 5, 6)));

// Whether a warning of this name is shown: for the sake of its notes.
bool oc_diag_shows(const struct oc_diag *diag, const char *warning);

// Whether there is such a warning of ours (warnings.def), or the group of all: "offload"; and the
// names of all, NULL behind the last.
bool oc_diag_knows(const char *warning);
const char *oc_diag_warning(size_t index);

// The same without a place.
#define oc_error(diag, ...) oc_report((diag), OC_ERROR, (struct oc_place){0}, NULL, __VA_ARGS__)
#define oc_note(diag, ...) oc_report((diag), OC_NOTE, (struct oc_place){0}, NULL, __VA_ARGS__)

#endif
