// libFuzzer: any bytes as a linker script. Nothing outside of them is read.
#include "fuzz.h"

#include "driver/probe.h"

static bool visit(void *context, enum oc_script_name kind, const char *name, size_t length) {
    assert(kind == OC_SCRIPT_FILE || kind == OC_SCRIPT_DIR);
    assert_within(context, name, length);
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct bounds bounds = copy_input(data, size);
    oc_probe_script(bounds.start, size, visit, &bounds);
    free(bounds.start);
    return 0;
}
