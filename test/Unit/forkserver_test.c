// The fork server, with this program as the compiler: forks run main with the words of their jobs.
#include "base/file.h"
#include "driver/forkserver.h"
#include "driver/spawn.h"
#include "preload/forkserver.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char self[4096];
static const char library[] = OC_LIB_DIR "/forkserver.so";

// ---- What jobs do ------------------------------------------------------------------------------

static void *do_nothing(void *unused) {
    pause();
    return unused;
}

__attribute__((constructor)) static void maybe_begin_a_thread(void) {
    pthread_t thread;
    if (getenv("TEST_THREAD"))
        pthread_create(&thread, NULL, do_nothing, NULL);
}

// What a process inherits.
static void print_state(void) {
    char line[256];
    int death = 0;
    FILE *status = fopen("/proc/self/status", "re");
    // Without two signals of glibc's, which posix_spawn() ignores.
    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, "Sig", 3) == 0 && strncmp(line, "SigQ", 4) != 0)
            fprintf(stderr, "%.7s %llx\n", line, strtoull(line + 8, NULL, 16) & ~(3ULL << SIGSYS));
    if (status)
        fclose(status);
    prctl(PR_GET_PDEATHSIG, &death);
    fprintf(stderr, "when the parent ends: %d\ndescriptors:", death);
    DIR *descriptors = opendir("/proc/self/fd");
    for (struct dirent *entry; descriptors && (entry = readdir(descriptors));)
        fprintf(stderr, " %s", entry->d_name);
    if (descriptors)
        closedir(descriptors);
}

static int run_job(int argc, char **argv) {
    size_t length = 0;
    for (int i = 0; i < argc; i++)
        length += strlen(argv[i]);
    if (strcmp(argv[1], "words") == 0)
        for (int i = 2; i < argc; i++)
            fprintf(stderr, "[%s]", argv[i]);
    else if (strcmp(argv[1], "length") == 0)
        fprintf(stderr, "%d words of %zu", argc, length);
    else if (strcmp(argv[1], "environment") == 0)
        for (char **variable = environ; *variable; variable++)
            fprintf(stderr, "%s\n", *variable);
    else if (strcmp(argv[1], "state") == 0)
        print_state();
    else if (strcmp(argv[1], "parent") == 0)
        fprintf(stderr, "%d", (int)getppid());
    else if (strcmp(argv[1], "signal") == 0)
        raise(SIGKILL);
    else if (strcmp(argv[1], "wait") == 0)
        pause();
    return 3;
}

// ---- Helpers -----------------------------------------------------------------------------------

struct result {
    struct oc_arena arena;
    struct oc_text text;
    int status;
};

static struct oc_forkserver new_server(void) {
    return (struct oc_forkserver){.program = self, .library = library};
}

static sigset_t current_mask(void) {
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    return mask;
}

// Without a server: as a process of its own.
static void run(struct oc_forkserver *server, const char *const *words, struct result *result) {
    struct oc_process process;
    struct oc_program program = {.path = words[0], .argv = words};
    sigset_t mask = current_mask();
    *result = (struct result){0};
    result->text.arena = &result->arena;
    assert_int_equal(oc_spawn(server, &program, true, &mask, &process), 0);
    result->status = oc_process_wait(&process, &result->text);
    oc_text_add_bytes(&result->text, "", 1);
    assert_true(!server || server->pid > 0);
}

static void assert_runs(struct oc_forkserver *server, const char *const *words,
                        const char *expected, int status) {
    struct result result;
    run(server, words, &result);
    assert_string_equal(result.text.data, expected);
    assert_int_equal(result.status, status);
    oc_arena_release(&result.arena);
}

static bool is_served(struct oc_forkserver *server, const char *program) {
    const char *const words[] = {program, "words", NULL};
    sigset_t mask = current_mask();
    pid_t pid;
    if (!oc_forkserver_run(server, words[0], words, STDERR_FILENO, &mask, &pid))
        return false;
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    return true;
}

// A server that cannot be is not tried again.
static void assert_is_none(struct oc_forkserver server) {
    assert_false(is_served(&server, server.program));
    assert_int_equal(server.pid, -1);
    assert_false(is_served(&server, server.program));
    oc_forkserver_end(&server);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); // nothing is left of it
}

// ---- Jobs --------------------------------------------------------------------------------------

static void jobs_get_their_words(void **state) {
    (void)state;
    struct oc_forkserver server = new_server();
    assert_runs(&server, (const char *[]){self, "words", "a b", "", "\"\n", "", NULL},
                "[a b][][\"\n][]", 3);
    pid_t pid = server.pid;
    assert_runs(&server, (const char *[]){self, "words", NULL}, "", 3);
    assert_int_equal(server.pid, pid);
    oc_forkserver_end(&server);
}

static void words_may_be_longer_than_commands(void **state) {
    (void)state;
    enum { COUNT = 4000, LENGTH = 1000, LONGEST = 1 << 20 };
    struct oc_forkserver server = new_server();
    static const char *words[COUNT + 4] = {self, "length"};
    static char word[LENGTH + 1], longest[LONGEST + 1];
    char expected[64];
    memset(word, 'x', LENGTH);
    memset(longest, 'y', LONGEST);
    for (size_t i = 0; i < COUNT; i++)
        words[2 + i] = word;
    words[2 + COUNT] = longest;
    snprintf(expected, sizeof expected, "%d words of %zu", COUNT + 3,
             strlen(self) + strlen("length") + (size_t)COUNT * LENGTH + LONGEST);
    assert_runs(&server, words, expected, 3);
    oc_forkserver_end(&server);
}

static void a_dismissed_server_ends_by_itself(void **state) {
    (void)state;
    struct oc_forkserver server = new_server();
    int status;
    assert_true(is_served(&server, self));
    oc_forkserver_dismiss(&server);
    assert_false(oc_forkserver_serves(&server, self));
    assert_false(is_served(&server, self));
    assert_int_equal(waitpid(server.pid, &status, 0), server.pid);
    assert_int_equal(status, 0);
}

static void jobs_end_by_signals(void **state) {
    (void)state;
    struct oc_forkserver server = new_server();
    assert_runs(&server, (const char *[]){self, "signal", NULL}, "", 128 + SIGKILL);
    oc_forkserver_end(&server);
}

static void jobs_are_our_children(void **state) {
    (void)state;
    struct oc_forkserver server = new_server();
    char expected[16];
    snprintf(expected, sizeof expected, "%d", (int)getpid());
    assert_runs(&server, (const char *[]){self, "parent", NULL}, expected, 3);
    oc_forkserver_end(&server);
}

static void jobs_inherit_what_a_process_of_its_own_does(void **state) {
    (void)state;
    struct oc_forkserver server = new_server();
    struct result forked, spawned;
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    signal(SIGPIPE, SIG_IGN);
    int inherited = open("/dev/null", O_RDONLY);
    static const char *const words[] = {self, "state", NULL};
    run(NULL, words, &spawned);
    run(&server, words, &forked);
    assert_non_null(strstr(spawned.text.data, "SigIgn: 1000\n"));
    assert_string_equal(forked.text.data, spawned.text.data);
    close(inherited);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &blocked, NULL);
    oc_arena_release(&forked.arena);
    oc_arena_release(&spawned.arena);
    oc_forkserver_end(&server);
}

static void jobs_have_the_users_environment(void **state) {
    (void)state;
    static const char *const values[] = {NULL, "1", ""};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct oc_forkserver server = new_server();
        struct result result;
        struct oc_arena arena = {0};
        struct oc_text expected = {.arena = &arena};
        if (values[i])
            setenv("LD_BIND_NOW", values[i], 1);
        for (char **variable = environ; *variable; variable++) {
            oc_text_add_bytes(&expected, *variable, strlen(*variable));
            oc_text_add_bytes(&expected, "\n", 1);
        }
        oc_text_add_bytes(&expected, "", 1);
        run(&server, (const char *[]){self, "environment", NULL}, &result);
        assert_string_equal(result.text.data, expected.data);
        unsetenv("LD_BIND_NOW");
        oc_arena_release(&arena);
        oc_arena_release(&result.arena);
        oc_forkserver_end(&server);
    }
}

static void jobs_outlive_the_server(void **state) {
    (void)state;
    struct oc_forkserver server = new_server();
    sigset_t mask = current_mask();
    pid_t pid;
    assert_true(oc_forkserver_run(&server, self, (const char *[]){self, "wait", NULL},
                                  STDERR_FILENO, &mask, &pid));
    oc_forkserver_end(&server);
    assert_int_equal(waitpid(pid, NULL, WNOHANG), 0);
    assert_int_equal(kill(pid, SIGTERM), 0);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

// The pipe's end is read once nobody has it: not the server, not its fork.
static void nothing_outlives_us(void **state) {
    (void)state;
    int ends[2];
    char byte;
    assert_int_equal(pipe(ends), 0);
    pid_t driver = fork();
    if (driver == 0) {
        struct oc_forkserver server = new_server();
        sigset_t mask = current_mask();
        pid_t pid;
        close(ends[0]);
        if (oc_forkserver_run(&server, self, (const char *[]){self, "wait", NULL}, STDERR_FILENO,
                              &mask, &pid))
            kill(getpid(), SIGKILL);
        _exit(0);
    }
    close(ends[1]);
    int status;
    assert_int_equal(waitpid(driver, &status, 0), driver);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(read(ends[0], &byte, 1), 0);
    close(ends[0]);
}

// ---- Where there is no server ------------------------------------------------------------------

static void other_programs_are_not_served(void **state) {
    (void)state;
    struct oc_forkserver server = new_server(), none = {0};
    assert_false(is_served(&none, self));
    assert_false(is_served(&server, "/bin/true"));
    assert_int_equal(server.pid, 0); // nor is the server started for them
    assert_true(is_served(&server, self));
    assert_false(is_served(&server, "/bin/true"));
    assert_true(is_served(&server, self));
    oc_forkserver_end(&server);
    assert_false(is_served(&server, self));
}

static void a_link_is_the_same_program(void **state) {
    (void)state;
    struct oc_forkserver server = new_server();
    char directory[] = "/tmp/forkserver-XXXXXX", link[64];
    assert_non_null(mkdtemp(directory));
    snprintf(link, sizeof link, "%s/link", directory);
    assert_int_equal(symlink(self, link), 0);
    assert_true(is_served(&server, link));
    oc_forkserver_end(&server);
    server = new_server();
    server.program = link;
    assert_true(is_served(&server, link));
    oc_forkserver_end(&server);
    unlink(link);
    rmdir(directory);
}

static void what_cannot_be_stopped_is_not_served(void **state) {
    (void)state;
    char directory[] = "/tmp/forkserver-XXXXXX", script[64];
    assert_non_null(mkdtemp(directory));
    snprintf(script, sizeof script, "%s/script", directory);
    static const char text[] = "#!/bin/sh\nexit 3\n";
    assert_int_equal(oc_file_write(script, text, strlen(text)), 0);
    assert_int_equal(chmod(script, 0700), 0);
    assert_is_none((struct oc_forkserver){.program = script, .library = library});
    assert_is_none((struct oc_forkserver){.program = directory, .library = library});
    assert_is_none((struct oc_forkserver){.program = "/nonexistent", .library = library});
    assert_is_none((struct oc_forkserver){.program = self, .library = "/nonexistent.so"});
    assert_is_none((struct oc_forkserver){.program = self, .library = script});
    unlink(script);
    rmdir(directory);
}

static void what_has_threads_is_not_served(void **state) {
    (void)state;
    setenv("TEST_THREAD", "1", 1);
    assert_is_none(new_server());
    unsetenv("TEST_THREAD");
}

static void what_the_user_preloads_sees_each_program(void **state) {
    (void)state;
    setenv("LD_PRELOAD", "", 1);
    assert_is_none(new_server());
    unsetenv("LD_PRELOAD");
}

// ---- Accidents ---------------------------------------------------------------------------------

static void a_server_that_was_killed_is_done_without(void **state) {
    (void)state;
    struct oc_forkserver server = new_server();
    assert_true(is_served(&server, self));
    assert_int_equal(kill(server.pid, SIGKILL), 0);
    assert_is_none(server);
}

static void a_server_without_descriptors_is_done_without(void **state) {
    (void)state;
    struct oc_forkserver server = new_server();
    struct rlimit few = {4, 4};
    assert_true(is_served(&server, self));
    assert_int_equal(prlimit(server.pid, RLIMIT_NOFILE, &few, NULL), 0);
    assert_is_none(server);
}

static void without_descriptors_of_ours_the_next_job_may_have_them(void **state) {
    (void)state;
    struct oc_forkserver server = new_server();
    struct rlimit old, none;
    assert_true(is_served(&server, self));
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
    none = old;
    none.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    bool served = is_served(&server, self);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
    assert_false(served);
    assert_true(is_served(&server, self));
    oc_forkserver_end(&server);
}

// Asks for a fork, as the driver does. Returns it, and its words' stream.
static pid_t fork_by_hand(const struct oc_forkserver *server, int messages, int *words) {
    int ends[2], descriptors[OC_FORKSERVER_DESCRIPTORS];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    descriptors[OC_FORKSERVER_WORDS] = ends[1];
    descriptors[OC_FORKSERVER_MESSAGES] = messages;
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof descriptors)] = {0};
    struct iovec data = {"", 1};
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = control,
                             .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptors);
    memcpy(CMSG_DATA(header), descriptors, sizeof descriptors);
    int32_t answer;
    assert_int_equal(sendmsg(server->socket, &message, 0), 1);
    assert_int_equal(recv(server->socket, &answer, sizeof answer, 0), sizeof answer);
    assert_true(answer > 0);
    close(ends[1]);
    *words = ends[0];
    return answer;
}

// Who asked may have been killed in the middle of them.
static void words_that_are_cut_short_run_nothing(void **state) {
    (void)state;
    struct oc_forkserver server = new_server();
    char all[64];
    size_t length = strlen("x") + 1 + strlen("words") + 1 + strlen("ran") + 1;
    memcpy(all, &length, sizeof length);
    memcpy(all + sizeof length, "x\0words\0ran", length);
    assert_true(is_served(&server, self));
    for (size_t sent = 0; sent <= sizeof length + length; sent++) {
        int messages[2], words, status;
        char text[16];
        assert_int_equal(pipe2(messages, O_CLOEXEC), 0);
        pid_t pid = fork_by_hand(&server, messages[1], &words);
        close(messages[1]);
        assert_int_equal(send(words, all, sent, 0), sent);
        assert_int_equal(shutdown(words, SHUT_WR), 0);
        bool whole = sent == sizeof length + length;
        assert_int_equal(read(messages[0], text, sizeof text), whole ? strlen("[ran]") : 0);
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_int_equal(WEXITSTATUS(status), whole ? 3 : 127);
        close(words);
        close(messages[0]);
    }
    oc_forkserver_end(&server);
}

int main(int argc, char **argv) {
    if (argc > 1)
        return run_job(argc, argv);
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jobs_get_their_words),
        cmocka_unit_test(words_may_be_longer_than_commands),
        cmocka_unit_test(a_dismissed_server_ends_by_itself),
        cmocka_unit_test(jobs_end_by_signals),
        cmocka_unit_test(jobs_are_our_children),
        cmocka_unit_test(jobs_inherit_what_a_process_of_its_own_does),
        cmocka_unit_test(jobs_have_the_users_environment),
        cmocka_unit_test(jobs_outlive_the_server),
        cmocka_unit_test(nothing_outlives_us),
        cmocka_unit_test(other_programs_are_not_served),
        cmocka_unit_test(a_link_is_the_same_program),
        cmocka_unit_test(what_cannot_be_stopped_is_not_served),
        cmocka_unit_test(what_has_threads_is_not_served),
        cmocka_unit_test(what_the_user_preloads_sees_each_program),
        cmocka_unit_test(a_server_that_was_killed_is_done_without),
        cmocka_unit_test(a_server_without_descriptors_is_done_without),
        cmocka_unit_test(without_descriptors_of_ours_the_next_job_may_have_them),
        cmocka_unit_test(words_that_are_cut_short_run_nothing),
    };
    return length < 0 || cmocka_run_group_tests(tests, NULL, NULL);
}
