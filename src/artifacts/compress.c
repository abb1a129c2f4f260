#include "artifacts/compress.h"

#include <string.h>
#include <zstd.h>

// A text gets its null byte here: what is compressed is what the driver is to be given.
static struct oc_bytes whole(struct oc_arena *arena, const struct oc_image *image) {
    struct oc_bytes bytes = image->bytes;
    if (!image->is_text)
        return bytes;
    char *text = oc_arena_alloc(arena, bytes.length + 1);
    memcpy(text, bytes.data, bytes.length);
    text[bytes.length] = '\0';
    return (struct oc_bytes){text, bytes.length + 1};
}

static void compress(struct oc_arena *arena, struct oc_image *image, int level) {
    struct oc_bytes from = whole(arena, image);
    size_t room = ZSTD_compressBound(from.length);
    char *data = oc_arena_alloc(arena, room);
    size_t length = ZSTD_compress(data, room, from.data, from.length, level);
    if (ZSTD_isError(length) || length >= from.length)
        return;
    image->packed = (struct oc_bytes){data, length};
}

void oc_compress_images(struct oc_arena *arena, struct oc_loaded *loaded, int level) {
    for (size_t i = 0; i < loaded->image_count; i++)
        compress(arena, &loaded->images[i], level);
}
