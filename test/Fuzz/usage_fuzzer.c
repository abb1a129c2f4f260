// libFuzzer: any bytes as what kernels do with their arrays (usage_json.c), of one unit.
#include "fuzz.h"

#include "model/usage.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static struct oc_unit make_unit(void) {
    static struct oc_expression n = {.op = OC_EXPR_PARAM};
    static struct oc_bound bound = {.expression = &n, .spelling = "n"};
    n.type = oc_integer_named("int");
    static struct oc_member member = {
        .path = "data", .spelling = "int *", .size = 4, .bounds = &bound, .bound_count = 1};
    static struct oc_param params[] = {
        {.name = "n", .kind = OC_PARAM_VALUE, .type = "int", .size = 4},
        {.name = "s",
         .kind = OC_PARAM_AGGREGATE,
         .type = "struct s",
         .size = 24,
         .members = &member,
         .member_count = 1},
        {.name = "y",
         .kind = OC_PARAM_ARRAY,
         .type = "void *",
         .size = 4,
         .bounds = &bound,
         .bound_count = 1},
    };
    static struct oc_kernel kernel = {.name = "k", .params = params, .param_count = 3};
    return (struct oc_unit){.source = "x.c", .kernels = &kernel, .kernel_count = 1};
}

// Reads usage; what is taken has to be taken again once it was written.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct oc_arena arena = {0};
    struct oc_diag diag = silent_diag();
    struct oc_unit unit = make_unit();
    struct oc_usage usage;
    const char *json = (const char *)data;
    if (oc_usage_from_json(&arena, json, size, "usage.json", &unit, &diag, &usage)) {
        const char *written = oc_usage_to_json(&arena, &unit, &usage);
        bool again = oc_usage_from_json(&arena, written, strlen(written), "usage.json", &unit,
                                        &diag, &usage);
        assert(again);
        (void)again;
    }
    assert(diag.errors <= 1);
    oc_arena_release(&arena);
    return 0;
}
