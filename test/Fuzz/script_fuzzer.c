// libFuzzer: any bytes as a linker script. Nothing outside of them is read.
#include "fuzz.h"

#include "driver/probe.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct bounds {
    const char *start, *end;
};

static bool visit(void *context, enum oc_script_name kind, const char *name, size_t length) {
    const struct bounds *bounds = context;
    assert(kind == OC_SCRIPT_FILE || kind == OC_SCRIPT_DIR);
    assert(name >= bounds->start && length <= (size_t)(bounds->end - name) && length > 0);
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    // A copy of its own, so that reading past the end is seen.
    char *copy = malloc(size ? size : 1);
    if (size)
        memcpy(copy, data, size);
    struct bounds bounds = {copy, copy + size};
    oc_probe_script(copy, size, visit, &bounds);
    free(copy);
    return 0;
}
