// strategy.h - which of the ways that make builds faster a source with kernels is compiled in.
//
// Every one of them leaves the meaning of a build as it is. docs/bench-compile.md says what each
// one gains. All decisions are here, and made before jobs are planned: first for the command, then
// for a source, once clang's own cc1 command for it is known. -v, -### and -save-temps do not
// change them, with one exception: -save-temps keeps all files of a compilation, so the cache is
// not used.
//
// OFFLOADCC_WITHOUT in the environment is a list of ways that are not to be taken, separated by
// commas: "pieces,fork-server". It shows whether one of them is at fault, and what each one gains.
#ifndef OC_DRIVER_STRATEGY_H
#define OC_DRIVER_STRATEGY_H

#include "driver/archs.h"
#include "driver/cachedir.h"
#include "driver/command.h"

struct oc_strategy {
    // Of the command:

    // clang is loaded once, and its jobs are forks of that process (forkserver.h): "fork-server".
    bool fork_server;
    // Compiled device code is taken from the cache, and put there (src/cache/cache.h).
    bool cache;
    // The host's front end may begin before the scan has ended (guess.h): "early-front-end".
    bool early_front_end;

    // Of a source; for the command they say whether a source may have them:

    // The host step makes the object in its own process (src/host/backend.h), unless LLVM has
    // something to say; else clang's back end does: "own-back-end".
    bool own_back_end;
    // The host's object is linked from pieces that are compiled side by side (src/ir/pieces.h):
    // "pieces". Not without own_back_end.
    bool pieces;
    // The x86-64 device takes its kernels from the host's module, and has no front end of its own
    // (src/device/extract.h): "shared-front-end". Not without pieces.
    bool shared_front_end;
};

// What the command allows. Unknown words in OFFLOADCC_WITHOUT are an error, which is reported;
// returns false then.
bool oc_strategy_of_command(struct oc_arena *arena, const struct oc_command *command,
                            const struct oc_cachedir *cache, struct oc_diag *diag,
                            struct oc_strategy *out);

// What is left of `allowed` for a source that clang compiles by the command `cc1`.
struct oc_strategy oc_strategy_of_source(const struct oc_strategy *allowed,
                                         const struct oc_archs *archs, const struct oc_tools *tools,
                                         const struct oc_args *cc1);

#endif
