// claim.h - temporary directories, which are removed even where their maker was killed.
//
// Who makes one holds a lock on it (flock), which the kernel drops when the process ends, however
// it ends. So one that is a minute old and that nobody holds is what a killed process left, and
// whoever makes the next one beside it removes it. Where a file system has no such locks,
// directories are made all the same, and what killed processes leave stays.
#ifndef OC_BASE_CLAIM_H
#define OC_BASE_CLAIM_H

#include "base/arena.h"

#include <sys/types.h>

// Removes what killed processes left, then makes a directory: `prefix`, which is a path, and 16
// digits that no other has. Sets its path and its descriptor, which holds the lock until it is
// closed; returns 0 or an errno. The directory is the caller's to remove or to rename.
int oc_claim_directory(struct oc_arena *arena, const char *prefix, mode_t mode, const char **path,
                       int *fd);

// A path that such a directory might have, and none has. What is renamed to it may be removed by
// others at any time. Leaves errno as it is.
const char *oc_claim_path(struct oc_arena *arena, const char *prefix);

#endif
