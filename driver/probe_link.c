// Which files a link reads, and whether one of them refers to our runtime.
#include "driver/probe.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct link {
    struct oc_arena *arena;
    struct oc_args dirs; // of -L and LIBRARY_PATH
    bool static_link;
};

enum { SMALL = 16384 };

struct thin {
    struct link *link;
    const char *archive;
};

static bool file_refers(struct link *link, const char *path, bool member);

static bool visit_member(void *context, const char *name, size_t length) {
    struct thin *thin = context;
    const char *base = oc_base_name(thin->archive);
    const char *path =
        name[0] == '/' ? oc_arena_strndup(thin->link->arena, name, length)
                       : oc_arena_printf(thin->link->arena, "%.*s%.*s", (int)(base - thin->archive),
                                         thin->archive, (int)length, name);
    return file_refers(thin->link, path, true);
}

static bool content_refers(struct link *link, const char *path, const unsigned char *data,
                           size_t length, bool member) {
    struct thin thin = {link, path};
    return oc_probe_object(data, length) ||
           // An archive in a thin archive has been flattened by ar.
           (!member && oc_probe_thin_members(data, length, visit_member, &thin));
}

// Of a large file, only the pages that are looked at are read; a small one is sooner read than
// mapped.
static bool file_refers(struct link *link, const char *path, bool member) {
    unsigned char small[SMALL];
    struct stat status;
    bool refers = false;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return false;
    if (fstat(fd, &status) < 0 || !S_ISREG(status.st_mode) || status.st_size <= 0) {
        close(fd);
        return false;
    }
    size_t length = (size_t)status.st_size;
    if (length <= sizeof small && read(fd, small, length) == status.st_size) {
        refers = content_refers(link, path, small, length, member);
    } else {
        void *data = mmap(NULL, length, PROT_READ, MAP_PRIVATE, fd, 0);
        if (data != MAP_FAILED) {
            refers = content_refers(link, path, data, length, member);
            munmap(data, length);
        }
    }
    close(fd);
    return refers;
}

// What -lNAME finds, in the order of the linker: a shared library stands in front of an archive.
static bool library_refers(struct link *link, const char *name) {
    for (size_t i = 0; i < link->dirs.count; i++) {
        const char *dir = link->dirs.items[i];
        if (name[0] == ':') {
            const char *path = oc_arena_printf(link->arena, "%s/%s", dir, name + 1);
            if (access(path, F_OK) == 0)
                return file_refers(link, path, false);
            continue;
        }
        const char *shared = oc_arena_printf(link->arena, "%s/lib%s.so", dir, name);
        if (!link->static_link && access(shared, F_OK) == 0)
            return false;
        const char *archive = oc_arena_printf(link->arena, "%s/lib%s.a", dir, name);
        if (access(archive, F_OK) == 0)
            return file_refers(link, archive, false);
    }
    return false;
}

// -Wl,--whole-archive,libx.a,--no-whole-archive names files too.
static bool words_refer(struct link *link, const char *words) {
    while (*words) {
        size_t length = strcspn(words, ",");
        const char *word = oc_arena_strndup(link->arena, words, length);
        if (oc_starts_with(word, "-l") ? library_refers(link, word + 2)
                                       : word[0] != '-' && file_refers(link, word, false))
            return true;
        words += length + (words[length] == ',');
    }
    return false;
}

static void find_dirs(struct link *link, const struct oc_command *command) {
    for (size_t i = 0; i < command->arguments.count; i++)
        if (command->arguments.items[i].meaning == OC_MEAN_LIBRARY_DIR &&
            command->arguments.items[i].value)
            oc_args_add(&link->dirs, command->arguments.items[i].value);
    const char *list = getenv("LIBRARY_PATH");
    while (list && *list) {
        size_t length = strcspn(list, ":");
        if (length)
            oc_args_add(&link->dirs, oc_arena_strndup(link->arena, list, length));
        list += length + (list[length] == ':');
    }
}

bool oc_probe_link(struct oc_arena *arena, const struct oc_command *command) {
    struct link link = {
        .arena = arena, .dirs = {.arena = arena}, .static_link = command->static_link};
    find_dirs(&link, command);
    for (size_t i = 0; i < command->input_count; i++) {
        const struct oc_input *input = &command->inputs[i];
        bool linked = input->language == OC_LANGUAGE_OBJECT || input->language == OC_LANGUAGE_IR ||
                      input->language == OC_LANGUAGE_ASSEMBLY;
        if (linked && strcmp(input->path, "-") != 0 && file_refers(&link, input->path, false))
            return true;
    }
    for (size_t i = 0; i < command->arguments.count; i++) {
        const struct oc_argument *argument = &command->arguments.items[i];
        if (!argument->value)
            continue;
        if (argument->meaning == OC_MEAN_LIBRARY && library_refers(&link, argument->value))
            return true;
        if (argument->meaning == OC_MEAN_LINKER_ARGUMENTS && words_refer(&link, argument->value))
            return true;
    }
    return false;
}
