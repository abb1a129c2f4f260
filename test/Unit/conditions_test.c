// When a launch writes an array whole: in words, and of one launch.
#include "model/usage.h"
#include "report/conditions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct oc_arena arena;

// k(size_t n, int m, float y[n]), and what y needs.
static struct oc_expression bound_n = {.op = OC_EXPR_PARAM};
static struct oc_bound bound = {.expression = &bound_n, .spelling = "n"};
static struct oc_param params[] = {
    {.name = "n", .kind = OC_PARAM_VALUE, .type = "unsigned long", .size = 8},
    {.name = "m", .kind = OC_PARAM_VALUE, .type = "int", .size = 4},
    {.name = "y", .kind = OC_PARAM_ARRAY, .size = 4, .bounds = &bound, .bound_count = 1},
};
static const struct oc_kernel kernel = {.name = "k", .params = params, .param_count = 3};

static struct oc_need need(enum oc_need_kind kind, unsigned dimension, int64_t times,
                           size_t param) {
    unsigned bytes = (unsigned)params[param].size;
    return (struct oc_need){
        .kind = kind,
        .dimension = dimension,
        .product_count = 1,
        .products = {{.coefficient = times, .factor_count = 1, .factors = {{param, 0, bytes}}}}};
}

static const char *text(struct oc_need *needs, size_t count) {
    struct oc_param_usage usage = {.writes = true, .needs = needs, .need_count = count};
    return oc_conditions_text(&arena, &kernel, 2, &usage);
}

// In a launch of 4 blocks of 8 threads.
static enum oc_truth holds(struct oc_need one, int64_t n, int64_t m) {
    struct oc_launch_argument arguments[3] = {{NULL, n >= 0, n}, {NULL, true, m}};
    struct oc_launch launch = {.grid_known = true,
                               .blocks = {4, 1, 1},
                               .block_size = {8, 1, 1},
                               .arguments = arguments,
                               .argument_count = 3};
    struct oc_param_usage usage = {.writes = true, .needs = &one, .need_count = 1};
    return oc_conditions_hold(&kernel, 2, &usage, &launch);
}

static void only_what_may_fail_is_said(void **state) {
    (void)state;
    struct oc_need needs[] = {need(OC_NEED_BYTES, 0, 4, 0), need(OC_NEED_VALUE, 0, 1, 1),
                              need(OC_NEED_THREADS, 0, 1, 0), need(OC_NEED_BLOCKS, 1, 3, 1)};
    assert_string_equal(text(needs, 2), "");
    assert_string_equal(text(needs, 4),
                        "the grid has at least n threads in x and 3 * m blocks in y");
    needs[0] = need(OC_NEED_BYTES, 0, 2, 0);
    assert_string_equal(text(needs, 1), "2 * n bytes are all of it");
    assert_string_equal(text(needs, 3),
                        "2 * n bytes are all of it and the grid has at least n threads in x");
}

static void a_launch_fulfils_needs_or_not(void **state) {
    (void)state;
    assert_int_equal(holds(need(OC_NEED_THREADS, 0, 1, 0), 32, 0), OC_TRUE);
    assert_int_equal(holds(need(OC_NEED_THREADS, 0, 1, 0), 33, 0), OC_FALSE);
    assert_int_equal(holds(need(OC_NEED_THREADS, 1, 1, 0), 2, 0), OC_FALSE);
    assert_int_equal(holds(need(OC_NEED_BLOCKS, 0, 1, 0), 5, 0), OC_FALSE);
    assert_int_equal(holds(need(OC_NEED_BYTES, 0, 4, 1), 10, 10), OC_TRUE);
    assert_int_equal(holds(need(OC_NEED_BYTES, 0, 4, 1), 10, 9), OC_FALSE);
    assert_int_equal(holds(need(OC_NEED_VALUE, 0, 1, 1), 10, -1), OC_FALSE);
    assert_int_equal(holds(need(OC_NEED_THREADS, 0, 1, 0), -1, 0), OC_UNSURE);
    assert_int_equal(holds(need(OC_NEED_BYTES, 0, 4, 1), -1, 10), OC_UNSURE);
}

int main(void) {
    bound_n.type = oc_integer_named("unsigned long");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_may_fail_is_said),
        cmocka_unit_test(a_launch_fulfils_needs_or_not),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    oc_arena_release(&arena);
    return failed;
}
