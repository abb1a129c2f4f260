// guess.h - a head start for the host's front end.
//
// It needs what the scan finds: the text after the source that launches kernels. While kernels do
// not change, that text is what it was in the build before. So it is kept, with clang's own
// command, in the cache (src/cache/cache.h), and the next build's front end begins with it while
// the scan still runs. Nothing depends on whether that was right: what comes of it is used only if
// the scan wrote the very same text, clang gave the very same command, and the front end had
// nothing to say.
//
// If clang's answer is the last of the three to come, and that command is all that clang would run,
// the next steps do not wait for it. Only what comes of the command itself, and what the user or
// another build could see, does; if the answer is another one, those steps are done again.
#ifndef OC_DRIVER_GUESS_H
#define OC_DRIVER_GUESS_H

#include "base/text.h"
#include "driver/cachedir.h"

#include <stdbool.h>

struct oc_guess {
    const char *name;   // under which it is kept; NULL: it is not
    struct oc_args cc1; // clang's command for the source; empty: there is no guess. Its output is
                        // "-" if others go on from there.
    const char *glue;   // the text after the source
};

// Looks for what was kept of the same command, in the same directory, with the same programs:
// `words` are all of that.
void oc_guess_read(struct oc_arena *arena, const struct oc_cachedir *cache,
                   const struct oc_args *words, struct oc_guess *out);

// Keeps it for the next time, or does not.
void oc_guess_write(struct oc_arena *arena, const struct oc_cachedir *cache, const char *name,
                    const struct oc_args *words, const struct oc_args *cc1, const char *glue);

#endif
