// make's jobserver: what MAKEFLAGS names, and that every token goes back.
#include "driver/jobserver.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char flags[128];

static const char *flags_of_pipe(const int ends[2]) {
    snprintf(flags, sizeof flags, "k -j3 --jobserver-auth=%d,%d -- X=1", ends[0], ends[1]);
    return flags;
}

static void without_make_all_jobs_are_allowed(void **state) {
    (void)state;
    static const char *const none[] = {NULL, "", "kw", "-j4", "-- --jobserver-auth=0,1"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct oc_jobserver jobserver;
        oc_jobserver_open(&jobserver, none[i]);
        assert_false(jobserver.present);
        assert_true(oc_jobserver_allows(&jobserver, 100));
        oc_jobserver_settle(&jobserver, 0);
        oc_jobserver_close(&jobserver);
    }
}

static void each_job_but_the_first_takes_a_token(void **state) {
    (void)state;
    int ends[2];
    char left[8];
    struct oc_jobserver jobserver;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "ab", 2), 2);
    oc_jobserver_open(&jobserver, flags_of_pipe(ends));
    assert_true(oc_jobserver_allows(&jobserver, 0));
    assert_true(oc_jobserver_allows(&jobserver, 1));
    assert_true(oc_jobserver_allows(&jobserver, 1)); // that did not start
    assert_true(oc_jobserver_allows(&jobserver, 2));
    assert_false(oc_jobserver_allows(&jobserver, 3));
    oc_jobserver_settle(&jobserver, 2); // "b" goes back
    assert_true(oc_jobserver_allows(&jobserver, 2));
    oc_jobserver_settle(&jobserver, 0);
    oc_jobserver_close(&jobserver);
    assert_int_equal(read(ends[0], left, sizeof left), 2);
    assert_non_null(memchr(left, 'a', 2));
    assert_non_null(memchr(left, 'b', 2));
    assert_int_equal(fcntl(ends[0], F_GETFL) & O_NONBLOCK, 0);
    close(ends[0]);
    close(ends[1]);
}

static void a_fifo_is_found_by_its_path(void **state) {
    (void)state;
    char directory[] = "/tmp/jobserver-XXXXXX", path[64];
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/fifo", directory);
    assert_int_equal(mkfifo(path, 0600), 0);
    int fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    assert_int_equal(write(fd, "+", 1), 1);
    snprintf(flags, sizeof flags, " --jobserver-auth=7,8 --jobserver-auth=fifo:%s", path);
    struct oc_jobserver jobserver;
    oc_jobserver_open(&jobserver, flags);
    oc_jobserver_ignore_closed(&jobserver); // it is open
    assert_true(oc_jobserver_fd(&jobserver) >= 0);
    assert_true(oc_jobserver_allows(&jobserver, 1));
    assert_false(oc_jobserver_allows(&jobserver, 2));
    oc_jobserver_settle(&jobserver, 1);
    oc_jobserver_close(&jobserver);
    char token;
    assert_int_equal(read(fd, &token, 1), 1);
    close(fd);
    unlink(path);
    rmdir(directory);
}

static void a_pipe_that_make_closed_allows_one_job(void **state) {
    (void)state;
    static const char *const closed[] = {
        "--jobserver-auth=-2,-2",
        "--jobserver-auth=1021,1022",
        "--jobserver-fds=nonsense",
        "--jobserver-auth=",
        "--jobserver-auth=fifo:/nonexistent/fifo",
    };
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) {
        struct oc_jobserver jobserver;
        oc_jobserver_open(&jobserver, closed[i]);
        assert_true(oc_jobserver_allows(&jobserver, 0));
        assert_false(oc_jobserver_allows(&jobserver, 1));
        assert_int_equal(oc_jobserver_fd(&jobserver), -1);
        oc_jobserver_settle(&jobserver, 0);
        oc_jobserver_ignore_closed(&jobserver);
        assert_true(oc_jobserver_allows(&jobserver, 100));
        oc_jobserver_close(&jobserver);
    }
}

static void a_file_is_no_pipe(void **state) {
    (void)state;
    int ends[2] = {open("/dev/null", O_RDONLY | O_CLOEXEC),
                   open("/dev/null", O_WRONLY | O_CLOEXEC)};
    struct oc_jobserver jobserver;
    oc_jobserver_open(&jobserver, flags_of_pipe(ends));
    assert_int_equal(oc_jobserver_fd(&jobserver), -1);
    oc_jobserver_close(&jobserver);
    close(ends[0]);
    close(ends[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_make_all_jobs_are_allowed),
        cmocka_unit_test(each_job_but_the_first_takes_a_token),
        cmocka_unit_test(a_fifo_is_found_by_its_path),
        cmocka_unit_test(a_pipe_that_make_closed_allows_one_job),
        cmocka_unit_test(a_file_is_no_pipe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
