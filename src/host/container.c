#include "host/container.h"

#include "link/container.h"

#include <string.h>

// Compressed bytes are not what their format says.
static unsigned kind(const char *format, bool is_packed) {
    return is_packed                      ? OC_CONTAINER_OTHER
           : strcmp(format, "cubin") == 0 ? OC_CONTAINER_CUBIN
           : strcmp(format, "ptx") == 0   ? OC_CONTAINER_PTX
                                          : OC_CONTAINER_OBJECT;
}

struct oc_image_container oc_image_container_make(struct oc_arena *arena,
                                                  const struct oc_image *image) {
    bool is_packed = image->packed.data;
    const char *format = image->is_text ? image->target->text_suffix : image->target->image_suffix;
    struct oc_container_pair pairs[] = {{"triple", image->target->triple},
                                        {"arch", image->arch},
                                        {"format", format},
                                        {"compression", "zstd"}};
    struct oc_container_entry entry = {
        .kind = kind(format, is_packed),
        .pairs = pairs,
        .pair_count = sizeof pairs / sizeof *pairs - !is_packed,
        .bytes = is_packed ? image->packed : image->bytes,
        .ends_with_null = image->is_text && !is_packed,
    };
    struct oc_bytes bytes = oc_container_write(arena, &entry, 1);
    struct oc_container_entry *written;
    const char *fault;
    size_t count;
    if (!oc_container_read(arena, bytes, &written, &count, &fault))
        return (struct oc_image_container){0};
    return (struct oc_image_container){
        .bytes = bytes,
        .image = (size_t)(written->bytes.data - bytes.data),
        .image_length = written->bytes.length,
        .arch = (size_t)(oc_container_value(written, "arch") - bytes.data),
    };
}
