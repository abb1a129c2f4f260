// cachedir.h - the directory and the size of the cache (src/cache/cache.h), from options and
// environment.
//
// --offload-cache=DIR|off, else $OFFLOADCC_CACHE, which takes the same values, else
// $XDG_CACHE_HOME/offloadcc, else ~/.cache/offloadcc. Its size is $OFFLOADCC_CACHE_SIZE bytes, such
// as 500M or 2G; 1G where that is not set. OFFLOADCC_CACHE_VERIFY=1 has the cache checked instead
// of used (src/cache/codestore.h).
#ifndef OC_DRIVER_CACHEDIR_H
#define OC_DRIVER_CACHEDIR_H

#include "base/diag.h"
#include "driver/command.h"

#include <stdint.h>

struct oc_cachedir {
    const char *path; // NULL: nothing is kept
    uint64_t limit;   // bytes
    bool verifies;    // all device code is compiled and compared with what the cache has
};

// False after a report: a variable has a value that is not one of its values.
bool oc_cachedir_find(struct oc_arena *arena, const struct oc_command *command,
                      struct oc_diag *diag, struct oc_cachedir *out);

// Adds the options by which offloadcc-cc1 and offloadcc-scan get the directory and limit.
void oc_cachedir_add(const struct oc_cachedir *cachedir, struct oc_args *out);

#endif
