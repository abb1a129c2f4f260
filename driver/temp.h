// temp.h - the private directory of an invocation.
#ifndef OC_DRIVER_TEMP_H
#define OC_DRIVER_TEMP_H

#include "base/arena.h"
#include "base/diag.h"

struct oc_temp {
    const char *path;       // NULL: there is none
    int fd;                 // holds the claim (base/claim.h)
    const char *old_tmpdir; // TMPDIR as it was, or NULL
};

// Makes a directory in $TMPDIR or /tmp, readable for the user alone, and points TMPDIR to it: what
// our children make is removed with it. What killed invocations left there goes too. Returns false,
// having said why, when that fails. A $TMPDIR that is missing is an error if it is `needed`, as it
// is for clang to link; else /tmp serves.
bool oc_temp_make(struct oc_temp *temp, struct oc_arena *arena, bool needed, struct oc_diag *diag);

// Removes it and all in it, and restores TMPDIR. Does nothing the second time.
void oc_temp_remove(struct oc_temp *temp);

#endif
