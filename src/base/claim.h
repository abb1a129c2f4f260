// claim.h - temporary directories that are removed even if the process that made them was killed.
//
// The process that makes a directory holds a lock on it (flock). The operating system drops the
// lock when the process ends, however it ends. So a directory that is a minute old and not locked
// was left by a killed process; the process that makes the next one in the same place removes it.
// If a file system has no such locks, directories are made anyway, and those of killed processes
// stay.
#ifndef OC_BASE_CLAIM_H
#define OC_BASE_CLAIM_H

#include "base/arena.h"

#include <sys/types.h>

// Removes the directories that killed processes left, then makes a new one. Its path is `prefix`
// and 16 digits that no other directory has. Sets `*path`, and `*fd` to a descriptor that holds the
// lock until it is closed. Returns 0 or an errno value. The caller removes or renames the
// directory.
int oc_claim_directory(struct oc_arena *arena, const char *prefix, mode_t mode, const char **path,
                       int *fd);

// Returns an unused path of the same form. A directory that is renamed to it may be removed by
// other processes at any time. Does not change errno.
const char *oc_claim_path(struct oc_arena *arena, const char *prefix);

#endif
