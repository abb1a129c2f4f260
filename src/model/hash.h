// hash.h - BLAKE3, as the manifest writes it. The code is libLLVM's.
#ifndef OC_HASH_H
#define OC_HASH_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

enum { OC_HASH_DIGITS = 64 };

// The BLAKE3 hash of `length` bytes: OC_HASH_DIGITS lower-case hexadecimal digits.
const char *oc_hash_hex(struct oc_arena *arena, const void *data, size_t length);

// Whether `text` looks like one.
bool oc_hash_is_hex(const char *text);

#endif
