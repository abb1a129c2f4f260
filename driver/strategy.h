// strategy.h - which methods of making builds faster are used for a source with kernels.
//
// None of them changes what a build produces. docs/bench-compile.md says how much time each one
// saves. All decisions are made here, before jobs are planned: first for the command, then for each
// source, once clang's cc1 command for it is known. -v, -### and -save-temps do not
// change them, with one exception: -save-temps keeps all files of a compilation, so the cache is
// not used.
//
// OFFLOADCC_WITHOUT in the environment is a list of methods to turn off, separated by commas:
// "pieces,fork-server". It helps to find out whether one of them causes an error, and what each
// saves.
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
    // Jobs that use much memory get it in large pages (heap.h): "large-pages".
    bool large_pages;
    // The host's front end may begin before the scan has ended (guess.h): "early-front-end".
    bool early_front_end;

    // Of a source. In the command's strategy: whether it is allowed.

    // The host step makes the object in its own process (src/host/backend.h), unless LLVM has
    // something to say; else clang's back end does: "own-back-end".
    bool own_back_end;
    // The device step links images that lld makes in its own process (src/tools/linker.h), unless
    // lld has something to say; else ld.lld does: "own-linker".
    bool own_linker;
    // The host's object is linked from pieces that are compiled side by side (src/ir/pieces.h):
    // "pieces". Not without own_back_end.
    bool pieces;
    // The x86-64 device takes its kernels from the host's module, and has no front end of its own
    // (src/device/extract.h): "shared-front-end". Not without pieces; of an incomplete unit, not
    // without own_back_end, nor with artifacts.
    bool shared_front_end;
};

// The methods that the command allows. Unknown words in OFFLOADCC_WITHOUT are reported as an error;
// returns false then.
bool oc_strategy_of_command(struct oc_arena *arena, const struct oc_command *command,
                            const struct oc_cachedir *cache, struct oc_diag *diag,
                            struct oc_strategy *out);

// The methods in `allowed` that can be used for a source that clang compiles by the command `cc1`.
// The host's object of an incomplete unit has no other pieces before it is linked. An artifact
// directory gets what the x86-64 device's own front end makes of such a unit.
struct oc_strategy oc_strategy_of_source(const struct oc_strategy *allowed,
                                         const struct oc_archs *archs, const struct oc_tools *tools,
                                         const struct oc_args *cc1, bool is_incomplete,
                                         bool has_artifacts);

#endif
