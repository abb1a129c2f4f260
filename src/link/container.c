#include "link/container.h"

#include "base/text.h"

#include <stdint.h>
#include <string.h>

enum { VERSION = 1 };

static const unsigned char magic[] = {0x10, 0xFF, 0x10, 0xAD};

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

static size_t aligned(size_t size) {
    return (size + OC_CONTAINER_ALIGNMENT - 1) / OC_CONTAINER_ALIGNMENT * OC_CONTAINER_ALIGNMENT;
}

// ---- Writing -----------------------------------------------------------------------------------

// Adds a string with its null byte; returns where it begins, in its container.
static uint64_t add_string(struct oc_text *text, size_t start, const char *string) {
    uint64_t offset = text->length - start;
    oc_text_add_bytes(text, string, strlen(string) + 1);
    return offset;
}

static void pad(struct oc_text *text, size_t start) {
    static const char zeros[OC_CONTAINER_ALIGNMENT];
    size_t length = text->length - start;
    oc_text_add_bytes(text, zeros, aligned(length) - length);
}

static void add_pairs(struct oc_text *text, size_t start, const struct oc_container_entry *entry) {
    struct pair pair = {0, 0};
    size_t at = text->length;
    for (size_t i = 0; i < entry->pair_count; i++)
        oc_text_add_bytes(text, &pair, sizeof pair);
    for (size_t i = 0; i < entry->pair_count; i++) {
        pair.key = add_string(text, start, entry->pairs[i].key);
        pair.value = add_string(text, start, entry->pairs[i].value);
        memcpy(text->data + at + i * sizeof pair, &pair, sizeof pair);
    }
}

static void add_container(struct oc_text *text, const struct oc_container_entry *what) {
    size_t start = text->length;
    struct header header = {
        .version = VERSION, .entry = sizeof header, .entry_size = sizeof(struct entry)};
    struct entry entry = {.kind = (uint16_t)what->kind,
                          .pairs = sizeof header + sizeof entry,
                          .pair_count = what->pair_count,
                          .image_size = what->bytes.length};
    memcpy(header.magic, magic, sizeof magic);
    oc_text_add_bytes(text, &header, sizeof header);
    oc_text_add_bytes(text, &entry, sizeof entry);
    add_pairs(text, start, what);
    pad(text, start);
    entry.image = text->length - start;
    oc_text_add_bytes(text, what->bytes.data, what->bytes.length);
    if (what->ends_with_null)
        oc_text_add_bytes(text, "", 1);
    pad(text, start);
    header.size = text->length - start;
    memcpy(text->data + start, &header, sizeof header);
    memcpy(text->data + start + sizeof header, &entry, sizeof entry);
}

struct oc_bytes oc_container_write(struct oc_arena *arena, const struct oc_container_entry *entries,
                                   size_t count) {
    struct oc_text text = {.arena = arena};
    for (size_t i = 0; i < count; i++)
        add_container(&text, &entries[i]);
    return (struct oc_bytes){text.data, text.length};
}

// ---- Reading -----------------------------------------------------------------------------------

static bool within(uint64_t offset, uint64_t size, size_t length) {
    return offset <= length && size <= length - offset;
}

// A string of a container, which ends in it; NULL: it does not.
static const char *string_at(struct oc_bytes container, uint64_t offset) {
    return offset < container.length &&
                   memchr(container.data + offset, 0, container.length - offset)
               ? container.data + offset
               : NULL;
}

static bool read_pairs(struct oc_arena *arena, struct oc_bytes container, const struct entry *entry,
                       struct oc_container_entry *out) {
    uint64_t size;
    if (__builtin_mul_overflow(entry->pair_count, sizeof(struct pair), &size) ||
        !within(entry->pairs, size, container.length))
        return false;
    out->pair_count = entry->pair_count;
    out->pairs = OC_NEW_ARRAY(arena, out->pair_count, struct oc_container_pair);
    for (size_t i = 0; i < out->pair_count; i++) {
        struct pair pair;
        memcpy(&pair, container.data + entry->pairs + i * sizeof pair, sizeof pair);
        out->pairs[i].key = string_at(container, pair.key);
        out->pairs[i].value = string_at(container, pair.value);
        if (!out->pairs[i].key || !out->pairs[i].value)
            return false;
    }
    return true;
}

// Returns why the first container of `rest` cannot be read; NULL: it was, and `*size` is its size.
static const char *read_container(struct oc_arena *arena, struct oc_bytes rest,
                                  struct oc_container_entry *out, size_t *size) {
    struct header header;
    struct entry entry;
    if (rest.length < sizeof header)
        return "its containers end early";
    memcpy(&header, rest.data, sizeof header);
    if (memcmp(header.magic, magic, sizeof magic) != 0)
        return "what it has is not a container";
    if (header.version != VERSION)
        return "its containers are of a version that is not known";
    if (header.size < sizeof header || header.size > rest.length ||
        !within(header.entry, sizeof entry, header.size))
        return "its containers end early";
    struct oc_bytes container = {rest.data, header.size};
    memcpy(&entry, container.data + header.entry, sizeof entry);
    if (!within(entry.image, entry.image_size, container.length) ||
        !read_pairs(arena, container, &entry, out))
        return "a container refers to what is outside of it";
    out->kind = entry.kind;
    out->bytes = (struct oc_bytes){container.data + entry.image, entry.image_size};
    *size = header.size;
    return NULL;
}

bool oc_container_read(struct oc_arena *arena, struct oc_bytes section,
                       struct oc_container_entry **entries, size_t *count, const char **fault) {
    size_t capacity = 0, at = 0, size = 0;
    *entries = NULL;
    *count = 0;
    while (at < section.length) {
        if (!section.data[at]) { // what a linker has put between two
            at++;
            continue;
        }
        *entries = oc_arena_grow(arena, *entries, *count, &capacity, sizeof **entries);
        struct oc_bytes rest = {section.data + at, section.length - at};
        *fault = read_container(arena, rest, &(*entries)[*count], &size);
        if (*fault)
            return false;
        (*count)++;
        at += size;
    }
    return true;
}

const char *oc_container_value(const struct oc_container_entry *entry, const char *key) {
    for (size_t i = 0; i < entry->pair_count; i++)
        if (strcmp(entry->pairs[i].key, key) == 0)
            return entry->pairs[i].value;
    return NULL;
}
