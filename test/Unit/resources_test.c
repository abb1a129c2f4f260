// How many blocks a GPU holds, and that no image, whatever its bytes, is read beyond its end.
#include "targets/target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct oc_occupancy occupancy(const struct oc_target *target, const char *arch,
                                     struct oc_resources resources, unsigned threads) {
    return oc_occupancy(target->multiprocessor(arch), &resources, threads);
}

static void assert_held(struct oc_occupancy got, unsigned blocks, unsigned groups,
                        enum oc_occupancy_limit limit) {
    assert_int_equal(got.blocks, blocks);
    assert_int_equal(got.groups, groups);
    assert_int_equal(got.limit, limit);
}

// CUDA's occupancy calculator agrees.
static void test_nvidia(void **state) {
    (void)state;
    const struct oc_target *target = oc_target_of_arch("sm_90");
    struct oc_resources r = {.registers = 32, .lanes = 32};
    assert_held(occupancy(target, "sm_90", r, 256), 8, 64, OC_LIMIT_THREADS);
    assert_held(occupancy(target, "sm_90a", r, 32), 32, 32, OC_LIMIT_BLOCKS);
    assert_held(occupancy(target, "sm_75", r, 1024), 1, 32, OC_LIMIT_THREADS);
    r.registers = 33; // 40 of a thread's
    assert_held(occupancy(target, "sm_90", r, 256), 6, 48, OC_LIMIT_REGISTERS);
    r.registers = 255;
    assert_held(occupancy(target, "sm_90", r, 512), 0, 0, OC_LIMIT_REGISTERS);
    r = (struct oc_resources){.registers = 16, .shared = 48 * 1024, .lanes = 32};
    assert_held(occupancy(target, "sm_90", r, 256), 4, 32, OC_LIMIT_SHARED);
    assert_held(occupancy(target, "sm_86", r, 256), 2, 16, OC_LIMIT_SHARED);
    assert_null(target->multiprocessor("sm_62"));
}

static void test_amd(void **state) {
    (void)state;
    const struct oc_target *target = oc_target_of_arch("gfx90a");
    struct oc_resources r = {.registers = 64, .lanes = 64};
    assert_held(occupancy(target, "gfx90a:xnack+", r, 256), 8, 32, OC_LIMIT_THREADS);
    assert_held(occupancy(target, "gfx908", r, 256), 4, 16, OC_LIMIT_REGISTERS);
    assert_held(occupancy(target, "gfx90a", r, 128), 16, 32, OC_LIMIT_THREADS);
    assert_held(occupancy(target, "gfx90a", r, 64), 32, 32, OC_LIMIT_THREADS); // one wave each
    r.registers = 68;
    assert_held(occupancy(target, "gfx90a", r, 256), 7, 28, OC_LIMIT_REGISTERS);
    r = (struct oc_resources){.registers = 97, .lanes = 32};
    assert_held(occupancy(target, "gfx1100", r, 256), 6, 48, OC_LIMIT_REGISTERS);
    assert_held(occupancy(target, "gfx1030", r, 256), 4, 32, OC_LIMIT_REGISTERS);
    r.lanes = 64; // twice the lanes, half the registers
    assert_held(occupancy(target, "gfx1100", r, 256), 7, 28, OC_LIMIT_REGISTERS);
    assert_null(target->multiprocessor("gfx1250"));
}

static void test_no_image(void **state) {
    (void)state;
    struct oc_resources r;
    assert_false(oc_resources_of_cubin("", 0, "k$", &r));
    assert_false(oc_resources_of_code_object("\177ELF\2\1\1", 7, "k$", &r));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nvidia),
        cmocka_unit_test(test_amd),
        cmocka_unit_test(test_no_image),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
