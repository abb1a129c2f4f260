#include "driver/outdate.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

static bool writes_dependencies(const struct oc_command *command) {
    for (size_t i = 0; i < command->arguments.count; i++)
        if (oc_command_is_dependency(&command->arguments.items[i]))
            return true;
    return false;
}

static void outdate(const char *path) {
    const struct timespec times[] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = 1}};
    struct stat status;
    if (lstat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1)
        utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW);
}

// What clang names the output of a source where -o does not: x.o, in the working directory.
static const char *default_output(struct oc_arena *arena, const struct oc_command *command,
                                  const char *source) {
    const char *name = oc_base_name(source), *end = strrchr(name, '.');
    int length = end ? (int)(end - name) : (int)strlen(name);
    return oc_arena_printf(arena, "%.*s.%s", length, name,
                           command->phase == OC_PHASE_ASSEMBLY ? "s" : "o");
}

void oc_outdate_outputs(struct oc_arena *arena, const struct oc_command *command) {
    if (command->phase < OC_PHASE_ASSEMBLY || command->dry_run || !writes_dependencies(command))
        return;
    for (size_t i = 0; i < command->input_count; i++) {
        if (command->inputs[i].language == OC_LANGUAGE_OBJECT)
            continue;
        if (command->output)
            outdate(command->output);
        else if (command->phase != OC_PHASE_LINK)
            outdate(default_output(arena, command, command->inputs[i].path));
        else
            outdate("a.out");
    }
}
