// arena.h - memory that lives as long as one invocation.
//
// Everything that is built while a command line is processed (argument vectors, job graphs, scanned
// kernels, texts) is allocated from one arena, and released with it. Single objects cannot be
// freed. If there is no more memory, the process ends with a message: no caller could do better.
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

// A zero-initialised arena is ready for use. oc_arena_release frees all memory of the arena, which
// is then ready for use again. A zeroed arena may be released.
void oc_arena_release(struct oc_arena *arena);

// Returns `size` zeroed bytes, aligned for any type. Never NULL; size 0 gives a unique pointer.
void *oc_arena_alloc(struct oc_arena *arena, size_t size);

// Returns a zeroed array of `count` elements of `size` bytes each. If the product overflows, it
// ends the process like a lack of memory.
void *oc_arena_array(struct oc_arena *arena, size_t count, size_t size);

// Makes room for one more item in a list of `count` items of `size` bytes. Returns `items`, or a
// larger copy of it if `count` equals *capacity (in items), which is then increased.
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
