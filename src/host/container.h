// container.h - an image of a program in LLVM's offload-binary format (link/containers.h).
// docs/container.md says why it is as it is.
#ifndef OC_CONTAINER_H
#define OC_CONTAINER_H

#include "artifacts/artifacts.h"
#include "link/containers.h"

// The section of all containers of an object. It must not be of ELF's type SHT_LLVM_OFFLOADING,
// which LLVM gives to sections whose name begins with ".llvm.offloading": clang-linker-wrapper
// links what it finds in those.
#define OC_CONTAINER_SECTION ".offloadcc.images"

// The alignment in bytes of a container and of the image in it. A container's size is a multiple of
// it too, so that the linker adds no padding between two containers.
enum { OC_CONTAINER_ALIGNMENT = OC_CONTAINERS_ALIGNMENT };

struct oc_container {
    struct oc_bytes bytes;
    size_t image;        // offset of the image in `bytes`, compressed or not
    size_t image_length; // in bytes
    size_t arch;         // offset of the architecture's name in `bytes`, with its null byte
};

// Puts an image, or its compressed form if it has one, into a container on the arena. A null byte
// follows an image that is text.
struct oc_container oc_container_make(struct oc_arena *arena, const struct oc_image *image);

#endif
