// An entry is text up to an empty line, then its parts' bytes, then a hash of all before it:
//
//   offloadcc cache 1
//   0123...cdef                  the key
//   bc 3116                      each part and its length
//   usage 446
//
//   ...
#include "cache/cache.h"

#include "base/cachefile.h"
#include "base/text.h"
#include "model/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_NAME = 15, MAX_ENTRY = 1 << 30 };
static const char magic[] = "offloadcc cache 1\n";

// ---- The form of an entry ----------------------------------------------------------------------

struct oc_bytes oc_cache_write_entry(struct oc_arena *arena, const char *key,
                                     const struct oc_cache_entry *entry) {
    struct oc_text text = {.arena = arena};
    oc_text_printf(&text, "%s%s\n", magic, key);
    for (size_t i = 0; i < entry->count; i++)
        oc_text_printf(&text, "%s %zu\n", entry->parts[i].name, entry->parts[i].content.length);
    oc_text_add(&text, "\n");
    for (size_t i = 0; i < entry->count; i++)
        oc_text_add_bytes(&text, entry->parts[i].content.data, entry->parts[i].content.length);
    oc_text_add(&text, oc_hash_hex(arena, text.data, text.length));
    return (struct oc_bytes){text.data, text.length};
}

// What is left of a file.
struct reader {
    struct oc_arena *arena;
    const char *at, *end;
};

static bool skip(struct reader *reader, const char *text, size_t length) {
    bool same =
        (size_t)(reader->end - reader->at) >= length && memcmp(reader->at, text, length) == 0;
    if (same)
        reader->at += length;
    return same;
}

// The line of one part.
static bool read_part(struct reader *reader, struct oc_cache_part *out) {
    size_t length = 0;
    const char *start = reader->at;
    while (reader->at < reader->end && *reader->at >= 'a' && *reader->at <= 'z')
        reader->at++;
    size_t name = (size_t)(reader->at - start);
    if (name == 0 || name > MAX_NAME || !skip(reader, " ", 1))
        return false;
    const char *number = reader->at;
    for (; reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9'; reader->at++) {
        length = length * 10 + (size_t)(*reader->at - '0');
        if (length > MAX_ENTRY)
            return false;
    }
    out->name = oc_arena_strndup(reader->arena, start, name);
    out->content.length = length;
    return reader->at > number && skip(reader, "\n", 1);
}

bool oc_cache_read_entry(struct oc_arena *arena, const char *key, struct oc_bytes file,
                         struct oc_cache_entry *out) {
    struct oc_cache_entry entry = {0};
    if (file.length < OC_HASH_DIGITS)
        return false;
    size_t length = file.length - OC_HASH_DIGITS;
    struct reader reader = {arena, file.data, file.data + length};
    if (memcmp(reader.end, oc_hash_hex(arena, file.data, length), OC_HASH_DIGITS) != 0 ||
        !skip(&reader, magic, strlen(magic)) || !skip(&reader, key, strlen(key)) ||
        !skip(&reader, "\n", 1))
        return false;
    while (!skip(&reader, "\n", 1))
        if (entry.count == OC_CACHE_MAX_PARTS || !read_part(&reader, &entry.parts[entry.count++]))
            return false;
    for (size_t i = 0; i < entry.count; i++) {
        struct oc_bytes *content = &entry.parts[i].content;
        if (content->length > (size_t)(reader.end - reader.at))
            return false;
        content->data = oc_arena_strndup(arena, reader.at, content->length);
        reader.at += content->length;
    }
    if (reader.at != reader.end)
        return false;
    *out = entry;
    return true;
}

const struct oc_bytes *oc_cache_part(const struct oc_cache_entry *entry, const char *name) {
    for (size_t i = 0; i < entry->count; i++)
        if (strcmp(entry->parts[i].name, name) == 0)
            return &entry->parts[i].content;
    return NULL;
}

// ---- Counters ----------------------------------------------------------------------------------

enum counter { HITS, MISSES, STORED, EVICTED, DAMAGED, COUNTERS };
static const char *const counter_names[COUNTERS] = {"hits", "misses", "stored", "evicted",
                                                    "damaged"};

static int open_statistics(struct oc_arena *arena, const struct oc_cache *cache, int flags) {
    return open(oc_arena_printf(arena, "%s/statistics", cache->directory), flags | O_CLOEXEC, 0666);
}

static void read_counters(int fd, uint64_t counters[COUNTERS]) {
    char text[512];
    ssize_t length = pread(fd, text, sizeof text - 1, 0);
    text[length > 0 ? length : 0] = '\0';
    for (int i = 0; i < COUNTERS; i++) {
        const char *at = strstr(text, counter_names[i]);
        counters[i] = at ? strtoull(at + strlen(counter_names[i]), NULL, 10) : 0;
    }
}

// The text has one length, so a write replaces all of it. A count is lost where others hold the
// lock for long: nothing waits here.
static void add_to_counter(struct oc_arena *arena, const struct oc_cache *cache, enum counter which,
                           uint64_t times) {
    uint64_t counters[COUNTERS];
    int fd = open_statistics(arena, cache, O_RDWR | O_CREAT);
    bool locked = false;
    for (int tries = 0; fd >= 0 && !locked && tries < 20; tries++) {
        locked = flock(fd, LOCK_EX | LOCK_NB) == 0;
        if (!locked)
            nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
    }
    if (locked) {
        struct oc_text text = {.arena = arena};
        read_counters(fd, counters);
        counters[which] += times;
        for (int i = 0; i < COUNTERS; i++)
            oc_text_printf(&text, "%-8s %20" PRIu64 "\n", counter_names[i], counters[i]);
        ssize_t ignored = pwrite(fd, text.data, text.length, 0);
        (void)ignored;
    }
    if (fd >= 0)
        close(fd);
}

// ---- Files -------------------------------------------------------------------------------------

bool oc_cache_find(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                   struct oc_cache_entry *out) {
    const char *path = oc_cachefile_path(arena, cache->directory, key);
    struct oc_bytes file;
    int error = oc_file_read_regular(arena, AT_FDCWD, path, MAX_ENTRY, &file);
    bool found = !error && oc_cache_read_entry(arena, key, file, out);
    if (!error && !found) {
        unlink(path);
        add_to_counter(arena, cache, DAMAGED, 1);
    }
    if (found)
        utimensat(AT_FDCWD, path,
                  (struct timespec[2]){{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_NOW}}, 0);
    return found;
}

bool oc_cache_has(struct oc_arena *arena, const struct oc_cache *cache, const char *key) {
    return access(oc_cachefile_path(arena, cache->directory, key), F_OK) == 0;
}

bool oc_cache_get(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                  struct oc_cache_entry *out) {
    bool found = oc_cache_find(arena, cache, key, out);
    if (found || oc_cachefile_make_directory(arena, cache->directory, key))
        add_to_counter(arena, cache, found ? HITS : MISSES, 1);
    return found;
}

void oc_cache_put(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                  const struct oc_cache_entry *entry) {
    struct oc_bytes file = oc_cache_write_entry(arena, key, entry);
    size_t evicted = 0;
    bool stored =
        file.length <= MAX_ENTRY && oc_cachefile_write(arena, cache->directory, cache->limit, key,
                                                       file.data, file.length, &evicted);
    if (evicted)
        add_to_counter(arena, cache, EVICTED, evicted);
    if (stored)
        add_to_counter(arena, cache, STORED, 1);
}

// ---- For people --------------------------------------------------------------------------------

void oc_cache_print_statistics(struct oc_arena *arena, const struct oc_cache *cache, FILE *stream) {
    uint64_t counters[COUNTERS] = {0}, bytes = 0;
    size_t entries = 0;
    for (int i = 0; i < OC_CACHEFILE_DIRECTORIES; i++) {
        struct oc_cachefiles files =
            oc_cachefile_list(arena, cache->directory, OC_CACHEFILE_DIGITS[i]);
        entries += files.count;
        bytes += files.bytes;
    }
    int fd = open_statistics(arena, cache, O_RDONLY);
    if (fd >= 0) {
        read_counters(fd, counters);
        close(fd);
    }
    fprintf(stream, "directory: %s\nentries:   %zu, %.1f MiB of at most %.1f\n", cache->directory,
            entries, (double)bytes / (1 << 20), (double)cache->limit / (1 << 20));
    for (int i = 0; i < COUNTERS; i++)
        fprintf(stream, "%-10s %" PRIu64 "\n", oc_arena_printf(arena, "%s:", counter_names[i]),
                counters[i]);
}

int oc_cache_clear(struct oc_arena *arena, const struct oc_cache *cache) {
    int error = 0;
    for (int i = 0; i < OC_CACHEFILE_DIRECTORIES; i++) {
        struct oc_cachefiles files =
            oc_cachefile_list(arena, cache->directory, OC_CACHEFILE_DIGITS[i]);
        for (size_t f = 0; f < files.count; f++)
            if (unlink(files.items[f].path) < 0 && errno != ENOENT)
                error = errno;
        rmdir(oc_cachefile_directory(arena, cache->directory, OC_CACHEFILE_DIGITS[i]));
    }
    if (unlink(oc_arena_printf(arena, "%s/statistics", cache->directory)) < 0 && errno != ENOENT)
        error = errno;
    return error;
}
