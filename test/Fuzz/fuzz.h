// fuzz.h - what the fuzzers share.
#ifndef FUZZ_H
#define FUZZ_H

#include "base/diag.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Counts messages, prints none.
static inline struct oc_diag silent_diag(void) {
    static FILE *null_stream;
    if (!null_stream)
        null_stream = fopen("/dev/null", "w");
    return (struct oc_diag){.stream = null_stream, .tool = "fuzzer"};
}

#endif
