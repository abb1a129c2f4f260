// slice.h - bytes that belong to someone else: a mapped file, or a part of one.
//
// No NUL follows them (struct oc_bytes of file.h has one), and whoever has them says how long they
// live.
#ifndef OC_BASE_SLICE_H
#define OC_BASE_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct oc_slice {
    const char *data; // NULL: there is nothing, which is not the same as no bytes
    size_t length;
};

// Whether [offset, offset + size) lies within the slice.
static inline bool oc_slice_has(struct oc_slice slice, uint64_t offset, uint64_t size) {
    return offset <= slice.length && size <= slice.length - offset;
}

// The part [offset, offset + size), which lies within the slice.
static inline struct oc_slice oc_slice_part(struct oc_slice slice, uint64_t offset, uint64_t size) {
    return (struct oc_slice){slice.data + offset, (size_t)size};
}

// Whether the bytes begin with `length` given ones, and whether they are the text `string`.
static inline bool oc_slice_begins(struct oc_slice slice, const void *bytes, size_t length) {
    return slice.length >= length && memcmp(slice.data, bytes, length) == 0;
}

static inline bool oc_slice_is(struct oc_slice slice, const char *string) {
    size_t length = strlen(string);
    return slice.length == length && oc_slice_begins(slice, string, length);
}

#endif
