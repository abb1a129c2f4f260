#include "host/container.h"

#include <string.h>

enum { TRIPLE, ARCH, FORMAT, COMPRESSION, PAIR_COUNT };

// Compressed bytes are not what their format says.
static enum oc_entry_kind kind_of(const char *format, bool is_packed) {
    return is_packed                      ? OC_ENTRY_OTHER
           : strcmp(format, "cubin") == 0 ? OC_ENTRY_CUBIN
           : strcmp(format, "ptx") == 0   ? OC_ENTRY_PTX
                                          : OC_ENTRY_OBJECT;
}

struct oc_container oc_container_make(struct oc_arena *arena, const struct oc_image *image) {
    bool is_packed = image->packed.data;
    const struct oc_bytes *content = is_packed ? &image->packed : &image->bytes;
    const char *format = image->is_text ? image->target->text_suffix : image->target->image_suffix;
    struct oc_entry_pair pairs[PAIR_COUNT] = {
        [TRIPLE] = {"triple", image->target->triple},
        [ARCH] = {"arch", image->arch},
        [FORMAT] = {"format", format},
        [COMPRESSION] = {"compression", "zstd"},
    };
    struct oc_entry entry = {
        .kind = (uint16_t)kind_of(format, is_packed),
        .pairs = pairs,
        .pair_count = is_packed ? PAIR_COUNT : COMPRESSION,
        .image = {content->data, content->length},
        .ends_with_null = image->is_text && !is_packed,
    };
    struct oc_bytes bytes = oc_containers_write(arena, &entry, 1);
    // Where things are in it is what a reader finds.
    const char *fault;
    size_t at = 0;
    oc_containers_next(arena, (struct oc_slice){bytes.data, bytes.length}, &at, &entry, &fault);
    return (struct oc_container){
        .bytes = bytes,
        .image = (size_t)(entry.image.data - bytes.data),
        .image_length = entry.image.length,
        .arch = (size_t)(entry.pairs[ARCH].value - bytes.data),
    };
}
