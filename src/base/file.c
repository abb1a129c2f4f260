#include "base/file.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

// Reads until end of file: sizes from stat are not trusted, so pipes and /dev files work too.
static int read_all(struct oc_arena *arena, int fd, size_t expected, struct oc_bytes *out) {
    size_t capacity = expected + 1, length = 0;
    char *data = oc_arena_alloc(arena, capacity + 1);
    for (;;) {
        ssize_t got = read(fd, data + length, capacity - length);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return errno;
        if (got == 0)
            break;
        length += (size_t)got;
        if (length == capacity) {
            char *larger = oc_arena_alloc(arena, capacity * 2 + 1);
            memcpy(larger, data, length);
            data = larger;
            capacity *= 2;
        }
    }
    data[length] = '\0';
    *out = (struct oc_bytes){data, length};
    return 0;
}

int oc_file_read(struct oc_arena *arena, const char *path, struct oc_bytes *out) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    struct stat status;
    int error = 0;
    if (fstat(fd, &status) < 0)
        error = errno;
    else if (S_ISDIR(status.st_mode))
        error = EISDIR;
    else
        error = read_all(arena, fd, S_ISREG(status.st_mode) ? (size_t)status.st_size : 4096, out);
    close(fd);
    return error;
}

int oc_file_read_regular(struct oc_arena *arena, int dirfd, const char *path, size_t limit,
                         struct oc_bytes *out) {
    int fd = openat(dirfd, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return errno;
    struct stat status;
    int error = 0;
    if (fstat(fd, &status) < 0)
        error = errno;
    else if (!S_ISREG(status.st_mode))
        error = S_ISDIR(status.st_mode) ? EISDIR : ENODEV;
    else if (status.st_size > 0 && (uintmax_t)status.st_size > limit)
        error = EFBIG;
    struct oc_bytes bytes = {0};
    if (!error)
        error = read_all(arena, fd, (size_t)status.st_size, &bytes);
    if (!error && bytes.length > limit) // it grew
        error = EFBIG;
    if (!error)
        *out = bytes;
    close(fd);
    return error;
}

static int write_all(int fd, const char *data, size_t length) {
    while (length) {
        ssize_t put = write(fd, data, length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return errno;
        data += put;
        length -= (size_t)put;
    }
    return 0;
}

int oc_file_create_at(int dirfd, const char *name, const void *data, size_t length) {
    int fd = openat(dirfd, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd < 0)
        return errno;
    int error = write_all(fd, data, length);
    if (close(fd) < 0 && !error)
        error = errno;
    return error;
}

// ---- Files that appear whole -------------------------------------------------------------------

// A file without a name is nowhere when the process is killed.
static int create_unnamed(struct oc_arena *scratch, const char *path) {
    const char *name = oc_base_name(path);
    const char *directory =
        name == path ? "." : oc_arena_strndup(scratch, path, (size_t)(name - path));
    return open(directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
}

// Gives it a name. EEXIST: there is such a file.
static int give_name(int fd, const char *name) {
    char descriptor[sizeof "/proc/self/fd/" + 11];
    snprintf(descriptor, sizeof descriptor, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, descriptor, AT_FDCWD, name, AT_SYMLINK_FOLLOW) < 0 ? errno : 0;
}

// Has it replace what is at `path`, which only a file with a name can. That name is always the same
// one: what a killed process leaves there, the next one takes away.
static int replace_file(struct oc_arena *scratch, int fd, const char *path) {
    const char *temporary = oc_arena_printf(scratch, "%s.offloadcc-tmp", path);
    for (int tries = 0; tries < 100; tries++) {
        int error = give_name(fd, temporary);
        if (error == EEXIST)
            unlink(temporary);
        else if (error)
            return error;
        else if (rename(temporary, path) == 0)
            return 0;
        else if (errno != ENOENT) // which it is if somebody else who writes the file took it away
            return errno;
    }
    return EEXIST;
}

static int write_unnamed(struct oc_arena *scratch, const char *path, const void *data,
                         size_t length) {
    int fd = create_unnamed(scratch, path);
    if (fd < 0)
        return errno;
    int error = write_all(fd, data, length);
    if (!error)
        error = give_name(fd, path);
    if (error == EEXIST)
        error = replace_file(scratch, fd, path);
    close(fd);
    return error;
}

// Where files without a name cannot be: NFS, a sandbox without /proc.
static int write_named(struct oc_arena *scratch, const char *path, const void *data,
                       size_t length) {
    const char *temporary = oc_arena_printf(scratch, "%s.tmp%ld", path, (long)getpid());
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return errno;
    int error = write_all(fd, data, length);
    if (close(fd) < 0 && !error)
        error = errno;
    if (!error && rename(temporary, path) < 0)
        error = errno;
    if (error)
        unlink(temporary);
    return error;
}

static int write_in_place(const char *path, int flags, const void *data, size_t length) {
    int fd = open(path, O_WRONLY | O_CLOEXEC | flags, 0666);
    if (fd < 0)
        return errno;
    int error = write_all(fd, data, length);
    return close(fd) < 0 && !error ? errno : error;
}

int oc_file_write(const char *path, const void *data, size_t length) {
    struct stat status;
    struct oc_arena scratch = {0};
    bool exists = stat(path, &status) == 0;
    if (exists && !S_ISREG(status.st_mode))
        return write_in_place(path, 0, data, length);
    // As clang: what may not be written is not replaced either, though its directory allows that.
    if (exists && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) < 0)
        return errno;
    int error = write_unnamed(&scratch, path, data, length);
    if (error)
        error = write_named(&scratch, path, data, length);
    // Likewise: a directory that takes no other file, or a name that cannot become longer.
    if (error == EACCES || error == EPERM || error == ENAMETOOLONG)
        error = write_in_place(path, O_CREAT | O_TRUNC, data, length);
    oc_arena_release(&scratch);
    return error;
}

bool oc_file_read_or_report(struct oc_arena *arena, const char *path, const char *what,
                            struct oc_diag *diag, struct oc_bytes *out) {
    int error = oc_file_read(arena, path, out);
    if (error)
        oc_error(diag, "cannot read %s '%s': %s", what, path, strerror(error));
    return !error;
}

bool oc_file_write_or_report(const char *path, const char *what, const void *data, size_t length,
                             struct oc_diag *diag) {
    int error = oc_file_write(path, data, length);
    if (error)
        oc_error(diag, "cannot write %s '%s': %s", what, path, strerror(error));
    return !error;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk) {
    (void)status, (void)type, (void)walk;
    return remove(path) < 0 && errno != ENOENT ? errno : 0;
}

int oc_file_remove_tree(const char *path) {
    int error = nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    if (error < 0)
        return errno == ENOENT ? 0 : errno;
    return error;
}

const char *oc_file_working_directory(struct oc_arena *arena) {
    const char *named = getenv("PWD");
    struct stat there, here;
    if (named && *named == '/' && stat(named, &there) == 0 && stat(".", &here) == 0 &&
        there.st_dev == here.st_dev && there.st_ino == here.st_ino)
        return named;
    char *physical = getcwd(NULL, 0);
    const char *kept = physical ? oc_arena_strdup(arena, physical) : NULL;
    free(physical);
    return kept;
}

const char *oc_file_program_dir(struct oc_arena *arena) {
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length > 0)
        path[length] = '\0';
    else if (!realpath((const char *)getauxval(AT_EXECFN), path)) // where there is no /proc
        return ".";
    char *slash = strrchr(path, '/');
    *slash = '\0';
    return oc_arena_strdup(arena, slash == path ? "/" : path);
}
