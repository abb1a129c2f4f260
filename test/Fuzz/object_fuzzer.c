// libFuzzer: any bytes as an object, an archive or bitcode that is linked. Nothing outside of them
// is read.
#include "fuzz.h"

#include "driver/probe.h"

static bool visit(void *context, const char *name, size_t length) {
    assert_within(context, name, length);
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct bounds bounds = copy_input(data, size);
    oc_probe_object(bounds.start, size, NULL);
    oc_probe_thin_members(bounds.start, size, visit, &bounds);
    free(bounds.start);
    return 0;
}
