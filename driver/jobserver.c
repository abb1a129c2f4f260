#include "driver/jobserver.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The value of the last --jobserver-auth= (--jobserver-fds= before make 4.2) among make's options,
// which end at "--". Returns its length.
static size_t find_auth(const char *flags, const char **value) {
    static const char *const names[] = {"--jobserver-auth=", "--jobserver-fds="};
    *value = NULL;
    size_t length = 0;
    for (const char *word = flags; *word;) {
        size_t size = strcspn(word, " ");
        if (size == 2 && memcmp(word, "--", 2) == 0)
            break;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            size_t name = strlen(names[i]);
            if (size >= name && memcmp(word, names[i], name) == 0) {
                *value = word + name;
                length = size - name;
            }
        }
        word += size + (word[size] == ' ');
    }
    return length;
}

// Opens a pipe's end anew: whether reading blocks must not change for the others that have it.
static int reopen(long fd, int flags) {
    struct stat status;
    char path[40];
    if (fd < 0 || fd > INT_MAX || fstat((int)fd, &status) < 0 || !S_ISFIFO(status.st_mode))
        return -1;
    snprintf(path, sizeof path, "/proc/self/fd/%ld", fd);
    return open(path, flags | O_NONBLOCK | O_CLOEXEC);
}

static int open_fifo(const char *path, size_t length, int flags) {
    char *name = strndup(path, length);
    int fd = name ? open(name, flags | O_NONBLOCK | O_CLOEXEC) : -1;
    free(name);
    return fd;
}

void oc_jobserver_open(struct oc_jobserver *jobserver, const char *makeflags) {
    static const char fifo[] = "fifo:";
    *jobserver = (struct oc_jobserver){.read_fd = -1, .write_fd = -1};
    const char *auth;
    size_t length = find_auth(makeflags ? makeflags : "", &auth);
    if (!auth)
        return;
    jobserver->present = true;
    if (length >= sizeof fifo - 1 && memcmp(auth, fifo, sizeof fifo - 1) == 0) {
        auth += sizeof fifo - 1;
        length -= sizeof fifo - 1;
        jobserver->read_fd = open_fifo(auth, length, O_RDONLY);
        jobserver->write_fd = open_fifo(auth, length, O_WRONLY);
    } else {
        char *comma;
        long read_end = strtol(auth, &comma, 10);
        long write_end = *comma == ',' ? strtol(comma + 1, NULL, 10) : -1;
        jobserver->read_fd = reopen(read_end, O_RDONLY);
        jobserver->write_fd = reopen(write_end, O_WRONLY);
    }
    if (jobserver->read_fd >= 0 && jobserver->write_fd >= 0)
        return;
    oc_jobserver_close(jobserver); // of no use without the other end
    jobserver->present = true;
}

bool oc_jobserver_allows(struct oc_jobserver *jobserver, unsigned running) {
    if (!jobserver->present || running <= jobserver->held)
        return true;
    if (jobserver->read_fd < 0 || jobserver->held == OC_JOBSERVER_TOKENS ||
        read(jobserver->read_fd, &jobserver->tokens[jobserver->held], 1) != 1)
        return false;
    jobserver->held++;
    return true;
}

void oc_jobserver_ignore_closed(struct oc_jobserver *jobserver) {
    jobserver->present &= jobserver->read_fd >= 0;
}

void oc_jobserver_settle(struct oc_jobserver *jobserver, unsigned running) {
    unsigned needed = running ? running - 1 : 0;
    while (jobserver->held > needed) {
        ssize_t put = write(jobserver->write_fd, &jobserver->tokens[jobserver->held - 1], 1);
        if (put < 0 && errno == EINTR)
            continue;
        jobserver->held--; // a token that the pipe does not take is no longer anybody's
    }
}

int oc_jobserver_fd(const struct oc_jobserver *jobserver) {
    return jobserver->read_fd;
}

void oc_jobserver_close(struct oc_jobserver *jobserver) {
    if (jobserver->read_fd >= 0)
        close(jobserver->read_fd);
    if (jobserver->write_fd >= 0)
        close(jobserver->write_fd);
    *jobserver = (struct oc_jobserver){.read_fd = -1, .write_fd = -1};
}
