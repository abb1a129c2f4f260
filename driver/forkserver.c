#include "driver/forkserver.h"

#include "base/text.h"
#include "preload/forkserver.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_SECONDS = 20 };

// ---- Starting ----------------------------------------------------------------------------------

// A script may do more than to run clang.
static bool is_binary(const char *path) {
    char start[4];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool binary = fd >= 0 && read(fd, start, sizeof start) == sizeof start &&
                  memcmp(start, "\177ELF", sizeof start) == 0;
    if (fd >= 0)
        close(fd);
    return binary;
}

// What is preloaded sees programs start, and forks of one do not; nor would threads be in them.
static bool can_be_served(const struct oc_forkserver *server) {
    return strchr(server->program, '/') && is_binary(server->program) && !getenv("LD_PRELOAD") &&
           !strpbrk(server->library, " :$") && // which mean something there
           access(server->library, R_OK) == 0;
}

static struct oc_args environment(struct oc_arena *arena, const struct oc_forkserver *server,
                                  int fd) {
    struct oc_args words = {.arena = arena};
    for (char **variable = environ; *variable; variable++)
        oc_args_add(&words, *variable);
    oc_args_printf(&words, "LD_PRELOAD=%s", server->library);
    if (!getenv("LD_BIND_NOW"))
        oc_args_add(&words, "LD_BIND_NOW=" OC_FORKSERVER_BINDS);
    if (server->variable)
        oc_args_add(&words, server->variable);
    oc_args_printf(&words, OC_FORKSERVER_SOCKET "=%d:%s", fd, server->program);
    return words;
}

// Should nothing stop it, it says that it has no input, unheard, and ends.
static int spawn_server(struct oc_forkserver *server, int fd, const sigset_t *mask) {
    struct oc_arena arena = {0};
    struct oc_args variables = environment(&arena, server, fd);
    const char *const words[] = {server->program, "-###", NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, fd, fd); // stays open there
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, mask);
    int error = posix_spawn(&server->pid, server->program, &actions, &attributes,
                            (char *const *)words, (char *const *)variables.items);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    oc_arena_release(&arena);
    return error;
}

static void start_server(struct oc_forkserver *server, const sigset_t *mask) {
    int ends[2];
    server->pid = -1;
    server->socket = -1;
    if (!can_be_served(server) || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
        return;
    struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (spawn_server(server, ends[1], mask) == 0) {
        server->socket = ends[0];
    } else {
        server->pid = -1;
        close(ends[0]);
    }
    close(ends[1]);
}

static void reap(pid_t pid) {
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

void oc_forkserver_dismiss(struct oc_forkserver *server) {
    if (server->pid > 0 && server->socket >= 0)
        close(server->socket);
    server->socket = -1;
}

void oc_forkserver_end(struct oc_forkserver *server) {
    if (server->pid > 0) {
        kill(server->pid, SIGKILL);
        oc_forkserver_dismiss(server);
        reap(server->pid);
    }
    server->pid = -1;
    server->socket = -1;
}

// ---- A fork ------------------------------------------------------------------------------------

static bool is_same_program(const char *left, const char *right) {
    struct stat a, b;
    return strcmp(left, right) == 0 ||
           (strchr(left, '/') && stat(left, &a) == 0 && stat(right, &b) == 0 &&
            a.st_dev == b.st_dev && a.st_ino == b.st_ino);
}

static bool send_descriptors(int socket, const int *descriptors) {
    union {
        char bytes[CMSG_SPACE(OC_FORKSERVER_DESCRIPTORS * sizeof(int))];
        struct cmsghdr aligned;
    } control = {{0}};
    char byte = 0;
    struct iovec data = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &data,
        .msg_iovlen = 1,
        .msg_control = control.bytes,
        .msg_controllen = sizeof control.bytes,
    };
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(OC_FORKSERVER_DESCRIPTORS * sizeof *descriptors);
    memcpy(CMSG_DATA(header), descriptors, OC_FORKSERVER_DESCRIPTORS * sizeof *descriptors);
    return sendmsg(socket, &message, MSG_NOSIGNAL) == 1;
}

static bool send_words(struct oc_arena *arena, int to, const char *const *argv) {
    struct oc_text text = {.arena = arena};
    size_t length = 0;
    for (size_t i = 0; argv[i]; i++)
        length += strlen(argv[i]) + 1;
    oc_text_add_bytes(&text, (const char *)&length, sizeof length);
    for (size_t i = 0; argv[i]; i++)
        oc_text_add_bytes(&text, argv[i], strlen(argv[i]) + 1);
    for (size_t at = 0; at < text.length;) {
        ssize_t put = send(to, text.data + at, text.length - at, MSG_NOSIGNAL);
        if (put < 0 && errno != EINTR)
            return false;
        at += put > 0 ? (size_t)put : 0;
    }
    return true;
}

// Returns whether the fork says that it has them all, and begins.
static bool hand_over(int to, const char *const *argv) {
    struct oc_arena arena = {0};
    char byte;
    ssize_t got = 0;
    if (send_words(&arena, to, argv))
        do
            got = recv(to, &byte, 1, 0);
        while (got < 0 && errno == EINTR);
    oc_arena_release(&arena);
    return got == 1;
}

bool oc_forkserver_serves(const struct oc_forkserver *server, const char *program) {
    return server->program && (!server->pid || server->socket >= 0) &&
           is_same_program(program, server->program);
}

bool oc_forkserver_run(struct oc_forkserver *server, const char *program, const char *const *argv,
                       int messages, const sigset_t *mask, pid_t *pid) {
    if (!oc_forkserver_serves(server, program))
        return false;
    if (!server->pid)
        start_server(server, mask);
    int words[2];
    if (server->socket < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, words) < 0)
        return false;
    const int descriptors[] = {
        [OC_FORKSERVER_WORDS] = words[1],
        [OC_FORKSERVER_MESSAGES] = messages,
    };
    int32_t answer = 0;
    bool answered = send_descriptors(server->socket, descriptors) &&
                    recv(server->socket, &answer, sizeof answer, MSG_WAITALL) == sizeof answer;
    bool forked = answered && answer > 0;
    close(words[1]);
    bool runs = forked && hand_over(words[0], argv);
    // A fork that did not get its words, even one that we know nothing of, ends and does nothing.
    close(words[0]);
    if (!runs) {
        oc_forkserver_end(server);
        if (forked)
            reap(answer);
    }
    *pid = answer;
    return runs;
}
