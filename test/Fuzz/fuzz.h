// fuzz.h - what the fuzzers share.
#ifndef FUZZ_H
#define FUZZ_H

#include "base/diag.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Counts messages, prints none.
static inline struct oc_diag silent_diag(void) {
    static FILE *null_stream;
    if (!null_stream)
        null_stream = fopen("/dev/null", "w");
    return (struct oc_diag){.stream = null_stream, .tool = "fuzzer"};
}

// The bytes of an input.
struct bounds {
    char *start, *end; // from malloc, so that reading past the end is seen
};

static inline struct bounds copy_input(const uint8_t *data, size_t size) {
    char *copy = malloc(size ? size : 1);
    if (size)
        memcpy(copy, data, size);
    return (struct bounds){copy, copy + size};
}

static inline void assert_within(const struct bounds *bounds, const char *name, size_t length) {
    assert(name >= bounds->start && length <= (size_t)(bounds->end - name) && length > 0);
    (void)bounds, (void)name, (void)length;
}

#endif
