#include "driver/spawn.h"

#include "base/response.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIPE_BYTES = 1 << 20 };

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
        oc_response_quote(&text, argv[i]);
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

static bool redirect(int from, int to) {
    // A descriptor that is in its place already must not be closed on exec.
    return from == to ? fcntl(to, F_SETFD, 0) == 0 : dup2(from, to) >= 0;
}

// The child, until it is another program. What stands in its way is written to `failure`.
static _Noreturn void become(const struct oc_program *program, const char *const *argv,
                             int messages, const sigset_t *mask, pid_t parent, int failure) {
    // What outlived us would write its output over that of a later build.
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    bool orphan = getppid() != parent; // we ended before that
    if (!orphan && (messages < 0 || redirect(messages, STDERR_FILENO))) {
        sigprocmask(SIG_SETMASK, mask, NULL);
        if (program->variable)
            putenv((char *)program->variable);
        execvp(program->path, (char *const *)argv);
    }
    int error = errno;
    ssize_t ignored = write(failure, &error, sizeof error);
    (void)ignored;
    _exit(127);
}

// posix_spawn() cannot ask for a signal when the parent ends.
static int start_program(pid_t *out, const struct oc_program *program, const char *const *argv,
                         int messages, const sigset_t *mask) {
    int failure[2], error = 0;
    if (pipe2(failure, O_CLOEXEC) < 0)
        return errno;
    pid_t parent = getpid(), pid = fork();
    if (pid < 0)
        error = errno;
    if (pid == 0)
        become(program, argv, messages, mask, parent, failure[1]);
    close(failure[1]);
    // The pipe is closed, and empty, once the child is another program.
    if (!error && read(failure[0], &error, sizeof error) == sizeof error)
        waitpid(pid, NULL, 0);
    close(failure[0]);
    *out = pid;
    return error;
}

static int spawn_process(pid_t *pid, const struct oc_program *program, int messages,
                         const sigset_t *mask) {
    const char *const *argv = program->argv;
    int error = start_program(pid, program, argv, messages, mask);
    if (error != E2BIG)
        return error;
    struct oc_arena arena = {0};
    int fd;
    const char *const *shorter = shorten(&arena, argv, &fd);
    if (shorter) {
        error = start_program(pid, program, shorter, messages, mask);
        close(fd);
    }
    oc_arena_release(&arena);
    return error;
}

int oc_spawn(struct oc_forkserver *server, const struct oc_program *program, bool capture,
             const sigset_t *mask, struct oc_process *out) {
    int ends[2] = {-1, -1};
    if (capture && pipe2(ends, O_CLOEXEC) < 0)
        return errno;
    if (capture) {
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
        fcntl(ends[0], F_SETPIPE_SZ, PIPE_BYTES); // what is said is fetched now and then only
    }
    pid_t pid = -1;
    int error = 0;
    if (!server || !oc_forkserver_run(server, program->path, program->argv,
                                      capture ? ends[1] : STDERR_FILENO, mask, &pid))
        error = spawn_process(&pid, program, ends[1], mask);
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

int oc_exec(const char *program, const char *const *argv, struct oc_diag *diag) {
    fflush(NULL);
    execvp(program, (char *const *)argv);
    if (errno == E2BIG) {
        struct oc_arena arena = {0};
        int fd;
        const char *const *shorter = shorten(&arena, argv, &fd);
        if (shorter)
            execvp(program, (char *const *)shorter);
        oc_arena_release(&arena);
    }
    oc_error(diag, "cannot run '%s': %s", program, strerror(errno));
    return 1;
}
