#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 64 * 1024 };

struct oc_arena_chunk {
    struct oc_arena_chunk *older;
    alignas(max_align_t) char bytes[];
};

static void out_of_memory(void) {
    fputs("offloadcc: error: out of memory\n", stderr);
    exit(1);
}

void oc_arena_release(struct oc_arena *arena) {
    struct oc_arena_chunk *chunk = arena->chunks;
    while (chunk) {
        struct oc_arena_chunk *older = chunk->older;
        free(chunk);
        chunk = older;
    }
    *arena = (struct oc_arena){0};
}

void *oc_arena_alloc(struct oc_arena *arena, size_t size) {
    const size_t align = alignof(max_align_t);
    if (size > SIZE_MAX / 2)
        out_of_memory();
    size = size ? (size + align - 1) & ~(align - 1) : align;
    if (!arena->next || size > (size_t)(arena->end - arena->next)) {
        size_t capacity = size > CHUNK_SIZE ? size : CHUNK_SIZE;
        // Large blocks come from the kernel, zeroed: their pages need not be touched here.
        struct oc_arena_chunk *chunk = size > CHUNK_SIZE ? calloc(1, sizeof *chunk + capacity)
                                                         : malloc(sizeof *chunk + capacity);
        if (!chunk)
            out_of_memory();
        chunk->older = arena->chunks;
        arena->chunks = chunk;
        arena->next = chunk->bytes;
        arena->end = chunk->bytes + capacity;
    }
    void *result = arena->next;
    arena->next += size;
    return size > CHUNK_SIZE ? result : memset(result, 0, size);
}

void *oc_arena_array(struct oc_arena *arena, size_t count, size_t size) {
    if (size && count > SIZE_MAX / size)
        out_of_memory();
    return oc_arena_alloc(arena, count * size);
}

void *oc_arena_grow(struct oc_arena *arena, void *items, size_t count, size_t *capacity,
                    size_t size) {
    if (count < *capacity)
        return items;
    *capacity = *capacity ? 2 * *capacity : 8;
    void *larger = oc_arena_array(arena, *capacity, size);
    if (count)
        memcpy(larger, items, count * size);
    return larger;
}

char *oc_arena_strndup(struct oc_arena *arena, const char *string, size_t length) {
    char *copy = oc_arena_alloc(arena, length + 1);
    memcpy(copy, string, length);
    return copy;
}

char *oc_arena_strdup(struct oc_arena *arena, const char *string) {
    return oc_arena_strndup(arena, string, strlen(string));
}

char *oc_arena_vprintf(struct oc_arena *arena, const char *format, va_list arguments) {
    va_list measure;
    va_copy(measure, arguments);
    int length = vsnprintf(NULL, 0, format, measure);
    va_end(measure);
    if (length < 0)
        out_of_memory();
    char *text = oc_arena_alloc(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

char *oc_arena_printf(struct oc_arena *arena, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = oc_arena_vprintf(arena, format, arguments);
    va_end(arguments);
    return text;
}
