// libFuzzer: any bytes as unit.json. What the reader takes must survive being written and read.
#include "fuzz.h"

#include "model/unit.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct oc_arena arena = {0};
    struct oc_diag diag = silent_diag();
    struct oc_unit unit, again;
    bool taken = oc_unit_from_json(&arena, (const char *)data, size, "unit.json", &diag, &unit);
    assert(taken == (diag.errors == 0));
    if (taken) {
        const char *written = oc_unit_to_json(&arena, &unit);
        assert(oc_unit_from_json(&arena, written, strlen(written), "unit.json", &diag, &again));
        assert(strcmp(written, oc_unit_to_json(&arena, &again)) == 0);
    }
    oc_arena_release(&arena);
    return 0;
}
