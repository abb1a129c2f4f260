#include "model/hash.h"

#include <llvm-c/blake3.h>
#include <string.h>

const char *oc_hash_hex(struct oc_arena *arena, const void *data, size_t length) {
    static const char digits[] = "0123456789abcdef";
    uint8_t bytes[OC_HASH_DIGITS / 2];
    llvm_blake3_hasher hasher;
    llvm_blake3_hasher_init(&hasher);
    llvm_blake3_hasher_update(&hasher, data, length);
    llvm_blake3_hasher_finalize(&hasher, bytes, sizeof bytes);
    char *hex = oc_arena_alloc(arena, OC_HASH_DIGITS + 1);
    for (size_t i = 0; i < sizeof bytes; i++) {
        hex[2 * i] = digits[bytes[i] >> 4];
        hex[2 * i + 1] = digits[bytes[i] & 15];
    }
    return hex;
}

bool oc_hash_is_hex(const char *text) {
    return strlen(text) == OC_HASH_DIGITS && strspn(text, "0123456789abcdef") == OC_HASH_DIGITS;
}
