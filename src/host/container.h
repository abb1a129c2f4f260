// container.h - an image in a container (link/container.h), which stays in programs and libraries.
#ifndef OC_HOST_CONTAINER_H
#define OC_HOST_CONTAINER_H

#include "artifacts/artifacts.h"

// The section of all containers of an object. It must not be of ELF's type SHT_LLVM_OFFLOADING,
// which LLVM gives to sections whose name begins with ".llvm.offloading": clang-linker-wrapper
// links what it finds in those.
#define OC_IMAGE_SECTION ".offloadcc.images"

struct oc_image_container {
    struct oc_bytes bytes;
    size_t image;        // offset of the image in `bytes`, compressed or not
    size_t image_length; // in bytes
    size_t arch;         // offset of the architecture's name in `bytes`, with its null byte
};

// Puts an image, or its compressed form if it has one, into a container on the arena. A null byte
// follows an image that is text.
struct oc_image_container oc_image_container_make(struct oc_arena *arena,
                                                  const struct oc_image *image);

#endif
