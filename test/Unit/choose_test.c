// Which image a GPU gets.
#include "runtime/devices/choose.h"
#include "runtime/devices/libomptarget.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct __offloadcc_libomptarget __offloadcc_target; // not loaded

static enum fit fit(const char *arch, const char *gpu) {
    return __offloadcc_image_fits(&(struct __offloadcc_image){.__offloadcc_arch = arch}, gpu);
}

static enum fit ptx_fit(const char *arch, const char *gpu) {
    return __offloadcc_image_fits(
        &(struct __offloadcc_image){.__offloadcc_arch = arch,
                                    .__offloadcc_form = __offloadcc_form_ptx},
        gpu);
}

static void cubins_run_on_later_gpus_of_their_major_version(void **state) {
    (void)state;
    assert_int_equal(fit("sm_80", "sm_80"), FITS);
    assert_int_equal(fit("sm_80", "sm_89"), FITS);
    assert_int_equal(fit("sm_120", "sm_121"), FITS);
    assert_int_equal(fit("sm_89", "sm_80"), NO_FIT);
    assert_int_equal(fit("sm_80", "sm_90"), NO_FIT);
    assert_int_equal(fit("sm_90", "sm_100"), NO_FIT);
    assert_int_equal(fit("sm_100", "sm_110"), NO_FIT);
}

static void variants_run_on_their_processor_or_family(void **state) {
    (void)state;
    assert_int_equal(fit("sm_90a", "sm_90"), FITS);
    assert_int_equal(fit("sm_100a", "sm_103"), NO_FIT);
    assert_int_equal(fit("sm_100f", "sm_103"), FITS);
    assert_int_equal(fit("sm_103f", "sm_100"), NO_FIT);
    assert_int_equal(fit("sm_100f", "sm_120"), NO_FIT);
    assert_int_equal(ptx_fit("sm_100a", "sm_103"), NO_FIT);
    assert_int_equal(ptx_fit("sm_100a", "sm_100"), FITS_LINKED);
    assert_int_equal(ptx_fit("sm_100f", "sm_103"), FITS_LINKED);
    assert_int_equal(ptx_fit("sm_100f", "sm_120"), NO_FIT);
}

static void ptx_runs_on_all_later_gpus(void **state) {
    (void)state;
    assert_int_equal(ptx_fit("sm_60", "sm_121"), FITS_LINKED);
    assert_int_equal(ptx_fit("sm_80", "sm_80"), FITS_LINKED);
    assert_int_equal(ptx_fit("sm_80", "sm_75"), NO_FIT);
}

static void embedded_gpus_load_their_own_code_only(void **state) {
    (void)state;
    assert_int_equal(fit("sm_87", "sm_87"), FITS);
    assert_int_equal(fit("sm_80", "sm_87"), NO_FIT);
    assert_int_equal(fit("sm_87", "sm_89"), NO_FIT);
    assert_int_equal(ptx_fit("sm_80", "sm_87"), FITS_LINKED);
}

static void amd_code_runs_on_its_processor_in_its_mode(void **state) {
    (void)state;
    assert_int_equal(fit("gfx90a", "gfx90a:sramecc+:xnack-"), FITS);
    assert_int_equal(fit("gfx90a:xnack-", "gfx90a:sramecc+:xnack-"), FITS);
    assert_int_equal(fit("gfx90a:xnack+", "gfx90a:sramecc+:xnack-"), NO_FIT);
    assert_int_equal(fit("gfx90a:sramecc+:xnack-", "gfx90a:sramecc+:xnack-"), FITS);
    assert_int_equal(fit("gfx90a", "gfx908:sramecc+:xnack-"), NO_FIT);
    assert_int_equal(fit("gfx103", "gfx1030"), NO_FIT);
    assert_int_equal(fit("gfx1030", "gfx1031"), NO_FIT);
}

static void generic_code_runs_on_its_family(void **state) {
    (void)state;
    assert_int_equal(fit("gfx10-3-generic", "gfx1034"), FITS);
    assert_int_equal(fit("gfx10-1-generic", "gfx1034"), NO_FIT);
    assert_int_equal(fit("gfx9-generic:xnack+", "gfx906:sramecc-:xnack+"), FITS);
    assert_int_equal(fit("gfx9-generic:xnack+", "gfx906:sramecc-:xnack-"), NO_FIT);
    assert_int_equal(fit("gfx9-generic", "gfx90a:sramecc+:xnack-"), NO_FIT);
    assert_int_equal(fit("gfx9-4-generic", "gfx942:sramecc+:xnack-"), FITS);
}

static void makers_do_not_mix(void **state) {
    (void)state;
    assert_int_equal(fit("gfx900", "sm_90"), NO_FIT);
    assert_int_equal(fit("sm_90", "gfx900"), NO_FIT);
    assert_int_equal(fit("x86-64", "sm_90"), NO_FIT);
    assert_int_equal(fit("x86-64", "gfx900"), NO_FIT);
}

static void what_is_loaded_comes_before_what_is_linked(void **state) {
    (void)state;
    const struct __offloadcc_image images[] = {
        {.__offloadcc_arch = "sm_90"},
        {.__offloadcc_arch = "sm_86", .__offloadcc_form = __offloadcc_form_ptx},
        {.__offloadcc_arch = "sm_80"},
        {.__offloadcc_arch = "sm_80", .__offloadcc_form = __offloadcc_form_ptx},
    };
    assert_int_equal(__offloadcc_choose_image(images, 4, "sm_90"), 0);
    assert_int_equal(__offloadcc_choose_image(images, 4, "sm_89"), 2);
    assert_int_equal(__offloadcc_choose_image(images, 4, "sm_100"), 1);
    assert_int_equal(__offloadcc_choose_image(images, 4, "sm_75"), -1);
    assert_int_equal(__offloadcc_choose_image(images, 0, "sm_90"), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cubins_run_on_later_gpus_of_their_major_version),
        cmocka_unit_test(variants_run_on_their_processor_or_family),
        cmocka_unit_test(ptx_runs_on_all_later_gpus),
        cmocka_unit_test(embedded_gpus_load_their_own_code_only),
        cmocka_unit_test(amd_code_runs_on_its_processor_in_its_mode),
        cmocka_unit_test(generic_code_runs_on_its_family),
        cmocka_unit_test(makers_do_not_mix),
        cmocka_unit_test(what_is_loaded_comes_before_what_is_linked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
