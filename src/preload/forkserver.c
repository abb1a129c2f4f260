// Preloaded into clang: stops it where main would begin, with its libraries loaded, and goes on in
// a fork for each request. In any process that was not asked for that, it does nothing.
#include "preload/forkserver.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/single_threaded.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef int main_function(int argc, char **argv, char **environment);
typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void),
                           void (*)(void), void *);

static main_function *clang_main;

// ---- The fork ----------------------------------------------------------------------------------

// Returns whether there was as much.
static int read_whole(int from, void *to, size_t length) {
    for (size_t at = 0; at < length;) {
        ssize_t got = read(from, (char *)to + at, length - at);
        if (got == 0 || (got < 0 && errno != EINTR))
            return 0;
        at += got > 0 ? (size_t)got : 0;
    }
    return 1;
}

// The words of a request; NULL: who asked has given up.
static char **read_words(int from, int *count) {
    size_t length;
    if (!read_whole(from, &length, sizeof length))
        return NULL;
    char *text = malloc(length);
    if (!text || !read_whole(from, text, length))
        return NULL;
    *count = 0;
    for (size_t i = 0; i < length; i++)
        *count += !text[i];
    char **words = malloc(((size_t)*count + 1) * sizeof *words);
    char *at = text;
    for (int i = 0; words && i < *count; i++, at += strlen(at) + 1)
        words[i] = at;
    if (words)
        words[*count] = NULL;
    return words;
}

static int run_clang(pid_t driver, const int *descriptors) {
    // As driver/spawn.c has it.
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    static char **words; // main's, to the end
    int count, from = descriptors[OC_FORKSERVER_WORDS];
    words = read_words(from, &count);
    if (!words || getppid() != driver || dup2(descriptors[OC_FORKSERVER_MESSAGES], 2) < 0 ||
        send(from, "", 1, MSG_NOSIGNAL) != 1)
        _exit(127); // unseen: the driver does without us
    for (int i = 0; i < OC_FORKSERVER_DESCRIPTORS; i++)
        close(descriptors[i]);
    return clang_main(count, words, environ);
}

// A fork that is a child of the driver, not of this process. Returns 0 in the child. The thread's
// own id, which glibc keeps at an address that the kernel knows, is set as fork() sets it.
static pid_t fork_for_parent(void) {
    void *tid;
    if (prctl(PR_GET_TID_ADDRESS, &tid) < 0)
        return -1;
    return (pid_t)syscall(SYS_clone,
                          CLONE_PARENT | CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | SIGCHLD, NULL,
                          NULL, tid, NULL);
}

// ---- The server --------------------------------------------------------------------------------

// Returns whether there is one.
static int receive(int from, int *descriptors) {
    union {
        char bytes[CMSG_SPACE(OC_FORKSERVER_DESCRIPTORS * sizeof(int))];
        struct cmsghdr aligned;
    } control;
    char byte;
    struct iovec data = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &data,
        .msg_iovlen = 1,
        .msg_control = control.bytes,
        .msg_controllen = sizeof control.bytes,
    };
    ssize_t got;
    do
        got = recvmsg(from, &message, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    struct cmsghdr *header = got == 1 ? CMSG_FIRSTHDR(&message) : NULL;
    size_t size = OC_FORKSERVER_DESCRIPTORS * sizeof *descriptors;
    if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(size))
        return 0;
    memcpy(descriptors, CMSG_DATA(header), size);
    return 1;
}

static int serve(int from) {
    pid_t driver = getppid();
    int descriptors[OC_FORKSERVER_DESCRIPTORS];
    while (receive(from, descriptors)) {
        int32_t answer = fork_for_parent();
        if (answer == 0) {
            close(from);
            return run_clang(driver, descriptors);
        }
        answer = answer < 0 ? -errno : answer;
        for (int i = 0; i < OC_FORKSERVER_DESCRIPTORS; i++)
            close(descriptors[i]);
        if (send(from, &answer, sizeof answer, MSG_NOSIGNAL) != sizeof answer)
            break;
    }
    _exit(0);
}

// ---- In main's place ---------------------------------------------------------------------------

// Forks are to know nothing of us.
static void restore_environment(void) {
    unsetenv("LD_PRELOAD");
    const char *binds = getenv("LD_BIND_NOW");
    if (binds && strcmp(binds, OC_FORKSERVER_BINDS) == 0)
        unsetenv("LD_BIND_NOW");
    const char *tunables = getenv("GLIBC_TUNABLES");
    if (tunables && strcmp(tunables, OC_FORKSERVER_TUNABLES) == 0)
        unsetenv("GLIBC_TUNABLES");
    unsetenv(OC_FORKSERVER_SOCKET);
}

// What the driver started may be a wrapper without a main like this, which runs clang with words
// of its own: that is not to be stopped. Threads would be missing in forks.
static int is_asked_for(const char *program) {
    const char *started = (const char *)getauxval(AT_EXECFN);
    return *program == ':' && started && strcmp(program + 1, started) == 0 &&
           __libc_single_threaded;
}

static int serve_or_run(int argc, char **argv, char **environment) {
    const char *value = getenv(OC_FORKSERVER_SOCKET);
    char *program;
    int from = value ? (int)strtol(value, &program, 10) : -1;
    if (from < 0 || !is_asked_for(program))
        return clang_main(argc, argv, environment);
    restore_environment();
    return serve(from);
}

int __libc_start_main(main_function *program, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end) {
    start_function *start = NULL;
    void *found = dlsym(RTLD_NEXT, "__libc_start_main");
    memcpy(&start, &found, sizeof start);
    clang_main = program;
    return start(serve_or_run, argc, argv, init, fini, rtld_fini, stack_end);
}
