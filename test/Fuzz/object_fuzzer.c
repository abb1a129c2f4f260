// libFuzzer: any bytes as an object, an archive or bitcode that is linked. Nothing outside of them
// is read.
#include "fuzz.h"

#include "driver/probe.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct bounds {
    const char *start, *end;
};

static bool visit(void *context, const char *name, size_t length) {
    const struct bounds *bounds = context;
    assert(name >= bounds->start && length <= (size_t)(bounds->end - name) && length > 0);
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    // A copy of its own, so that reading past the end is seen.
    char *copy = malloc(size ? size : 1);
    if (size)
        memcpy(copy, data, size);
    struct bounds bounds = {copy, copy + size};
    oc_probe_object(copy, size, NULL);
    oc_probe_thin_members(copy, size, visit, &bounds);
    free(copy);
    return 0;
}
