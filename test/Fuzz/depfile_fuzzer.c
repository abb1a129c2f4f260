// libFuzzer: any bytes as a dependency file. No name is longer than the file, and all have an end.
#include "fuzz.h"

#include "artifacts/depfile.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct oc_arena arena = {0};
    struct oc_diag diag = silent_diag();
    struct oc_args names = {.arena = &arena};
    struct oc_bytes content = {(const char *)data, size};
    bool good = oc_depfile_parse(&arena, content, "x.d", &diag, &names);
    assert(good == (diag.errors == 0));
    size_t total = 0;
    for (size_t i = 0; i < names.count; i++)
        total += strlen(names.items[i]) + 1;
    assert(total <= size + 1);
    oc_arena_release(&arena);
    return 0;
}
