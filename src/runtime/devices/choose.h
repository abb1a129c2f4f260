// choose.h - which of a unit's images a GPU gets.
//
// libomptarget takes the first one of the same major version of an NVIDIA GPU, or of the same AMD
// processor. That is too coarse: an image for sm_100a runs on no other GPU, one for a desktop's GPU
// on no Jetson. So it is handed only what was chosen here.
#ifndef OC_RUNTIME_CHOOSE_H
#define OC_RUNTIME_CHOOSE_H

#include "runtime/devices/makers.h"

// Whether the image serves a GPU, by its name as gpus.h has it.
enum fit __offloadcc_image_fits(const struct __offloadcc_image *image, const char *gpu);

// The number of the image for a GPU, or -1. The images stand in the order in which the compiler
// prefers them. What is loaded as it is comes before what has to be linked.
int __offloadcc_choose_image(const struct __offloadcc_image *images, int count, const char *gpu);

#endif
