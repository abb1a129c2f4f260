// request.h - what a source key is asked for with (sourcekey.h).
#ifndef OC_SOURCEKEY_REQUEST_H
#define OC_SOURCEKEY_REQUEST_H

#include "base/file.h"

#include <stddef.h>

struct oc_sourcekey_request {
    struct oc_bytes text;       // of the main file
    const char *const *options; // of the parse
    size_t option_count;
    const char *const *toolchain; // all else that device code depends on: words, in order
    size_t toolchain_count;
};

#endif
