#include "link/files.h"

#include "link/archive.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The pages of smaller files are mapped at once: that is faster than one fault for every few.
enum { MAX_POPULATED = 16 << 20 };

static void *map_regular(int fd, size_t *length) {
    struct stat status;
    if (fstat(fd, &status) < 0 || !S_ISREG(status.st_mode) || status.st_size <= 0)
        return NULL;
    int flags = MAP_PRIVATE | (status.st_size <= MAX_POPULATED ? MAP_POPULATE : 0);
    void *data = mmap(NULL, (size_t)status.st_size, PROT_READ, flags, fd, 0);
    *length = (size_t)status.st_size;
    return data == MAP_FAILED ? NULL : data;
}

// Maps a file until oc_link_files_close; data is NULL if that cannot be. It does not wait (FIFOs).
static struct oc_slice map_file(struct oc_link_files *files, const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return (struct oc_slice){0};
    struct oc_slice slice = {0};
    slice.data = map_regular(fd, &slice.length);
    close(fd);
    if (!slice.data)
        return (struct oc_slice){0};
    files->mapped = oc_arena_grow(files->arena, files->mapped, files->mapped_count,
                                  &files->mapped_capacity, sizeof *files->mapped);
    files->mapped[files->mapped_count++] = slice;
    return slice;
}

static void note_fault(struct oc_link_files *files, const char *name, const char *fault) {
    if (!files->fault) {
        files->faulty_name = name;
        files->fault = fault;
    }
}

static bool has_device_code(const struct oc_object *object) {
    size_t at = 0;
    struct oc_slice section;
    return object->kind == OC_OBJECT_RELOCATABLE && oc_object_mentions(object, OC_DEVICE_SECTION) &&
           oc_object_next_section(object, OC_DEVICE_SECTION, &at, &section);
}

static void add_file(struct oc_link_files *files, size_t input, struct oc_slice member,
                     struct oc_slice bytes) {
    struct oc_link_file file = {.input = input, .member = member};
    const char *fault = oc_object_open(bytes, &file.object);
    file.is_searched = member.data && !files->inputs[input].is_whole;
    file.takes_part = !file.is_searched;
    if (fault && file.takes_part)
        note_fault(files, oc_link_file_name(files, &file), fault);
    file.has_device_code = has_device_code(&file.object);
    files->has_device_code |= file.has_device_code;
    files->searches_for_code |= file.has_device_code && file.is_searched;
    files->items = oc_arena_grow(files->arena, files->items, files->count, &files->capacity,
                                 sizeof *files->items);
    files->items[files->count++] = file;
}

static void add_archive(struct oc_link_files *files, size_t input, struct oc_archive *archive) {
    const char *path = files->inputs[input].path, *fault;
    struct oc_archive_member member;
    while (oc_archive_next(archive, &member, &fault)) {
        if (!member.bytes.data) {
            const char *file = oc_archive_path(files->arena, path, member.name);
            member.bytes = file ? map_file(files, file) : (struct oc_slice){0};
            files->total += member.bytes.length;
        }
        if (member.bytes.data)
            add_file(files, input, member.name, member.bytes);
    }
    if (fault)
        note_fault(files, path, fault);
}

void oc_link_files_open(struct oc_arena *arena, const struct oc_resolve_request *request,
                        struct oc_link_files *out) {
    *out = (struct oc_link_files){
        .arena = arena, .inputs = request->inputs, .input_count = request->input_count};
    out->first = OC_NEW_ARRAY(arena, request->input_count + 1, size_t);
    for (size_t i = 0; i < request->input_count; i++) {
        const struct oc_resolve_input *input = &request->inputs[i];
        struct oc_slice bytes = input->bytes.data ? input->bytes : map_file(out, input->path);
        struct oc_archive archive;
        out->first[i] = out->count;
        out->total += bytes.length;
        if (!bytes.data)
            continue;
        if (oc_archive_open(bytes, &archive))
            add_archive(out, i, &archive);
        else
            add_file(out, i, (struct oc_slice){0}, bytes);
    }
    out->first[request->input_count] = out->count;
}

void oc_link_files_close(struct oc_link_files *files) {
    for (size_t i = 0; i < files->mapped_count; i++)
        munmap((void *)(uintptr_t)files->mapped[i].data, files->mapped[i].length);
    files->mapped_count = 0;
}

const char *oc_link_file_name(const struct oc_link_files *files, const struct oc_link_file *file) {
    const char *path = files->inputs[file->input].path;
    return file->member.data ? oc_archive_label(files->arena, path, file->member) : path;
}
