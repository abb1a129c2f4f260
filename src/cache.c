// An entry is text up to an empty line, then its parts' bytes, then a hash of all before it:
//
//   offloadcc cache 1
//   0123...cdef                  the key
//   bc 3116                      each part and its length
//   usage 446
//
//   ...
#include "cache.h"

#include "base/text.h"
#include "hash.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DIRECTORIES = 16, MAX_NAME = 15, STALE_SECONDS = 3600, MAX_ENTRY = 1 << 30 };
static const char digits[] = "0123456789abcdef";
static const char magic[] = "offloadcc cache 1\n";
static const char temporary_prefix[] = ".tmp-";

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
static void count(struct oc_arena *arena, const struct oc_cache *cache, enum counter which,
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

static const char *directory_of(struct oc_arena *arena, const struct oc_cache *cache, char digit) {
    return oc_arena_printf(arena, "%s/%c", cache->directory, digit);
}

static const char *path_of(struct oc_arena *arena, const struct oc_cache *cache, const char *key) {
    return oc_arena_printf(arena, "%s/%s", directory_of(arena, cache, key[0]), key);
}

// Makes the directory of a digit, with all above it, for nobody else.
static bool make_directories(struct oc_arena *arena, const struct oc_cache *cache, char digit) {
    static const char tag[] = "Signature: 8a477f597d28d172789f06886806bc55\n"
                              "# Device code that offloadcc has compiled; may be deleted.\n";
    const char *wanted = directory_of(arena, cache, digit);
    if (mkdir(wanted, 0700) == 0 || errno == EEXIST)
        return true;
    char *path = oc_arena_strdup(arena, cache->directory);
    for (char *at = path + 1; *path && *at; at++)
        if (*at == '/') {
            *at = '\0';
            mkdir(path, 0700);
            *at = '/';
        }
    mkdir(path, 0700);
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        oc_file_create_at(fd, "CACHEDIR.TAG", tag, strlen(tag));
        close(fd);
    }
    return mkdir(wanted, 0700) == 0 || errno == EEXIST;
}

bool oc_cache_get(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                  struct oc_cache_entry *out) {
    const char *path = path_of(arena, cache, key);
    struct oc_bytes file;
    int error = oc_file_read_regular(arena, AT_FDCWD, path, MAX_ENTRY, &file);
    bool found = !error && oc_cache_read_entry(arena, key, file, out);
    if (!error && !found) {
        unlink(path);
        count(arena, cache, DAMAGED, 1);
    }
    if (found)
        utimensat(AT_FDCWD, path,
                  (struct timespec[2]){{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_NOW}}, 0);
    if (found || make_directories(arena, cache, key[0]))
        count(arena, cache, found ? HITS : MISSES, 1);
    return found;
}

// A file of a directory of the cache.
struct file {
    const char *path;
    bool is_temporary;
    struct timespec used;
    uint64_t bytes;
};

struct files {
    struct oc_arena *arena;
    struct file *items;
    size_t count, capacity;
    uint64_t bytes;
};

static void add_file(struct files *files, const char *directory, const char *name) {
    struct stat status;
    bool is_temporary = oc_starts_with(name, temporary_prefix);
    const char *path = oc_arena_printf(files->arena, "%s/%s", directory, name);
    if ((!is_temporary && !oc_hash_is_hex(name)) || lstat(path, &status) < 0)
        return;
    files->items = oc_arena_grow(files->arena, files->items, files->count, &files->capacity,
                                 sizeof *files->items);
    files->items[files->count++] =
        (struct file){path, is_temporary, status.st_mtim, (uint64_t)status.st_size};
    files->bytes += (uint64_t)status.st_size;
}

static int compare_use(const void *left, const void *right) {
    const struct timespec *a = &((const struct file *)left)->used;
    const struct timespec *b = &((const struct file *)right)->used;
    if (a->tv_sec != b->tv_sec)
        return a->tv_sec < b->tv_sec ? -1 : 1;
    return a->tv_nsec < b->tv_nsec ? -1 : a->tv_nsec > b->tv_nsec;
}

// The files of one directory, what was used least recently first.
static struct files list(struct oc_arena *arena, const struct oc_cache *cache, char digit) {
    struct files files = {.arena = arena};
    const char *directory = directory_of(arena, cache, digit);
    DIR *stream = opendir(directory);
    if (!stream)
        return files;
    for (struct dirent *entry; (entry = readdir(stream));)
        add_file(&files, directory, entry->d_name);
    closedir(stream);
    if (files.count)
        qsort(files.items, files.count, sizeof *files.items, compare_use);
    return files;
}

// Makes room for so many bytes in a directory.
static void evict(struct oc_arena *arena, const struct oc_cache *cache, char digit,
                  uint64_t needed) {
    struct files files = list(arena, cache, digit);
    time_t stale = time(NULL) - STALE_SECONDS;
    uint64_t limit = cache->limit / DIRECTORIES, evicted = 0;
    for (size_t i = 0; i < files.count; i++) {
        const struct file *file = &files.items[i];
        bool goes = file->is_temporary ? file->used.tv_sec < stale : files.bytes + needed > limit;
        if (!goes || unlink(file->path) < 0)
            continue;
        files.bytes -= file->bytes;
        evicted += !file->is_temporary;
    }
    if (evicted)
        count(arena, cache, EVICTED, evicted);
}

void oc_cache_put(struct oc_arena *arena, const struct oc_cache *cache, const char *key,
                  const struct oc_cache_entry *entry) {
    struct oc_bytes file = oc_cache_write_entry(arena, key, entry);
    uint64_t random = 0;
    if (file.length > cache->limit / DIRECTORIES || file.length > MAX_ENTRY ||
        !make_directories(arena, cache, key[0]) ||
        getrandom(&random, sizeof random, 0) != sizeof random)
        return;
    evict(arena, cache, key[0], file.length);
    const char *temporary = oc_arena_printf(
        arena, "%s/%s%016" PRIx64, directory_of(arena, cache, key[0]), temporary_prefix, random);
    int error = oc_file_create_at(AT_FDCWD, temporary, file.data, file.length);
    if (!error && rename(temporary, path_of(arena, cache, key)) == 0)
        count(arena, cache, STORED, 1);
    else if (error != EEXIST)
        unlink(temporary);
}

// ---- For people --------------------------------------------------------------------------------

void oc_cache_print_statistics(struct oc_arena *arena, const struct oc_cache *cache, FILE *stream) {
    uint64_t counters[COUNTERS] = {0}, bytes = 0;
    size_t entries = 0;
    for (int i = 0; i < DIRECTORIES; i++) {
        struct files files = list(arena, cache, digits[i]);
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
    for (int i = 0; i < DIRECTORIES; i++) {
        struct files files = list(arena, cache, digits[i]);
        for (size_t f = 0; f < files.count; f++)
            if (unlink(files.items[f].path) < 0 && errno != ENOENT)
                error = errno;
        rmdir(directory_of(arena, cache, digits[i]));
    }
    if (unlink(oc_arena_printf(arena, "%s/statistics", cache->directory)) < 0 && errno != ENOENT)
        error = errno;
    return error;
}
