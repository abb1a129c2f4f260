#include "driver/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// A word of a response file, in GNU's quoting.
static void add_quoted(struct oc_text *text, const char *word) {
    oc_text_add(text, "\"");
    for (; *word; word++) {
        if (*word == '"' || *word == '\\')
            oc_text_add(text, "\\");
        oc_text_add_bytes(text, word, 1);
    }
    oc_text_add(text, "\"\n");
}

// argv with all words but the first (and a leading "-cc1...") in a response file in memory, which
// the program reads from the descriptor. NULL: it could not be made.
static const char *const *shorten(struct oc_arena *arena, const char *const *argv, int *fd) {
    struct oc_args args = {.arena = arena};
    struct oc_text text = {.arena = arena};
    size_t first = 1;
    oc_args_add(&args, argv[0]);
    if (argv[1] && oc_starts_with(argv[1], "-cc1"))
        oc_args_add(&args, argv[first++]);
    for (size_t i = first; argv[i]; i++)
        add_quoted(&text, argv[i]);
    *fd = memfd_create("offloadcc", 0); // not close-on-exec: the program reads it
    if (*fd < 0)
        return NULL;
    for (size_t at = 0; at < text.length;) {
        ssize_t put = write(*fd, text.data + at, text.length - at);
        if (put < 0 && errno != EINTR) {
            close(*fd);
            return NULL;
        }
        at += put > 0 ? (size_t)put : 0;
    }
    oc_args_printf(&args, "@/proc/self/fd/%d", *fd);
    return args.items;
}

static int spawn_process(pid_t *pid, const char *const *argv,
                         const posix_spawn_file_actions_t *files,
                         const posix_spawnattr_t *attributes) {
    int error = posix_spawnp(pid, argv[0], files, attributes, (char *const *)argv, environ);
    if (error != E2BIG)
        return error;
    struct oc_arena arena = {0};
    int fd;
    const char *const *shorter = shorten(&arena, argv, &fd);
    if (shorter) {
        error = posix_spawnp(pid, shorter[0], files, attributes, (char *const *)shorter, environ);
        close(fd);
    }
    oc_arena_release(&arena);
    return error;
}

int oc_spawn(const char *const *argv, bool capture, const sigset_t *mask, struct oc_process *out) {
    int ends[2] = {-1, -1};
    if (capture && pipe2(ends, O_CLOEXEC) < 0)
        return errno;
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    int error = 0;
    if (capture) {
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
        error = posix_spawn_file_actions_adddup2(&files, ends[1], STDERR_FILENO);
    }
    posix_spawnattr_setsigmask(&attributes, mask);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    pid_t pid;
    if (!error)
        error = spawn_process(&pid, argv, &files, &attributes);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (ends[1] >= 0)
        close(ends[1]);
    if (error) {
        if (ends[0] >= 0)
            close(ends[0]);
        return error;
    }
    int pidfd = (int)syscall(SYS_pidfd_open, pid, 0); // always close-on-exec
    *out = (struct oc_process){.pid = pid, .pidfd = pidfd, .messages = ends[0]};
    return 0;
}

bool oc_process_ended(struct oc_process *process, int milliseconds) {
    if (process->ended)
        return true;
    struct pollfd fd = {.fd = process->pidfd, .events = POLLIN};
    if (milliseconds)
        poll(&fd, 1, milliseconds);
    process->ended = waitpid(process->pid, &process->status, WNOHANG) == process->pid;
    return process->ended;
}

void oc_process_read(struct oc_process *process, struct oc_text *text) {
    char buffer[16384];
    while (process->messages >= 0) {
        ssize_t got = read(process->messages, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return; // nothing for now
        if (got == 0) {
            close(process->messages);
            process->messages = -1;
            return;
        }
        oc_text_add_bytes(text, buffer, (size_t)got);
    }
}

int oc_process_wait(struct oc_process *process, struct oc_text *text) {
    while (!process->ended) {
        pid_t pid = waitpid(process->pid, &process->status, 0);
        if (pid < 0 && errno != EINTR)
            process->status = 0x7f00; // somebody else took it: unknown
        process->ended = pid == process->pid || (pid < 0 && errno != EINTR);
    }
    oc_process_read(process, text);
    if (process->messages >= 0)
        close(process->messages);
    if (process->pidfd >= 0)
        close(process->pidfd);
    process->ended_by = WIFSIGNALED(process->status) ? WTERMSIG(process->status) : 0;
    return process->ended_by ? 128 + process->ended_by : WEXITSTATUS(process->status);
}

int oc_exec(const char *const *argv, struct oc_diag *diag) {
    fflush(NULL);
    execvp(argv[0], (char *const *)argv);
    if (errno == E2BIG) {
        struct oc_arena arena = {0};
        int fd;
        const char *const *shorter = shorten(&arena, argv, &fd);
        if (shorter)
            execvp(shorter[0], (char *const *)shorter);
        oc_arena_release(&arena);
    }
    oc_error(diag, "cannot run '%s': %s", argv[0], strerror(errno));
    return 1;
}
