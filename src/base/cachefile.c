#include "base/cachefile.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STALE_SECONDS = 3600 };
static const char temporary[] = ".tmp-";

const char *oc_cachefile_directory(struct oc_arena *arena, const char *cache, char digit) {
    return oc_arena_printf(arena, "%s/%c", cache, digit);
}

const char *oc_cachefile_path(struct oc_arena *arena, const char *cache, const char *name) {
    return oc_arena_printf(arena, "%s/%c/%s", cache, name[0], name);
}

// ---- What there is -----------------------------------------------------------------------------

static bool is_name(const char *name) {
    return strlen(name) == OC_CACHEFILE_NAME &&
           strspn(name, OC_CACHEFILE_DIGITS) == OC_CACHEFILE_NAME;
}

static void add_file(struct oc_cachefiles *files, const char *directory, const char *name) {
    struct stat status;
    bool is_temporary = strncmp(name, temporary, strlen(temporary)) == 0;
    const char *path = oc_arena_printf(files->arena, "%s/%s", directory, name);
    if ((!is_temporary && !is_name(name)) || lstat(path, &status) < 0)
        return;
    files->items = oc_arena_grow(files->arena, files->items, files->count, &files->capacity,
                                 sizeof *files->items);
    files->items[files->count++] =
        (struct oc_cachefile){path, is_temporary, status.st_mtim, (uint64_t)status.st_size};
    files->bytes += (uint64_t)status.st_size;
}

static int compare_use(const void *left, const void *right) {
    const struct timespec *a = &((const struct oc_cachefile *)left)->used;
    const struct timespec *b = &((const struct oc_cachefile *)right)->used;
    if (a->tv_sec != b->tv_sec)
        return a->tv_sec < b->tv_sec ? -1 : 1;
    return a->tv_nsec < b->tv_nsec ? -1 : a->tv_nsec > b->tv_nsec;
}

struct oc_cachefiles oc_cachefile_list(struct oc_arena *arena, const char *cache, char digit) {
    struct oc_cachefiles files = {.arena = arena};
    const char *directory = oc_cachefile_directory(arena, cache, digit);
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

// ---- Writing -----------------------------------------------------------------------------------

bool oc_cachefile_make_directory(struct oc_arena *arena, const char *cache, const char *name) {
    static const char tag[] = "Signature: 8a477f597d28d172789f06886806bc55\n"
                              "# Device code that offloadcc has compiled; may be deleted.\n";
    const char *wanted = oc_cachefile_directory(arena, cache, name[0]);
    if (mkdir(wanted, 0700) == 0 || errno == EEXIST)
        return true;
    char *path = oc_arena_strdup(arena, cache);
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

// Makes room for so many bytes in a directory; returns how many files had to go.
static size_t evict(struct oc_arena *arena, const char *cache, char digit, uint64_t limit,
                    uint64_t needed) {
    struct oc_cachefiles files = oc_cachefile_list(arena, cache, digit);
    time_t stale = time(NULL) - STALE_SECONDS;
    size_t evicted = 0;
    for (size_t i = 0; i < files.count; i++) {
        const struct oc_cachefile *file = &files.items[i];
        bool goes = file->is_temporary ? file->used.tv_sec < stale : files.bytes + needed > limit;
        if (!goes || unlink(file->path) < 0)
            continue;
        files.bytes -= file->bytes;
        evicted += !file->is_temporary;
    }
    return evicted;
}

bool oc_cachefile_write(struct oc_arena *arena, const char *cache, uint64_t limit, const char *name,
                        const void *data, size_t length, size_t *evicted) {
    uint64_t random = 0, share = limit / OC_CACHEFILE_DIRECTORIES;
    *evicted = 0;
    if (length > share || !oc_cachefile_make_directory(arena, cache, name) ||
        getrandom(&random, sizeof random, 0) != sizeof random)
        return false;
    *evicted = evict(arena, cache, name[0], share, length);
    const char *path =
        oc_arena_printf(arena, "%s/%s%016" PRIx64, oc_cachefile_directory(arena, cache, name[0]),
                        temporary, random);
    int error = oc_file_create_at(AT_FDCWD, path, data, length);
    if (!error && rename(path, oc_cachefile_path(arena, cache, name)) == 0)
        return true;
    if (error != EEXIST)
        unlink(path);
    return false;
}
