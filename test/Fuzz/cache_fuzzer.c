// libFuzzer: any bytes as an entry of the cache, and as what stands between its first lines and its
// hash, which no mutation would get right.
#include "fuzz.h"

#include "cache/cache.h"

#include "base/text.h"
#include "model/hash.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char key[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

static void read_entry(struct oc_arena *arena, struct oc_bytes file) {
    struct oc_cache_entry entry;
    if (!oc_cache_read_entry(arena, key, file, &entry))
        return;
    struct oc_bytes again = oc_cache_write_entry(arena, key, &entry);
    struct oc_cache_entry same;
    if (!oc_cache_read_entry(arena, key, again, &same) || same.count != entry.count)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct oc_arena arena = {0};
    read_entry(&arena, (struct oc_bytes){oc_arena_strndup(&arena, (const char *)data, size), size});
    struct oc_text text = {.arena = &arena};
    oc_text_printf(&text, "offloadcc cache 1\n%s\n", key);
    oc_text_add_bytes(&text, data, size);
    oc_text_add(&text, oc_hash_hex(&arena, text.data, text.length));
    read_entry(&arena, (struct oc_bytes){text.data, text.length});
    oc_arena_release(&arena);
    return 0;
}
