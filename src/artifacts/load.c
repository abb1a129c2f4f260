// Loading: everything in the directory is outside data, see artifacts.h.
#include "artifacts/artifacts.h"
#include "artifacts/manifest.h"
#include "model/hash.h"
#include "model/narrow.h"
#include "model/usage.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct loader {
    struct oc_arena *arena;
    const struct oc_artifact_request *request;
    struct oc_diag *diag;
    const char *path; // of the unit's sub-directory
    int fd;           // the same
    bool replaced;    // while it was read: nothing is reported, and it is read again
    struct oc_manifest manifest;
};

static const char *reason(int error) {
    return error == ENODEV  ? "it is not a regular file"
           : error == EFBIG ? "it is too large"
                            : strerror(error);
}

// A word of a command, as a shell takes it.
static void add_word(struct oc_text *command, const char *word) {
    if (!strpbrk(word, " \t\n\"'\\$`*?[]()<>|&;#~!{}")) {
        oc_text_add(command, word);
        return;
    }
    oc_text_add(command, "'");
    for (; *word; word++)
        oc_text_add(command, *word == '\'' ? "'\\''" : (const char[]){*word, '\0'});
    oc_text_add(command, "'");
}

// The command that makes the artifacts.
static const char *command_to_store(const struct loader *loader) {
    const struct oc_artifact_request *request = loader->request;
    struct oc_text command = {.arena = loader->arena};
    oc_text_add(&command, "offloadcc --device-only --offload-artifacts=");
    add_word(&command, request->directory);
    for (size_t i = 0; i < request->arch_count; i++)
        oc_text_printf(&command, "%s%s", i ? "," : " --offload-arch=", request->archs[i]);
    for (size_t i = 0; i < request->option_count; i++) {
        oc_text_add(&command, " ");
        add_word(&command, request->options[i]);
    }
    oc_text_add(&command, " ");
    add_word(&command, request->source);
    return command.data;
}

__attribute__((format(printf, 2, 3))) static bool fail(const struct loader *loader,
                                                       const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *message = oc_arena_vprintf(loader->arena, format, arguments);
    va_end(arguments);
    for (char *at = message; *at; at++) // what comes from outside must not steer a terminal
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = '?';
    oc_error(loader->diag, "%s", message);
    return false;
}

#define stale(loader, ...)                                                                         \
    fail((loader), "kernel artifacts for '%s' are stale: %s; run the device stage again: %s",      \
         (loader)->request->source, oc_arena_printf((loader)->arena, __VA_ARGS__),                 \
         command_to_store(loader))

#define damaged(loader, name, ...)                                                                 \
    fail((loader), "'%s/%s' is damaged: %s; run the device stage again: %s", (loader)->path,       \
         (name), oc_arena_printf((loader)->arena, __VA_ARGS__), command_to_store(loader))

static bool open_directory(struct loader *loader) {
    const char *directory = loader->request->directory, *source = loader->request->source;
    struct stat status;
    int missing = stat(directory, &status) < 0 ? errno : 0;
    if (missing == ENOENT)
        return fail(loader,
                    "kernel artifact directory '%s' does not exist; make the artifacts with '%s'",
                    directory, command_to_store(loader));
    if (!missing && !S_ISDIR(status.st_mode))
        return fail(loader, "'%s' in '--offload-artifacts=%s' is not a directory", directory,
                    directory);
    if (!missing) {
        loader->fd = open(loader->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (loader->fd >= 0)
            return true;
        missing = errno;
        if (missing == ENOENT)
            return fail(
                loader,
                "kernel artifact directory '%s' has no artifacts for '%s'; make them with '%s'",
                directory, source, command_to_store(loader));
    }
    return fail(loader, "cannot read kernel artifacts for '%s' in '%s': %s", source, directory,
                strerror(missing));
}

// A directory that another process has replaced loses its files, and nothing else does so.
static bool read_file(struct loader *loader, struct oc_arena *arena, const char *name, size_t limit,
                      struct oc_bytes *out) {
    int error = oc_file_read_regular(arena, loader->fd, name, limit, out);
    struct stat opened, current;
    if (error == ENOENT && loader->fd >= 0 && fstat(loader->fd, &opened) == 0 &&
        (stat(loader->path, &current) < 0 || opened.st_ino != current.st_ino ||
         opened.st_dev != current.st_dev)) {
        loader->replaced = true;
        return false;
    }
    return !error || damaged(loader, name, "%s", reason(error));
}

static bool read_manifest(struct loader *loader) {
    struct oc_bytes json;
    const char *path = oc_arena_printf(loader->arena, "%s/manifest.json", loader->path);
    if (!read_file(loader, loader->arena, "manifest.json", OC_ARTIFACTS_MAX_MANIFEST, &json))
        return false;
    if (oc_manifest_from_json(loader->arena, json.data, json.length, path, loader->diag,
                              &loader->manifest))
        return true;
    oc_note(loader->diag, "run the device stage again: %s", command_to_store(loader));
    return false;
}

// What differs between two option lists, between their common beginning and end.
static bool check_options(const struct loader *loader) {
    const char *const *then = loader->manifest.options, *const *now = loader->request->options;
    size_t then_count = loader->manifest.option_count, now_count = loader->request->option_count;
    while (then_count && now_count && strcmp(*then, *now) == 0)
        then++, now++, then_count--, now_count--;
    while (then_count && now_count && strcmp(then[then_count - 1], now[now_count - 1]) == 0)
        then_count--, now_count--;
    if (then_count && now_count)
        return stale(loader, "the device stage was built with '%s', now '%s'", *then, *now);
    if (then_count)
        return stale(loader, "the device stage was built with '%s', now without", *then);
    if (now_count)
        return stale(loader, "the device stage was built without '%s'", *now);
    if (strcmp(loader->manifest.language, loader->request->language) != 0)
        return stale(loader, "the device stage compiled it as language '%s', now it is '%s'",
                     loader->manifest.language, loader->request->language);
    return true;
}

// A path as the user would write it here.
static const char *display_path(const struct loader *loader, const char *path) {
    char *cwd = getcwd(NULL, 0);
    size_t length = cwd ? strlen(cwd) : 0;
    if (length && strncmp(path, cwd, length) == 0 && path[length] == '/' && path[length + 1])
        path = oc_arena_strdup(loader->arena, path + length + 1);
    free(cwd);
    return path;
}

static bool check_dependencies(const struct loader *loader) {
    for (size_t i = 0; i < loader->manifest.dependencies.count; i++) {
        const struct oc_dependency *dependency = &loader->manifest.dependencies.items[i];
        const char *name = display_path(loader, dependency->path);
        bool same;
        int error = oc_dependency_check(dependency, &same);
        if (error == ENOENT || error == ENOTDIR)
            return stale(loader, "'%s' was removed after the device stage", name);
        if (error)
            return stale(loader, "cannot compare '%s': %s", name, reason(error));
        if (!same)
            return stale(loader, "'%s' has changed since the device stage", name);
    }
    return true;
}

static bool same_bounds(const struct oc_bound *then, size_t then_count, const struct oc_bound *now,
                        size_t now_count) {
    if (then_count != now_count)
        return false;
    for (size_t i = 0; i < then_count; i++)
        if (!oc_expression_equal(then[i].expression, now[i].expression))
            return false;
    return true;
}

static bool same_members(const struct oc_member *then, size_t then_count,
                         const struct oc_member *now, size_t now_count) {
    if (then_count != now_count)
        return false;
    for (size_t i = 0; i < then_count; i++)
        if (strcmp(then[i].path, now[i].path) != 0 || then[i].direction != now[i].direction ||
            then[i].size != now[i].size ||
            !same_bounds(then[i].bounds, then[i].bound_count, now[i].bounds, now[i].bound_count) ||
            !same_members(then[i].members, then[i].member_count, now[i].members,
                          now[i].member_count))
            return false;
    return true;
}

static bool same_param(const struct oc_param *then, const struct oc_param *now) {
    return then->kind == now->kind && then->size == now->size &&
           then->direction == now->direction && strcmp(then->type, now->type) == 0 &&
           same_bounds(then->bounds, then->bound_count, now->bounds, now->bound_count) &&
           same_members(then->members, then->member_count, now->members, now->member_count);
}

static bool check_kernel(const struct loader *loader, const struct oc_kernel *then,
                         const struct oc_kernel *now) {
    if (then->param_count != now->param_count)
        return stale(loader, "kernel '%s' had %zu parameters, now %zu", then->name,
                     then->param_count, now->param_count);
    for (size_t i = 0; i < then->param_count; i++) {
        const struct oc_param *old = &then->params[i], *new = &now->params[i];
        if (strcmp(old->spelling, new->spelling) != 0)
            return stale(loader, "parameter %zu of kernel '%s' was '%s', now '%s'", i + 1,
                         then->name, old->spelling, new->spelling);
        if (!same_param(old, new))
            return stale(
                loader,
                "parameter %zu of kernel '%s', '%s', now has another size, direction or bound",
                i + 1, then->name, old->spelling);
    }
    if (then->is_static != now->is_static)
        return stale(loader, "kernel '%s' is %s now", then->name,
                     now->is_static ? "static" : "not static");
    return true;
}

static const struct oc_kernel *find_kernel(const struct oc_unit *unit, const char *name) {
    for (size_t i = 0; i < unit->kernel_count; i++)
        if (strcmp(unit->kernels[i].name, name) == 0)
            return &unit->kernels[i];
    return NULL;
}

static bool has_table(const struct oc_unit *unit, const char *name) {
    for (size_t i = 0; i < unit->table_count; i++)
        if (strcmp(unit->tables[i], name) == 0)
            return true;
    return false;
}

static const struct oc_global *find_global(const struct oc_unit *unit, const char *name) {
    for (size_t i = 0; i < unit->global_count; i++)
        if (strcmp(unit->globals[i].name, name) == 0)
            return &unit->globals[i];
    return NULL;
}

static bool check_globals(const struct loader *loader, const struct oc_unit *then,
                          const struct oc_unit *now) {
    for (size_t i = 0; i < then->global_count; i++)
        if (!find_global(now, then->globals[i].name))
            return stale(loader, "device variable '%s' is gone", then->globals[i].name);
    for (size_t i = 0; i < now->global_count; i++) {
        const struct oc_global *old = find_global(then, now->globals[i].name);
        if (!old)
            return stale(loader, "device variable '%s' is new", now->globals[i].name);
        if (old->size != now->globals[i].size)
            return stale(loader, "device variable '%s' has another size now", old->name);
    }
    return true;
}

// The source is the same, but a header that is found elsewhere now, or a macro, can change what it
// means.
static bool check_unit(const struct loader *loader, const struct oc_unit *now) {
    const struct oc_unit *then = &loader->manifest.unit;
    for (size_t i = 0; i < then->kernel_count; i++) {
        const struct oc_kernel *kernel = find_kernel(now, then->kernels[i].name);
        if (!kernel)
            return stale(loader, "kernel '%s' is gone", then->kernels[i].name);
        if (!check_kernel(loader, &then->kernels[i], kernel))
            return false;
    }
    for (size_t i = 0; i < now->kernel_count; i++)
        if (!find_kernel(then, now->kernels[i].name))
            return stale(loader, "kernel '%s' is new", now->kernels[i].name);
    for (size_t i = 0; i < then->table_count; i++)
        if (!has_table(now, then->tables[i]))
            return stale(loader, "kernels no longer read '%s'", then->tables[i]);
    for (size_t i = 0; i < now->table_count; i++)
        if (!has_table(then, now->tables[i]))
            return stale(loader, "kernels read '%s' now", now->tables[i]);
    return check_globals(loader, then, now);
}

static bool demanded(const struct oc_artifact_request *request, const char *arch) {
    for (size_t i = 0; i < request->arch_count; i++)
        if (strcmp(request->archs[i], arch) == 0)
            return true;
    return request->arch_count == 0;
}

static bool check_archs(const struct loader *loader) {
    struct oc_text there = {.arena = loader->arena};
    const struct oc_manifest *manifest = &loader->manifest;
    for (size_t i = 0; i < manifest->target_count; i++)
        oc_text_printf(&there, "%s'%s'", i ? ", " : "", manifest->targets[i].arch);
    for (size_t i = 0; i < loader->request->arch_count; i++) {
        bool found = false;
        for (size_t j = 0; j < manifest->target_count; j++)
            found |= strcmp(manifest->targets[j].arch, loader->request->archs[i]) == 0;
        if (!found && !manifest->target_count)
            return fail(loader,
                        "kernel artifacts for '%s' contain no device code, but '%s' is asked for; "
                        "run the device stage again: %s",
                        loader->request->source, loader->request->archs[i],
                        command_to_store(loader));
        if (!found)
            return fail(loader,
                        "kernel artifacts for '%s' do not include '%s', but only %s; run the "
                        "device stage again: %s",
                        loader->request->source, loader->request->archs[i], there.data,
                        command_to_store(loader));
    }
    return true;
}

// Reads and checks one file, on `arena`.
static bool check_file(struct loader *loader, struct oc_arena *arena,
                       const struct oc_manifest_file *file, struct oc_bytes *content) {
    size_t limit = file->bytes < OC_ARTIFACTS_MAX_FILE ? file->bytes : OC_ARTIFACTS_MAX_FILE;
    if (!read_file(loader, arena, file->name, limit, content))
        return false;
    if (content->length != file->bytes)
        return damaged(loader, file->name, "it has %zu bytes instead of %llu", content->length,
                       (unsigned long long)file->bytes);
    if (strcmp(oc_hash_hex(arena, content->data, content->length), file->blake3) != 0)
        return damaged(loader, file->name, "its content is not what the device stage wrote");
    return true;
}

// Sets `image`, if the artifacts have one, and `text`, if they have it and the target's driver
// takes text.
static bool read_target(struct loader *loader, const struct oc_manifest_target *target,
                        struct oc_image *text, struct oc_image *image) {
    struct oc_arena scratch = {0};
    struct oc_bytes content;
    const struct oc_target *what = oc_target_of_arch(target->arch);
    bool takes_text = oc_target_driver_takes_text(what) && target->code.name;
    bool good = check_file(loader, &scratch, &target->bitcode, &content) &&
                (!target->code.name || check_file(loader, takes_text ? loader->arena : &scratch,
                                                  &target->code, &content));
    oc_arena_release(&scratch);
    if (good && takes_text) {
        *text = (struct oc_image){
            .arch = target->arch, .target = what, .is_text = true, .bytes = content};
        if (memchr(content.data, 0, content.length))
            return damaged(loader, target->code.name, "it is not text: it contains a null byte");
    }
    if (!good || !target->image.name)
        return good;
    *image = (struct oc_image){.arch = target->arch, .target = what};
    if (!check_file(loader, loader->arena, &target->image, &image->bytes))
        return false;
    const char *fault = oc_artifacts_image_fault(image->target, image->bytes);
    return !fault || damaged(loader, target->image.name, "%s", fault);
}

static void add_image(struct oc_loaded *loaded, const struct oc_image *image) {
    struct oc_image *images = loaded->images;
    size_t at = loaded->image_count++;
    for (; at > 0 && oc_target_precedes(image->arch, images[at - 1].arch); at--)
        images[at] = images[at - 1];
    images[at] = *image;
}

// ---- Text --------------------------------------------------------------------------------------

// What is newest of what runs on later processors too.
static const char *newest_text(const struct oc_loaded *loaded) {
    for (size_t i = 0; i < loaded->image_count; i++) {
        const struct oc_image *image = &loaded->images[i];
        if (image->is_text &&
            oc_target_find_arch(image->target, image->arch)->kind != OC_ARCH_SPECIFIC)
            return image->arch;
    }
    return NULL;
}

static bool has_image(const struct oc_loaded *loaded, const char *arch) {
    for (size_t i = 0; i < loaded->image_count; i++)
        if (!loaded->images[i].is_text && strcmp(loaded->images[i].arch, arch) == 0)
            return true;
    return false;
}

static bool wants_text(const struct loader *loader, const struct oc_loaded *loaded,
                       const char *arch) {
    const char *newest = newest_text(loaded);
    bool wanted = !has_image(loaded, arch) || (newest && strcmp(newest, arch) == 0);
    for (size_t i = 0; i < loader->request->text_count; i++) {
        const char *word = loader->request->texts[i];
        bool is_no = word[0] == '-';
        if (strcmp(word + is_no, "all") == 0 || strcmp(word + is_no, arch) == 0)
            wanted = !is_no;
    }
    return wanted;
}

static void drop_texts(const struct loader *loader, struct oc_loaded *loaded) {
    struct oc_image *kept = OC_NEW_ARRAY(loader->arena, loaded->image_count + 1, struct oc_image);
    size_t count = 0;
    for (size_t i = 0; i < loaded->image_count; i++)
        if (!loaded->images[i].is_text || wants_text(loader, loaded, loaded->images[i].arch))
            kept[count++] = loaded->images[i];
    loaded->images = kept;
    loaded->image_count = count;
}

// ---- All targets -------------------------------------------------------------------------------

// The manifest's unit and the scanned one have the same kernels, but maybe in another order.
static struct oc_usage reordered(const struct loader *loader, const struct oc_usage *usage,
                                 const struct oc_unit *scanned) {
    const struct oc_unit *then = &loader->manifest.unit;
    struct oc_usage result = {
        OC_NEW_ARRAY(loader->arena, scanned->kernel_count, struct oc_kernel_usage)};
    for (size_t i = 0; i < scanned->kernel_count; i++)
        result.kernels[i] =
            usage->kernels[find_kernel(then, scanned->kernels[i].name) - then->kernels];
    return result;
}

static void add_usage(const struct loader *loader, struct oc_loaded *loaded,
                      const struct oc_usage *usage, const struct oc_unit *scanned) {
    struct oc_usage of_target = reordered(loader, usage, scanned);
    if (loaded->usage.kernels)
        oc_narrow_join(loader->arena, scanned, &loaded->usage, &of_target);
    else
        loaded->usage = of_target;
}

// Of an incomplete unit: its code, for the object to carry.
static bool read_codes(struct loader *loader, struct oc_loaded *loaded) {
    size_t count = loader->manifest.target_count;
    loaded->codes = OC_NEW_ARRAY(loader->arena, count, struct oc_loaded_code);
    for (size_t i = 0; i < count; i++) {
        const struct oc_manifest_target *target = &loader->manifest.targets[i];
        struct oc_loaded_code code = {.arch = target->arch, .words = target->words};
        if (!target->words)
            return stale(loader, "its device code shares functions with other files now");
        if (!check_file(loader, loader->arena, &target->bitcode, &code.bitcode))
            return false;
        bool is_for_cpu = strstr(target->words, "--cpu\n") != NULL;
        if (is_for_cpu || demanded(loader->request, target->arch))
            loaded->codes[loaded->code_count++] = code;
    }
    return true;
}

// All files are checked, also those of architectures that are not demanded.
static bool read_targets(struct loader *loader, const struct oc_unit *scanned,
                         struct oc_loaded *loaded) {
    for (size_t i = 0; i < loader->manifest.target_count; i++) {
        const struct oc_manifest_target *target = &loader->manifest.targets[i];
        struct oc_image text = {0}, image = {0};
        if (!read_target(loader, target, &text, &image))
            return false;
        if (!demanded(loader->request, target->arch))
            continue;
        add_usage(loader, loaded, &target->usage, scanned);
        if (image.target)
            add_image(loaded, &image);
        if (text.target)
            add_image(loaded, &text);
    }
    drop_texts(loader, loaded);
    return true;
}

static bool load_once(struct loader *loader, const struct oc_unit *scanned, struct oc_loaded *out) {
    loader->replaced = false;
    loader->fd = -1;
    struct oc_loaded loaded = {0};
    bool good = open_directory(loader) && read_manifest(loader) && check_options(loader) &&
                check_dependencies(loader) && check_unit(loader, scanned) && check_archs(loader);
    if (good) {
        loaded.images =
            OC_NEW_ARRAY(loader->arena, 2 * loader->manifest.target_count, struct oc_image);
        good = oc_unit_is_incomplete(scanned) ? read_codes(loader, &loaded)
                                              : read_targets(loader, scanned, &loaded);
    }
    if (loader->fd >= 0)
        close(loader->fd);
    if (good)
        *out = loaded;
    return good;
}

bool oc_artifacts_load(struct oc_arena *arena, const struct oc_artifact_request *request,
                       const struct oc_unit *scanned, struct oc_diag *diag, struct oc_loaded *out) {
    struct loader loader = {.arena = arena, .request = request, .diag = diag};
    loader.path = oc_artifacts_path(arena, request, diag);
    if (!loader.path)
        return false;
    for (int tries = 0; tries < 100; tries++) {
        if (load_once(&loader, scanned, out))
            return true;
        if (!loader.replaced)
            return false;
    }
    return fail(
        &loader,
        "cannot read kernel artifacts for '%s' in '%s': another process keeps replacing them",
        request->source, request->directory);
}

// ---- Files of a link ---------------------------------------------------------------------------

static bool read_usage(const struct loader *loader, const struct oc_unit *unit, const char *path,
                       struct oc_loaded *out) {
    struct oc_bytes json;
    struct oc_usage usage;
    if (!oc_file_read_or_report(loader->arena, path, "usage of arrays", loader->diag, &json) ||
        !oc_usage_from_json(loader->arena, json.data, json.length, path, unit, loader->diag,
                            &usage))
        return false;
    if (out->usage.kernels)
        oc_narrow_join(loader->arena, unit, &out->usage, &usage);
    else
        out->usage = usage;
    return true;
}

static bool load_files(const struct loader *loader, const struct oc_unit *unit,
                       const struct oc_artifact *artifact, struct oc_loaded *out) {
    struct oc_image image = {.arch = artifact->arch, .target = oc_target_of_arch(artifact->arch)};
    struct oc_image text = image;
    bool takes_text = artifact->code && oc_target_driver_takes_text(image.target);
    text.is_text = true;
    if ((artifact->image && !oc_file_read_or_report(loader->arena, artifact->image, "image",
                                                    loader->diag, &image.bytes)) ||
        (takes_text && !oc_file_read_or_report(loader->arena, artifact->code, "text", loader->diag,
                                               &text.bytes)) ||
        (artifact->usage && !read_usage(loader, unit, artifact->usage, out)))
        return false;
    if (artifact->image)
        add_image(out, &image);
    if (takes_text)
        add_image(out, &text);
    return true;
}

bool oc_artifacts_load_files(struct oc_arena *arena, const struct oc_artifact_request *request,
                             const struct oc_unit *unit, const struct oc_artifact *artifacts,
                             size_t count, struct oc_diag *diag, struct oc_loaded *out) {
    struct loader loader = {.arena = arena, .request = request, .diag = diag};
    *out = (struct oc_loaded){.images = OC_NEW_ARRAY(arena, 2 * count, struct oc_image)};
    for (size_t i = 0; i < count; i++)
        if (!load_files(&loader, unit, &artifacts[i], out))
            return false;
    drop_texts(&loader, out);
    return true;
}
