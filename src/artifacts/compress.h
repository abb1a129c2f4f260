// compress.h - images in less space, by zstd: --offload-compress.
#ifndef OC_COMPRESS_H
#define OC_COMPRESS_H

#include "artifacts/artifacts.h"

// Sets what the images and texts are when compressed, at a level of zstd's, but for those that do
// not get smaller.
void oc_compress_images(struct oc_arena *arena, struct oc_loaded *loaded, int level);

#endif
