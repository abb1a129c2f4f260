// arena.h - memory that lives as long as one invocation.
//
// Everything that is built while a command line is processed (argument vectors, job graphs, scanned
// kernels, texts) is allocated from one arena and released with it. There is no free of a single
// object. Running out of memory ends the process with a message: no caller could do better.
#ifndef OC_BASE_ARENA_H
#define OC_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct oc_arena_chunk;

struct oc_arena {
    struct oc_arena_chunk *chunks; // newest first
    char *next;                    // free space in the newest chunk: [next, end)
    char *end;
};

// An arena is ready when zero-initialised. Release frees all that was ever allocated from it and
// leaves it ready again; a zeroed arena may be released.
void oc_arena_release(struct oc_arena *arena);

// `size` zeroed bytes, aligned for any type. Never NULL; size 0 gives a unique pointer.
void *oc_arena_alloc(struct oc_arena *arena, size_t size);

// A zeroed array of `count` elements of `size` bytes each; an overflowing product is out of memory.
void *oc_arena_array(struct oc_arena *arena, size_t count, size_t size);

// A growing list's items: `items`, or a larger copy if all *capacity places are taken. There is
// room for one behind `count` then.
void *oc_arena_grow(struct oc_arena *arena, void *items, size_t count, size_t *capacity,
                    size_t size);

#define OC_NEW(arena, type) ((type *)oc_arena_alloc((arena), sizeof(type)))
#define OC_NEW_ARRAY(arena, count, type) ((type *)oc_arena_array((arena), (count), sizeof(type)))

// Copies of a string, of its first `length` bytes, and a formatted string. NUL-terminated.
char *oc_arena_strdup(struct oc_arena *arena, const char *string);
char *oc_arena_strndup(struct oc_arena *arena, const char *string, size_t length);
char *oc_arena_printf(struct oc_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *oc_arena_vprintf(struct oc_arena *arena, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

#endif
