#include "driver/memo.h"

#include "base/cachefile.h"
#include "base/file.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MEMO = 4 << 20 };

// FNV-1a. A name need not be more than likely to be its own: the words are in the file.
static uint64_t hash(const char *text, size_t length, uint64_t seed) {
    uint64_t value = UINT64_C(0xcbf29ce484222325) ^ seed;
    for (size_t i = 0; i < length; i++)
        value = (value ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return value;
}

// Words and texts, each with its length.
static void add_sized_text(struct oc_text *out, const char *text) {
    oc_text_printf(out, "%zu:%s\n", strlen(text), text);
}

static const char *take_sized_text(struct oc_arena *arena, const char **at, const char *end) {
    if (*at >= end || **at < '0' || **at > '9')
        return NULL;
    char *colon;
    size_t length = strtoull(*at, &colon, 10);
    if (*colon != ':' || length >= (size_t)(end - colon - 1) || colon[1 + length] != '\n')
        return NULL;
    *at = colon + 1 + length + 1;
    return oc_arena_strndup(arena, colon + 1, length);
}

static struct oc_text identity_text(struct oc_arena *arena, const struct oc_args *words) {
    struct oc_text text = {.arena = arena};
    oc_text_add(&text, "offloadcc memo 1\n");
    for (size_t i = 0; i < words->count; i++)
        add_sized_text(&text, words->items[i]);
    oc_text_add(&text, "\n");
    return text;
}

// The name of an entry of the cache, so that the cache's size holds for it too.
static const char *name_of(struct oc_arena *arena, const struct oc_text *text) {
    char name[OC_CACHEFILE_NAME + 1];
    for (int i = 0; i < 4; i++)
        snprintf(name + 16 * i, 17, "%016" PRIx64, hash(text->data, text->length, (uint64_t)i));
    return oc_arena_strdup(arena, name);
}

// The last line is a hash of all before it.
static bool is_whole(struct oc_bytes file) {
    char line[18];
    if (file.length < 17)
        return false;
    snprintf(line, sizeof line, "%016" PRIx64 "\n", hash(file.data, file.length - 17, 0));
    return memcmp(file.data + file.length - 17, line, 17) == 0;
}

struct oc_args oc_memo_read(struct oc_arena *arena, const struct oc_cachedir *cache,
                            const struct oc_args *question) {
    struct oc_args answer = {.arena = arena};
    struct oc_text text = identity_text(arena, question);
    struct oc_bytes file;
    if (!cache->path)
        return answer;
    const char *path = oc_cachefile_path(arena, cache->path, name_of(arena, &text));
    if (oc_file_read_regular(arena, AT_FDCWD, path, MAX_MEMO, &file) || !is_whole(file) ||
        file.length < text.length || memcmp(file.data, text.data, text.length) != 0)
        return answer;
    const char *at = file.data + text.length, *end = file.data + file.length, *word;
    while ((word = take_sized_text(arena, &at, end)))
        oc_args_add(&answer, word);
    return answer;
}

void oc_memo_write(struct oc_arena *arena, const struct oc_cachedir *cache,
                   const struct oc_args *question, const struct oc_args *answer) {
    struct oc_text text = identity_text(arena, question);
    size_t evicted;
    if (!cache->path)
        return;
    const char *name = name_of(arena, &text);
    for (size_t i = 0; i < answer->count; i++)
        add_sized_text(&text, answer->items[i]);
    oc_text_printf(&text, "%016" PRIx64 "\n", hash(text.data, text.length, 0));
    if (text.length <= MAX_MEMO)
        oc_cachefile_write(arena, cache->path, cache->limit, name, text.data, text.length,
                           &evicted);
}
