// ptx_fixture.h - asserts for the modules that rewrite LLVM's PTX (src/device/targets). Include
// cmocka.h before it.
#ifndef PTX_FIXTURE_H
#define PTX_FIXTURE_H

#include "base/arena.h"
#include "base/file.h"

#include <string.h>

typedef struct oc_bytes rewrite_ptx(struct oc_arena *arena, struct oc_bytes text);

// The result is the text itself, at its address, if nothing is to change.
static inline void assert_rewritten(rewrite_ptx *rewrite, const char *before, const char *after) {
    struct oc_arena arena = {0};
    struct oc_bytes text = rewrite(&arena, (struct oc_bytes){before, strlen(before)});
    assert_string_equal(text.data, after);
    assert_int_equal(text.length, strlen(after));
    if (strcmp(before, after) == 0)
        assert_ptr_equal(text.data, before);
    oc_arena_release(&arena);
}

#endif
