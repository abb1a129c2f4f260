#include "runtime/devices/choose.h"

enum fit __offloadcc_image_fits(const struct __offloadcc_image *image, const char *gpu) {
    const struct gpu_maker *maker = __offloadcc_maker_of(gpu);
    return maker ? maker->fits(image, gpu) : NO_FIT;
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
