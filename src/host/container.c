#include "host/container.h"

#include <stdint.h>
#include <string.h>

// LLVM's numbers.
enum { VERSION = 1, PRODUCER_NONE = 0 };
enum { KIND_OTHER = 0, KIND_OBJECT = 1, KIND_CUBIN = 3, KIND_PTX = 5 };

// The three structs of the format, which follow each other in the file. Offsets are from its
// beginning, sizes are in bytes.
struct header {
    unsigned char magic[4];
    uint32_t version;
    uint64_t size, entry, entry_size;
};

struct entry {
    uint16_t kind, producer;
    uint32_t flags;
    uint64_t pairs, pair_count;
    uint64_t image, image_size;
};

struct pair {
    uint64_t key, value;
};

_Static_assert(sizeof(struct header) == 32 && sizeof(struct entry) == 40, "LLVM's format");

enum { TRIPLE, ARCH, FORMAT, COMPRESSION, MAX_PAIRS };
static const char *const keys[MAX_PAIRS] = {"triple", "arch", "format", "compression"};

// Compressed bytes are not what their format says.
static uint16_t kind(const char *format, bool is_packed) {
    return is_packed                      ? KIND_OTHER
           : strcmp(format, "cubin") == 0 ? KIND_CUBIN
           : strcmp(format, "ptx") == 0   ? KIND_PTX
                                          : KIND_OBJECT;
}

static size_t aligned(size_t size) {
    return (size + OC_CONTAINER_ALIGNMENT - 1) / OC_CONTAINER_ALIGNMENT * OC_CONTAINER_ALIGNMENT;
}

// Adds a string with its null byte; returns where it begins.
static uint64_t add_string(struct oc_text *text, const char *string) {
    uint64_t offset = text->length;
    oc_text_add_bytes(text, string, strlen(string) + 1);
    return offset;
}

static void add_pairs(struct oc_text *text, const char *const *values, size_t count,
                      struct pair *pairs) {
    size_t at = text->length;
    oc_text_add_bytes(text, pairs, count * sizeof *pairs);
    for (size_t i = 0; i < count; i++) {
        pairs[i].key = add_string(text, keys[i]);
        pairs[i].value = add_string(text, values[i]);
    }
    memcpy(text->data + at, pairs, count * sizeof *pairs);
}

struct oc_container oc_container_make(struct oc_arena *arena, const struct oc_image *image) {
    bool is_packed = image->packed.data, adds_null = image->is_text && !is_packed;
    const struct oc_bytes *content = is_packed ? &image->packed : &image->bytes;
    const char *values[MAX_PAIRS] = {
        [TRIPLE] = image->target->triple,
        [ARCH] = image->arch,
        [FORMAT] = image->is_text ? image->target->text_suffix : image->target->image_suffix,
        [COMPRESSION] = "zstd",
    };
    struct header header = {
        {0x10, 0xFF, 0x10, 0xAD}, VERSION, 0, sizeof header, sizeof(struct entry)};
    struct entry entry = {
        .kind = kind(values[FORMAT], is_packed),
        .producer = PRODUCER_NONE,
        .pairs = sizeof header + sizeof entry,
        .pair_count = is_packed ? MAX_PAIRS : COMPRESSION,
        .image_size = content->length,
    };
    struct pair pairs[MAX_PAIRS] = {0};
    struct oc_text head = {.arena = arena};
    oc_text_add_bytes(&head, &header, sizeof header);
    oc_text_add_bytes(&head, &entry, sizeof entry);
    add_pairs(&head, values, entry.pair_count, pairs);
    entry.image = aligned(head.length);
    header.size = aligned(entry.image + content->length + adds_null);
    char *data = oc_arena_alloc(arena, header.size + 1); // zeros
    memcpy(data, head.data, head.length);
    memcpy(data, &header, sizeof header);
    memcpy(data + sizeof header, &entry, sizeof entry);
    memcpy(data + entry.image, content->data, content->length);
    return (struct oc_container){
        .bytes = {data, header.size},
        .image = entry.image,
        .image_length = content->length,
        .arch = pairs[ARCH].value,
    };
}
