#include "base/claim.h"

#include "base/file.h"
#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// A directory is older than SECONDS before it is taken for abandoned: its maker has locked it then.
enum { DIGITS = 16, SECONDS = 60, TRIES = 100 };

static bool has_our_form(const char *name, const char *prefix) {
    size_t length = strlen(prefix);
    return strncmp(name, prefix, length) == 0 && strlen(name) == length + DIGITS &&
           strspn(name + length, "0123456789abcdef") == DIGITS;
}

static void remove_abandoned(const char *path) {
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    if (fd < 0)
        return;
    if (fstat(fd, &status) == 0 && status.st_uid == geteuid() &&
        status.st_mtime < time(NULL) - SECONDS && flock(fd, LOCK_EX | LOCK_NB) == 0)
        oc_file_remove_tree(path);
    close(fd);
}

static void sweep(struct oc_arena *arena, const char *prefix) {
    const char *name = oc_base_name(prefix);
    const char *parent = oc_arena_strndup(arena, prefix, (size_t)(name - prefix));
    DIR *stream = opendir(*parent ? parent : ".");
    if (!stream)
        return;
    for (struct dirent *entry; (entry = readdir(stream));)
        if (has_our_form(entry->d_name, name))
            remove_abandoned(oc_arena_printf(arena, "%s%s", parent, entry->d_name));
    closedir(stream);
}

const char *oc_claim_path(struct oc_arena *arena, const char *prefix) {
    int error = errno;
    uint64_t random = (uint64_t)getpid();
    if (getrandom(&random, sizeof random, 0) < 0)
        random ^= (uint64_t)time(NULL) << 32;
    errno = error;
    return oc_arena_printf(arena, "%s%016" PRIx64, prefix, random);
}

int oc_claim_directory(struct oc_arena *arena, const char *prefix, mode_t mode, const char **path,
                       int *fd) {
    const char *made = NULL;
    sweep(arena, prefix);
    for (int tries = 0; !made && tries < TRIES; tries++) {
        const char *name = oc_claim_path(arena, prefix);
        if (mkdir(name, mode) == 0)
            made = name;
        else if (errno != EEXIST)
            return errno;
    }
    if (!made)
        return EEXIST;
    int opened = open(made, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) {
        int error = errno;
        rmdir(made);
        return error;
    }
    flock(opened, LOCK_EX | LOCK_NB); // see above where it fails
    *path = made;
    *fd = opened;
    return 0;
}
