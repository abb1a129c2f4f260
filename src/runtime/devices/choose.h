// choose.h - which of a unit's images a GPU gets.
//
// For an NVIDIA GPU, libomptarget takes the first image with the same major version; for an AMD
// GPU, the first one for the same processor. That is not precise enough: an image for sm_100a runs
// on no other GPU, and one for a desktop GPU does not run on a Jetson. So libomptarget gets only
// the images that are chosen here.
#ifndef OC_RUNTIME_CHOOSE_H
#define OC_RUNTIME_CHOOSE_H

#include "runtime/devices/makers.h"

// Whether the image runs on a GPU; `gpu` is its `arch` in struct gpu (gpus.h).
enum fit __offloadcc_image_fits(const struct __offloadcc_image *image, const char *gpu);

// The index of the image for a GPU, or -1 if none fits. `images` are in the compiler's order of
// preference. An image that can be loaded is preferred to PTX.
int __offloadcc_choose_image(const struct __offloadcc_image *images, int count, const char *gpu);

#endif
