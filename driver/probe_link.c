// Which files a link reads, and whether one of them refers to our runtime. A file that several
// places could mean is looked at in all of them.
#include "driver/probe.h"

#include "driver/linkline.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct link {
    struct oc_arena *arena;
    struct oc_linkline line;
    struct oc_args scripts; // that were read
    bool is_static;         // what is read now was asked for after -Bstatic
    const char *name;       // of oc_probe_object
};

enum { SMALL = 16384, MOST_SCRIPTS = 100 };

// ---- Files -------------------------------------------------------------------------------------

struct thin {
    struct link *link;
    const char *archive;
};

enum reading {
    AS_INPUT,    // an object, an archive or a script
    AS_COMPILED, // no script, whatever it says
    AS_MEMBER,   // of a thin archive
};

static bool file_refers(struct link *link, const char *path, enum reading reading);

static bool visit_member(void *context, const char *name, size_t length) {
    struct thin *thin = context;
    const char *base = oc_base_name(thin->archive);
    const char *path =
        name[0] == '/' ? oc_arena_strndup(thin->link->arena, name, length)
                       : oc_arena_printf(thin->link->arena, "%.*s%.*s", (int)(base - thin->archive),
                                         thin->archive, (int)length, name);
    return file_refers(thin->link, path, AS_MEMBER);
}

struct naming {
    struct link *link;
    const char *script;
};

// A name in a script is searched for in the working directory, beside the script and where
// libraries are; an absolute one in the system's root too.
static bool name_refers(struct link *link, const char *script, const char *name) {
    const char *path = oc_linkline_path(link->arena, &link->line, name);
    const char *sysroot = link->line.sysroot, *base = oc_base_name(script);
    if (file_refers(link, path, AS_INPUT))
        return true;
    if (path[0] == '/')
        return path == name && sysroot &&
               file_refers(link, oc_arena_printf(link->arena, "%s%s", sysroot, path), AS_INPUT);
    if (base != script &&
        file_refers(link,
                    oc_arena_printf(link->arena, "%.*s%s", (int)(base - script), script, path),
                    AS_INPUT))
        return true;
    for (size_t i = 0; i < link->line.dirs.count; i++)
        if (file_refers(link, oc_arena_printf(link->arena, "%s/%s", link->line.dirs.items[i], path),
                        AS_INPUT))
            return true;
    return false;
}

static bool visit_name(void *context, enum oc_script_name kind, const char *text, size_t length) {
    const struct naming *naming = context;
    struct link *link = naming->link;
    const char *name = oc_arena_strndup(link->arena, text, length);
    if (kind == OC_SCRIPT_FILE && !oc_starts_with(name, "-l"))
        return name_refers(link, naming->script, name);
    if (kind == OC_SCRIPT_FILE)
        oc_linkline_add(link->arena, &link->line, OC_LINK_LIBRARY, name + 2, link->is_static);
    else
        oc_args_add(&link->line.dirs, oc_linkline_path(link->arena, &link->line, name));
    return false;
}

static bool script_refers(struct link *link, const char *path, const void *data, size_t length) {
    for (size_t i = 0; i < link->scripts.count; i++)
        if (strcmp(link->scripts.items[i], path) == 0)
            return false;
    if (link->scripts.count == MOST_SCRIPTS) // a cycle, by paths that grow
        return false;
    oc_args_add(&link->scripts, path);
    struct naming naming = {link, path};
    return oc_probe_script(data, length, visit_name, &naming);
}

static bool is_script(const unsigned char *data, size_t length) {
    return !memchr(data, 0, length < 256 ? length : 256) &&
           !(length > 1 && (memcmp(data, "!<", 2) == 0 || memcmp(data, "BC", 2) == 0));
}

static bool content_refers(struct link *link, const char *path, const unsigned char *data,
                           size_t length, enum reading reading) {
    struct thin thin = {link, path};
    if (oc_probe_object(data, length, link->name))
        return true;
    if (reading == AS_MEMBER) // an archive in a thin archive has been flattened by ar
        return false;
    return oc_probe_thin_members(data, length, visit_member, &thin) ||
           (reading == AS_INPUT && is_script(data, length) &&
            script_refers(link, path, data, length));
}

// open() of musl's would make two calls of it.
static int open_input(const char *path) {
    return openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

static bool read_header(int fd, Elf64_Ehdr *header) {
    return pread(fd, header, sizeof *header, 0) == (ssize_t)sizeof *header &&
           memcmp(header->e_ident, ELFMAG, SELFMAG) == 0;
}

// Of a large file, only the pages that are looked at are read; a small one is sooner read than
// mapped. Closes the file.
static bool descriptor_refers(struct link *link, int fd, const char *path, enum reading reading) {
    unsigned char small[SMALL];
    struct stat status;
    Elf64_Ehdr header;
    bool refers = false;
    if (fstat(fd, &status) < 0 || !S_ISREG(status.st_mode) || status.st_size <= 0) {
        close(fd);
        return false;
    }
    size_t length = (size_t)status.st_size;
    if (length <= sizeof small && read(fd, small, length) == status.st_size) {
        refers = content_refers(link, path, small, length, reading);
    } else if (!read_header(fd, &header) || header.e_type == ET_REL) {
        void *data = mmap(NULL, length, PROT_READ, MAP_PRIVATE, fd, 0);
        if (data != MAP_FAILED) {
            refers = content_refers(link, path, data, length, reading);
            munmap(data, length);
        }
    }
    close(fd);
    return refers;
}

static bool file_refers(struct link *link, const char *path, enum reading reading) {
    int fd = open_input(path);
    return fd >= 0 && descriptor_refers(link, fd, path, reading);
}

// ---- Libraries ---------------------------------------------------------------------------------

// The linker passes over objects of other machines.
static bool is_usable(int fd) {
    Elf64_Ehdr header;
    return !read_header(fd, &header) ||
           (header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_machine == EM_X86_64);
}

// Looks for a library in one directory. Returns whether it is there.
static bool find_library(struct link *link, const char *dir, const struct oc_link_input *library,
                         bool *refers) {
    const char *name = library->name, *paths[] = {NULL, NULL};
    if (name[0] == ':')
        paths[0] = oc_arena_printf(link->arena, "%s/%s", dir, name + 1);
    else if (!library->is_static)
        paths[0] = oc_arena_printf(link->arena, "%s/lib%s.so", dir, name);
    if (name[0] != ':')
        paths[1] = oc_arena_printf(link->arena, "%s/lib%s.a", dir, name);
    for (size_t i = 0; i < 2; i++) {
        int fd = paths[i] ? open_input(paths[i]) : -1;
        if (fd >= 0 && is_usable(fd)) {
            *refers = descriptor_refers(link, fd, paths[i], AS_INPUT);
            return true;
        }
        if (fd >= 0)
            close(fd);
    }
    return false;
}

// The C library's and gcc's, which need not be looked at where the system has them.
static bool is_systems(const char *name) {
    static const char *const names[] = {
        "anl", "atomic", "c",       "crypt",    "dl",     "gcc", "gcc_eh", "gcc_s",
        "m",   "mvec",   "pthread", "quadmath", "resolv", "rt",  "stdc++", "util",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static bool library_refers(struct link *link, const struct oc_link_input *library) {
    static const char *const system[] = {
        "/usr/local/lib/x86_64-linux-gnu",
        "/lib/x86_64-linux-gnu",
        "/usr/lib/x86_64-linux-gnu",
        "/usr/local/lib64",
        "/lib64",
        "/usr/lib64",
        "/usr/local/lib",
        "/lib",
        "/usr/lib",
    };
    bool refers = false;
    link->is_static = library->is_static;
    for (size_t i = 0; i < link->line.dirs.count; i++)
        if (find_library(link, link->line.dirs.items[i], library, &refers))
            return refers;
    const char *sysroot = link->line.sysroot ? link->line.sysroot : "";
    for (size_t i = 0; i < sizeof system / sizeof *system && !is_systems(library->name); i++)
        if (find_library(link, oc_arena_printf(link->arena, "%s%s", sysroot, system[i]), library,
                         &refers))
            return refers;
    return false;
}

static bool input_refers(struct link *link, const struct oc_link_input *input) {
    link->is_static = input->is_static;
    return input->kind == OC_LINK_LIBRARY
               ? library_refers(link, input)
               : file_refers(link, input->name,
                             input->kind == OC_LINK_FILE ? AS_INPUT : AS_COMPILED);
}

static bool link_refers(struct oc_arena *arena, const struct oc_command *command,
                        const char *name) {
    struct link link = {.arena = arena, .scripts = {.arena = arena}, .name = name};
    oc_linkline_read(arena, command, &link.line);
    if (link.line.relocatable && !name)
        return false;
    // Files first: a script among them may say where libraries are. It may also add to the list.
    for (int libraries = 0; libraries < 2; libraries++)
        for (size_t i = 0; i < link.line.count; i++) {
            struct oc_link_input input = link.line.inputs[i]; // the list may move
            if ((input.kind == OC_LINK_LIBRARY) == libraries && input_refers(&link, &input))
                return true;
        }
    return false;
}

bool oc_probe_link(struct oc_arena *arena, const struct oc_command *command) {
    return link_refers(arena, command, NULL);
}

// Sections .llvm.offloading, and the symbols that describe entries.
bool oc_probe_link_device_code(struct oc_arena *arena, const struct oc_command *command) {
    return link_refers(arena, command, ".offloading");
}

bool oc_probe_link_units(struct oc_arena *arena, const struct oc_command *command) {
    return link_refers(arena, command, ".link_with_offloadcc");
}
