// compress.h - compresses images with zstd: --offload-compress.
#ifndef OC_COMPRESS_H
#define OC_COMPRESS_H

#include "artifacts/artifacts.h"

// Sets `packed` of each image and text that gets smaller. `level` is zstd's compression level.
void oc_compress_images(struct oc_arena *arena, struct oc_loaded *loaded, int level);

#endif
