// nvidia.c - NVIDIA's GPUs.
#include "runtime/devices/context.h"
#include "runtime/devices/cuda.h"
#include "runtime/devices/makers.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sm {
    unsigned long version; // 90, 103
    char suffix;           // 'a': for this GPU alone; 'f': for its family; or 0
};

static bool read_sm(const char *arch, struct sm *sm) {
    if (strncmp(arch, "sm_", 3) != 0)
        return false;
    char *end;
    sm->version = strtoul(arch + 3, &end, 10);
    sm->suffix = *end;
    return sm->version && end != arch + 3;
}

// Of Jetson and its like, which load code for themselves only (CUDA C++ Programming Guide, "Binary
// Compatibility").
static bool is_embedded(unsigned long version) {
    static const unsigned long embedded[] = {53, 62, 72, 87, 101, 110};
    for (size_t i = 0; i < sizeof embedded / sizeof *embedded; i++)
        if (embedded[i] == version)
            return true;
    return false;
}

// Ibid., "Binary Compatibility", "PTX Compatibility", "Feature Set Compiler Targets".
static enum fit nvidia_image_fits(const struct __offloadcc_image *image, const char *gpu_name) {
    struct sm code, gpu;
    if (!read_sm(image->__offloadcc_arch, &code) || !read_sm(gpu_name, &gpu))
        return NO_FIT;
    bool is_ptx = image->__offloadcc_form & __offloadcc_form_ptx;
    enum fit fit = is_ptx ? FITS_LINKED : FITS;
    if (code.version == gpu.version)
        return fit;
    if (code.suffix == 'a' || code.version > gpu.version)
        return NO_FIT;
    bool same_family = code.version / 10 == gpu.version / 10;
    if (is_ptx && code.suffix == 0)
        return fit;
    if (!is_ptx && (is_embedded(code.version) || is_embedded(gpu.version)))
        return NO_FIT;
    return same_family ? fit : NO_FIT;
}

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": of y and z. The
// driver refuses larger grids without saying why.
enum { MOST_BLOCKS = 65535, MOST_BLOCK_DEPTH = 64 };

static bool exceeds_nvidia_grid(const struct __offloadcc_grid *grid, char *problem, size_t size) {
    for (int d = 1; d < 3; d++)
        if (grid->__offloadcc_block_count[d] > MOST_BLOCKS) {
            snprintf(problem, size,
                     "%u blocks in %c are too many for NVIDIA's GPUs, which run at most %d; "
                     "make x the largest dimension, or make blocks larger in this dimension",
                     grid->__offloadcc_block_count[d], "xyz"[d], MOST_BLOCKS);
            return true;
        }
    if (grid->__offloadcc_block_size[2] <= MOST_BLOCK_DEPTH)
        return false;
    snprintf(problem, size,
             "blocks of %u threads in z are too large for NVIDIA's GPUs, which have at "
             "most %d; make blocks larger in x or y instead",
             grid->__offloadcc_block_size[2], MOST_BLOCK_DEPTH);
    return true;
}

// The newest comes first: libomptarget gives a GPU the first image of its major version that is not
// newer, and the newest of these is the one that was chosen for it.
static bool is_newer_arch(const char *left, const char *right) {
    struct sm one, other;
    return read_sm(left, &one) && read_sm(right, &other) && one.version > other.version;
}

// libomptarget 22 asks for the name without a version (plugins-nextgen/cuda/dynamic_cuda).
static const char *hidden(void) {
    return dlopen("libcuda.so", RTLD_NOW)
               ? NULL
               : "NVIDIA GPUs are not used: libomptarget loads their driver as libcuda.so, and "
                 "there is only libcuda.so.1; make a link libcuda.so to it, next to it or in a "
                 "directory of LD_LIBRARY_PATH";
}

const struct gpu_maker __offloadcc_nvidia = {
    .prefix = "sm_",
    .find = __offloadcc_cuda_find,
    .fits = nvidia_image_fits,
    .exceeds = exceeds_nvidia_grid,
    .resident = __offloadcc_cuda_resident,
    .link = __offloadcc_cuda_link,
    .precedes = is_newer_arch,
    .hidden = hidden,
    .enter = __offloadcc_enter_context,
    .has_asserted = __offloadcc_cuda_has_asserted,
    .stack_bytes = 1024,
};
