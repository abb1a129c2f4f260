#include "link/containers.h"

static const unsigned char magic[4] = {0x10, 0xFF, 0x10, 0xAD};

enum { VERSION = 1, PRODUCER_NONE = 0 };

// The three structs of the format, which follow each other in the file. Offsets are from the
// container's beginning, sizes are in bytes.
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

// ---- Writing -----------------------------------------------------------------------------------

static size_t aligned(size_t size) {
    return (size + OC_CONTAINERS_ALIGNMENT - 1) / OC_CONTAINERS_ALIGNMENT * OC_CONTAINERS_ALIGNMENT;
}

// The offset of the image.
static size_t image_offset(const struct oc_entry *entry) {
    size_t size = sizeof(struct header) + sizeof(struct entry);
    for (size_t i = 0; i < entry->pair_count; i++)
        size += sizeof(struct pair) + strlen(entry->pairs[i].key) + 1 +
                strlen(entry->pairs[i].value) + 1;
    return aligned(size);
}

static size_t container_size(const struct oc_entry *entry) {
    return aligned(image_offset(entry) + entry->image.length + entry->ends_with_null);
}

// Puts a string and its null byte at an offset, and returns the offset after it.
static size_t put_string(char *container, size_t offset, const char *string) {
    size_t size = strlen(string) + 1;
    memcpy(container + offset, string, size);
    return offset + size;
}

static void put_pairs(char *container, size_t offset, const struct oc_entry *entry) {
    size_t end = offset + entry->pair_count * sizeof(struct pair);
    for (size_t i = 0; i < entry->pair_count; i++, offset += sizeof(struct pair)) {
        struct pair pair = {.key = end};
        pair.value = put_string(container, end, entry->pairs[i].key);
        end = put_string(container, pair.value, entry->pairs[i].value);
        memcpy(container + offset, &pair, sizeof pair);
    }
}

static void put_container(char *container, const struct oc_entry *entry) {
    struct header header = {.version = VERSION,
                            .size = container_size(entry),
                            .entry = sizeof header,
                            .entry_size = sizeof(struct entry)};
    struct entry head = {.kind = entry->kind,
                         .producer = PRODUCER_NONE,
                         .pairs = sizeof header + sizeof head,
                         .pair_count = entry->pair_count,
                         .image = image_offset(entry),
                         .image_size = entry->image.length};
    memcpy(header.magic, magic, sizeof magic);
    memcpy(container, &header, sizeof header);
    memcpy(container + sizeof header, &head, sizeof head);
    put_pairs(container, head.pairs, entry);
    if (head.image_size)
        memcpy(container + head.image, entry->image.data, head.image_size);
}

struct oc_bytes oc_containers_write(struct oc_arena *arena, const struct oc_entry *entries,
                                    size_t count) {
    size_t size = 0, at = 0;
    for (size_t i = 0; i < count; i++)
        size += container_size(&entries[i]);
    char *data = oc_arena_alloc(arena, size + 1); // zeros
    for (size_t i = 0; i < count; at += container_size(&entries[i]), i++)
        put_container(data + at, &entries[i]);
    return (struct oc_bytes){data, size};
}

// ---- Reading -----------------------------------------------------------------------------------

// The string at an offset of a container; NULL if it does not end there.
static const char *string_at(struct oc_slice container, uint64_t offset) {
    if (offset >= container.length ||
        !memchr(container.data + offset, '\0', (size_t)(container.length - offset)))
        return NULL;
    return container.data + offset;
}

static const char *read_pairs(struct oc_arena *arena, struct oc_slice container,
                              const struct entry *entry, struct oc_entry *out) {
    if (entry->pair_count > OC_ENTRY_MAX_PAIRS)
        return "it has too many strings";
    if (!oc_slice_has(container, entry->pairs, entry->pair_count * sizeof(struct pair)))
        return "its strings lie outside of it";
    size_t count = (size_t)entry->pair_count;
    struct oc_entry_pair *pairs = OC_NEW_ARRAY(arena, count, struct oc_entry_pair);
    for (size_t i = 0; i < count; i++) {
        struct pair pair;
        memcpy(&pair, container.data + entry->pairs + i * sizeof pair, sizeof pair);
        pairs[i].key = string_at(container, pair.key);
        pairs[i].value = string_at(container, pair.value);
        if (!pairs[i].key || !pairs[i].value)
            return "its strings lie outside of it";
    }
    out->pairs = pairs;
    out->pair_count = count;
    return NULL;
}

// Reads what is in a container of the size that its header says.
static const char *read_entry(struct oc_arena *arena, struct oc_slice container,
                              const struct header *header, struct oc_entry *out) {
    struct entry entry;
    if (header->entry_size < sizeof entry ||
        !oc_slice_has(container, header->entry, header->entry_size))
        return "its entry lies outside of it";
    memcpy(&entry, container.data + header->entry, sizeof entry);
    if (!oc_slice_has(container, entry.image, entry.image_size))
        return "its image lies outside of it";
    *out = (struct oc_entry){
        .kind = entry.kind,
        .image = oc_slice_part(container, entry.image, entry.image_size),
    };
    return read_pairs(arena, container, &entry, out);
}

static const char *read_container(struct oc_arena *arena, struct oc_slice rest, uint64_t *size,
                                  struct oc_entry *out) {
    struct header header;
    if (!oc_slice_begins(rest, magic, sizeof magic))
        return "it does not begin as a container";
    if (rest.length < sizeof header)
        return "it ends within its header";
    memcpy(&header, rest.data, sizeof header);
    if (header.version != VERSION)
        return "it is of a version other than 1";
    if (header.size < sizeof header || header.size > rest.length)
        return "it ends before its size";
    *size = header.size;
    return read_entry(arena, oc_slice_part(rest, 0, header.size), &header, out);
}

bool oc_containers_next(struct oc_arena *arena, struct oc_slice bytes, size_t *at,
                        struct oc_entry *out, const char **fault) {
    *fault = NULL;
    while (*at < bytes.length && !bytes.data[*at])
        ++*at;
    if (*at >= bytes.length)
        return false;
    uint64_t size;
    struct oc_entry entry;
    *fault = read_container(arena, oc_slice_part(bytes, *at, bytes.length - *at), &size, &entry);
    if (*fault)
        return false;
    *at += size;
    *out = entry;
    return true;
}

const char *oc_entry_value(const struct oc_entry *entry, const char *key) {
    for (size_t i = 0; i < entry->pair_count; i++)
        if (strcmp(entry->pairs[i].key, key) == 0)
            return entry->pairs[i].value;
    return NULL;
}
