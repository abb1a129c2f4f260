#include "runtime/devices/choose.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// ---- NVIDIA ------------------------------------------------------------------------------------

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
static enum fit fits_nvidia(const struct __offloadcc_image *image, const char *gpu_name) {
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

// ---- AMD ---------------------------------------------------------------------------------------

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

// Whether the text has this word between colons, or behind the last one.
static bool has_feature(const char *text, const char *feature, size_t length) {
    while ((text = strchr(text, ':')))
        if (strcspn(++text, ":") == length && memcmp(text, feature, length) == 0)
            return true;
    return false;
}

static enum fit fits_amd(const struct __offloadcc_image *image, const char *gpu) {
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

enum fit __offloadcc_image_fits(const struct __offloadcc_image *image, const char *gpu) {
    return strncmp(gpu, "sm_", 3) == 0 ? fits_nvidia(image, gpu) : fits_amd(image, gpu);
}

int __offloadcc_choose_image(const struct __offloadcc_image *images, int count, const char *gpu) {
    int linked = -1;
    for (int i = 0; i < count; i++) {
        enum fit fit = __offloadcc_image_fits(&images[i], gpu);
        if (fit == FITS)
            return i;
        if (fit == FITS_LINKED && linked < 0)
            linked = i;
    }
    return linked;
}
