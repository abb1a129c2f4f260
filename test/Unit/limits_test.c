// Grids that a maker's GPUs cannot run.
#include "runtime/devices/libomptarget.h"
#include "runtime/devices/makers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct __offloadcc_libomptarget __offloadcc_target; // not loaded

struct size {
    unsigned int x, y, z;
};

// NULL: they can.
static const char *problem(const struct gpu_maker *maker, struct size blocks, struct size block) {
    static char text[256];
    struct __offloadcc_grid grid = {
        .__offloadcc_block_count = {blocks.x, blocks.y, blocks.z},
        .__offloadcc_block_size = {block.x, block.y, block.z},
    };
    return maker->exceeds(&grid, text, sizeof text) ? text : NULL;
}

static void amd_counts_threads_in_32_bits(void **state) {
    (void)state;
    assert_null(problem(&__offloadcc_amd, (struct size){16777215, 1, 1}, (struct size){256, 1, 1}));
    const char *text =
        problem(&__offloadcc_amd, (struct size){16777216, 1, 1}, (struct size){256, 1, 1});
    assert_non_null(text);
    assert_non_null(strstr(text, "4294967296 threads in x are too many for AMD's GPUs"));
    assert_non_null(
        problem(&__offloadcc_amd, (struct size){1, 1, 1073741824}, (struct size){1, 1, 4}));
    assert_null(
        problem(&__offloadcc_nvidia, (struct size){16777216, 1, 1}, (struct size){256, 1, 1}));
}

static void nvidia_counts_blocks_in_16_bits(void **state) {
    (void)state;
    assert_null(problem(&__offloadcc_nvidia, (struct size){2147483647, 65535, 65535},
                        (struct size){1, 1, 64}));
    assert_non_null(
        problem(&__offloadcc_nvidia, (struct size){1, 65536, 1}, (struct size){1, 1, 1}));
    assert_non_null(
        problem(&__offloadcc_nvidia, (struct size){1, 1, 65536}, (struct size){1, 1, 1}));
    assert_non_null(problem(&__offloadcc_nvidia, (struct size){1, 1, 1}, (struct size){1, 1, 65}));
    assert_null(problem(&__offloadcc_amd, (struct size){1, 65536, 65536}, (struct size){1, 1, 65}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(amd_counts_threads_in_32_bits),
        cmocka_unit_test(nvidia_counts_blocks_in_16_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
