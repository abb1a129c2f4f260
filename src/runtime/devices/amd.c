// amd.c - AMD's GPUs.
#include "runtime/devices/amdblocks.h"
#include "runtime/devices/hsa.h"
#include "runtime/devices/makers.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

// LLVM's AMDGPUUsage, "Generic Processors".
static const struct {
    const char *name;
    const char *processors[12];
} generic[] = {
    {"gfx9-generic", {"gfx900", "gfx902", "gfx904", "gfx906", "gfx909", "gfx90c"}},
    {"gfx9-4-generic", {"gfx940", "gfx941", "gfx942", "gfx950"}},
    {"gfx10-1-generic", {"gfx1010", "gfx1011", "gfx1012", "gfx1013"}},
    {"gfx10-3-generic",
     {"gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035", "gfx1036"}},
    {"gfx11-generic",
     {"gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151", "gfx1152", "gfx1153"}},
    {"gfx12-generic", {"gfx1200", "gfx1201"}},
};

static bool is_name(const char *text, size_t length, const char *name) {
    return strlen(name) == length && memcmp(text, name, length) == 0;
}

static bool runs_generic(const char *code, size_t code_length, const char *gpu, size_t gpu_length) {
    for (size_t i = 0; i < sizeof generic / sizeof *generic; i++)
        if (is_name(code, code_length, generic[i].name))
            for (const char *const *at = generic[i].processors; *at; at++)
                if (is_name(gpu, gpu_length, *at))
                    return true;
    return false;
}

// Whether the text has this word between colons, or after the last one.
static bool has_feature(const char *text, const char *feature, size_t length) {
    while ((text = strchr(text, ':')))
        if (strcspn(++text, ":") == length && memcmp(text, feature, length) == 0)
            return true;
    return false;
}

static enum fit amd_image_fits(const struct __offloadcc_image *image, const char *gpu) {
    const char *code = image->__offloadcc_arch;
    size_t code_length = strcspn(code, ":"), gpu_length = strcspn(gpu, ":");
    bool same = code_length == gpu_length && memcmp(code, gpu, code_length) == 0;
    if (!same && !runs_generic(code, code_length, gpu, gpu_length))
        return NO_FIT;
    // Code that says nothing of a feature runs either way.
    for (const char *at = strchr(code, ':'); at; at = strchr(at, ':')) {
        size_t length = strcspn(++at, ":");
        if (!has_feature(gpu, at, length))
            return NO_FIT;
    }
    return FITS;
}

static uint64_t threads(const struct __offloadcc_grid *grid, int d) {
    return (uint64_t)grid->__offloadcc_block_count[d] * grid->__offloadcc_block_size[d];
}

// In libomptarget's packets the number of threads would lose its upper bits, and a part of the grid
// would run.
static bool exceeds_amd_grid(const struct __offloadcc_grid *grid, char *problem, size_t size) {
    for (int d = 0; d < 3; d++)
        if (threads(grid, d) > UINT32_MAX) {
            snprintf(problem, size,
                     "%lu threads in %c are too many for AMD's GPUs, which run fewer "
                     "than 2^32; launch fewer, and divide the elements among them with offload_for",
                     (unsigned long)threads(grid, d), "xyz"[d]);
            return true;
        }
    return false;
}

const struct gpu_maker __offloadcc_amd = {
    .prefix = "gfx",
    .find = __offloadcc_hsa_find,
    .fits = amd_image_fits,
    .exceeds = exceeds_amd_grid,
    .resident = __offloadcc_amd_resident,
    .stack_bytes = 16384,
    .asks_host = true,
    .reads_late = true,
};
