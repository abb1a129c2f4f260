// temp.h - the private directory of an invocation.
#ifndef OC_DRIVER_TEMP_H
#define OC_DRIVER_TEMP_H

#include "base/arena.h"
#include "base/diag.h"

struct oc_temp {
    const char *path;       // of the directory; NULL before it is made and after it is removed
    int fd;                 // holds the claim (base/claim.h)
    const char *old_tmpdir; // TMPDIR as it was, or NULL
};

// Makes a directory in $TMPDIR or /tmp that only the user can read, and sets TMPDIR to it, so that
// temporary files of our children are removed with it. Also removes directories that killed
// invocations left. Returns false, after a report, if it fails. If $TMPDIR does not exist, that is
// an error if it is `needed`, as when clang links; else /tmp is used.
bool oc_temp_make(struct oc_temp *temp, struct oc_arena *arena, bool needed, struct oc_diag *diag);

// Removes the directory and its content, and restores TMPDIR. Does nothing the second time.
void oc_temp_remove(struct oc_temp *temp);

#endif
