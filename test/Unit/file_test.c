// base/file.h: files appear whole, and leave nothing beside them.
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char directory[] = "/tmp/offloadcc-file-test-XXXXXX";

static int enter_directory(void **state) {
    (void)state;
    return mkdtemp(directory) ? chdir(directory) : -1;
}

static int leave_directory(void **state) {
    (void)state;
    return chdir("/") || oc_file_remove_tree(directory);
}

static void assert_content(const char *path, const char *expected) {
    struct oc_arena arena = {0};
    struct oc_bytes content;
    assert_int_equal(oc_file_read(&arena, path, &content), 0);
    assert_string_equal(content.data, expected);
    oc_arena_release(&arena);
}

static void assert_files(int expected) {
    int count = 0;
    DIR *entries = opendir(".");
    assert_non_null(entries);
    for (struct dirent *entry; (entry = readdir(entries));)
        count += entry->d_name[0] != '.';
    closedir(entries);
    assert_int_equal(count, expected);
}

static void files_are_written_and_replaced(void **state) {
    (void)state;
    struct stat status;
    mode_t mask = umask(027);
    assert_int_equal(oc_file_write("a", "first", 5), 0);
    assert_content("a", "first");
    assert_int_equal(oc_file_write("a", "second", 6), 0);
    assert_content("a", "second");
    assert_int_equal(stat("a", &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
    umask(mask);
    assert_int_equal(oc_file_write("./a", "", 0), 0);
    assert_content("a", "");
    assert_files(1);
    assert_int_equal(unlink("a"), 0);
}

static void what_a_killed_process_left_goes(void **state) {
    (void)state;
    assert_int_equal(oc_file_write("a", "old", 3), 0);
    assert_int_equal(oc_file_write("a.offloadcc-tmp", "half", 4), 0);
    assert_int_equal(oc_file_write("a", "new", 3), 0);
    assert_content("a", "new");
    assert_files(1);
    assert_int_equal(unlink("a"), 0);
}

static void what_cannot_be_written_is_told(void **state) {
    (void)state;
    assert_int_equal(oc_file_write("missing/a", "x", 1), ENOENT);
    assert_int_equal(mkdir("b", 0777), 0);
    assert_int_equal(oc_file_write("b", "x", 1), EISDIR);
    assert_int_equal(oc_file_write("/dev/full", "x", 1), ENOSPC);
    assert_int_equal(rmdir("b"), 0);
    assert_files(0);
}

// Each file that is seen is the whole work of one.
static void many_may_write_the_same_file(void **state) {
    (void)state;
    enum { WRITERS = 4, TIMES = 300, LENGTH = 20000 };
    static char text[LENGTH + 1];
    for (int i = 0; i < WRITERS; i++)
        if (fork() == 0) {
            int failures = 0;
            memset(text, 'a' + i, LENGTH);
            for (int t = 0; t < TIMES; t++)
                failures += oc_file_write("shared", text, LENGTH) != 0;
            _exit(failures > 0);
        }
    for (int left = WRITERS; left;) {
        struct oc_arena arena = {0};
        struct oc_bytes content;
        int status;
        if (oc_file_read(&arena, "shared", &content) == 0) {
            assert_int_equal(content.length, LENGTH);
            assert_int_equal(strspn(content.data, (char[]){content.data[0], 0}), LENGTH);
        }
        oc_arena_release(&arena);
        if (waitpid(-1, &status, WNOHANG) > 0) {
            assert_int_equal(status, 0);
            left--;
        }
    }
    assert_files(1);
    assert_int_equal(unlink("shared"), 0);
}

// Root may do everything.
static void become_nobody(bool nobody) {
    if (getuid() == 0)
        assert_int_equal(seteuid(nobody ? 65534 : 0), 0);
}

static void files_that_may_not_be_written_stay(void **state) {
    (void)state;
    assert_int_equal(oc_file_write("kept", "old", 3), 0);
    assert_int_equal(chmod("kept", 0444), 0);
    assert_int_equal(chmod(".", 0777), 0);
    become_nobody(true);
    assert_int_equal(oc_file_write("kept", "new", 3), EACCES);
    become_nobody(false);
    assert_content("kept", "old");
    assert_int_equal(unlink("kept"), 0);
}

static void files_in_directories_that_take_no_new_one_are_written(void **state) {
    (void)state;
    assert_int_equal(oc_file_write("there", "old", 3), 0);
    assert_int_equal(chmod("there", 0666), 0);
    assert_int_equal(chmod(".", 0555), 0);
    become_nobody(true);
    assert_int_equal(oc_file_write("there", "x", 1), 0);
    assert_int_equal(oc_file_write("new", "x", 1), EACCES);
    become_nobody(false);
    assert_int_equal(chmod(".", 0700), 0);
    assert_content("there", "x");
    assert_int_equal(unlink("there"), 0);
}

static void files_whose_names_cannot_be_longer_are_replaced(void **state) {
    (void)state;
    char name[NAME_MAX + 1] = "";
    memset(name, 'x', NAME_MAX);
    assert_int_equal(oc_file_write(name, "first", 5), 0);
    assert_int_equal(oc_file_write(name, "2nd", 3), 0);
    assert_content(name, "2nd");
    assert_int_equal(unlink(name), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_written_and_replaced),
        cmocka_unit_test(what_a_killed_process_left_goes),
        cmocka_unit_test(what_cannot_be_written_is_told),
        cmocka_unit_test(many_may_write_the_same_file),
        cmocka_unit_test(files_that_may_not_be_written_stay),
        cmocka_unit_test(files_in_directories_that_take_no_new_one_are_written),
        cmocka_unit_test(files_whose_names_cannot_be_longer_are_replaced),
    };
    return cmocka_run_group_tests(tests, enter_directory, leave_directory);
}
