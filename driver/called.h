// called.h - the name that the compiler is called by.
//
// clang takes its mode and its target from the name that it is called by: "c++", "cpp",
// "aarch64-linux-gnu-cc". So we pass the name that we were called by on to clang, unless it is just
// "offloadcc".
#ifndef OC_DRIVER_CALLED_H
#define OC_DRIVER_CALLED_H

#include "base/text.h"
#include "driver/options.h"

#include <stddef.h>

enum oc_mode {
    OC_MODE_C,
    OC_MODE_CXX,          // C files are compiled as C++
    OC_MODE_PREPROCESSOR, // as with -E
    OC_MODE_OTHER,        // options are read in another way: clang-cl, flang
};

// The mode that a program name selects, by clang's rules: by its end, with or without a version
// after it, as in "clang++-22".
enum oc_mode oc_called_mode(const char *name);

// The mode that a value of --driver-mode= selects.
enum oc_mode oc_called_mode_of(const char *value);

// The name to call clang by, or NULL for its own. It must be its own with -no-canonical-prefixes,
// and if /proc is missing, because clang then uses that name to find its parts.
const char *oc_called_name(const char *name, const struct oc_arguments *arguments);

// The `count` words, with the first one replaced by `called` unless that is NULL.
const char *const *oc_called_words(struct oc_arena *arena, const char *called,
                                   const char *const *words, size_t count);

#endif
