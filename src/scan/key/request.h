// request.h - the input of oc_sourcekey (sourcekey.h).
#ifndef OC_SOURCEKEY_REQUEST_H
#define OC_SOURCEKEY_REQUEST_H

#include "base/file.h"

#include <stddef.h>

struct oc_sourcekey_request {
    struct oc_bytes text;       // of the main file
    const char *const *options; // of the parse
    size_t option_count;
    const char *const *toolchain; // words for everything else that device code depends on, in order
    size_t toolchain_count;
};

#endif
