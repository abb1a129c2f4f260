// guess.h - a head start for the host's front end.
//
// The front end compiles the source with the glue (src/glue/glue.h), which the scan writes. While
// the kernels do not change, the glue is the same as in the last build. So the cache
// (src/cache/cache.h) keeps it with clang's cc1 command, and the next build starts the front end
// with both while the scan still runs. The result is used only if the scan writes the same glue,
// `clang -###` prints the same command, and the front end prints no messages.
//
// If `clang -###` is the last of the three to end, and that command is the only one that clang
// would run, the next steps do not wait for it. Only jobs whose result depends on its output, or
// that write files that the user or another build can see, wait. If its output is different, those
// steps are done again.
#ifndef OC_DRIVER_GUESS_H
#define OC_DRIVER_GUESS_H

#include "base/text.h"
#include "driver/cachedir.h"

#include <stdbool.h>

struct oc_guess {
    bool is_kept;       // the next build gets a guess
    struct oc_args cc1; // clang's cc1 command for the source; empty: there is no guess. Its output
                        // is "-" if that is an input of later commands.
    const char *glue;   // the text that is appended to the source
};

// Reads the guess from the cache. `words` identify it: the command, the working directory and the
// programs.
void oc_guess_read(struct oc_arena *arena, const struct oc_cachedir *cache,
                   const struct oc_args *words, struct oc_guess *out);

// Stores a guess for the next build. Does nothing if that fails.
void oc_guess_write(struct oc_arena *arena, const struct oc_cachedir *cache,
                    const struct oc_args *words, const struct oc_args *cc1, const char *glue);

#endif
