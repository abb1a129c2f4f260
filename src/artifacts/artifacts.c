#include "artifacts/artifacts.h"

#include "artifacts/depfile.h"
#include "artifacts/manifest.h"
#include "base/claim.h"
#include "glue/names.h"
#include "model/hash.h"
#include "model/kernelargs.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A file name ends at 255 bytes; the hash and the temporary's suffix have to fit too.
enum { MAX_NAME_STEM = 200, NAME_DIGITS = 16 };

const char *oc_artifacts_path(struct oc_arena *arena, const struct oc_artifact_request *request,
                              struct oc_diag *diag) {
    char *real = realpath(request->source, NULL);
    if (!real) {
        oc_error(diag, "cannot find the source '%s' of kernel artifacts: %s", request->source,
                 strerror(errno));
        return NULL;
    }
    const char *hash = oc_hash_hex(arena, real, strlen(real));
    const char *path = oc_arena_printf(arena, "%s/%.*s-%.*s", request->directory, MAX_NAME_STEM,
                                       oc_base_name(request->source), NAME_DIGITS, hash);
    free(real);
    return path;
}

static bool is_inside(struct oc_bytes bytes, uint64_t offset, uint64_t size) {
    return offset <= bytes.length && size <= bytes.length - offset;
}

// Whether all that the ELF file's tables name is there. ptxas succeeds when the disk is full, and
// leaves what had room.
static bool is_whole(const Elf64_Ehdr *header, struct oc_bytes bytes) {
    Elf64_Shdr section;
    Elf64_Phdr segment;
    uint64_t sections = (uint64_t)header->e_shnum * sizeof section;
    uint64_t segments = (uint64_t)header->e_phnum * sizeof segment;
    if ((header->e_shnum && header->e_shentsize != sizeof section) ||
        (header->e_phnum && header->e_phentsize != sizeof segment) ||
        !is_inside(bytes, header->e_shoff, sections) ||
        !is_inside(bytes, header->e_phoff, segments))
        return false;
    for (size_t i = 0; i < header->e_shnum; i++) {
        memcpy(&section, bytes.data + header->e_shoff + i * sizeof section, sizeof section);
        if (section.sh_type != SHT_NOBITS && !is_inside(bytes, section.sh_offset, section.sh_size))
            return false;
    }
    for (size_t i = 0; i < header->e_phnum; i++) {
        memcpy(&segment, bytes.data + header->e_phoff + i * sizeof segment, sizeof segment);
        if (!is_inside(bytes, segment.p_offset, segment.p_filesz))
            return false;
    }
    return true;
}

const char *oc_artifacts_image_fault(const struct oc_target *target, struct oc_bytes bytes) {
    Elf64_Ehdr header;
    if (bytes.length < sizeof header)
        return "it is too short for an ELF file";
    memcpy(&header, bytes.data, sizeof header);
    if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        return "it is not an ELF file";
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB)
        return "it is not a 64-bit little-endian ELF file";
    if (header.e_machine != target->image_machine)
        return "it is an ELF file for another machine";
    if (header.e_type != target->image_type)
        return "it is an ELF file that a device cannot load";
    if (!is_whole(&header, bytes))
        return "it is cut short, as when a disk is full";
    return NULL;
}

static const char *absolute(struct oc_arena *arena, const char *path) {
    if (path[0] == '/')
        return path;
    char *cwd = getcwd(NULL, 0);
    while (oc_starts_with(path, "./"))
        path += 2;
    path = oc_arena_printf(arena, "%s/%s", cwd && strcmp(cwd, "/") != 0 ? cwd : "", path);
    free(cwd);
    return path;
}

static bool collect_dependencies(struct oc_arena *arena, const char *source,
                                 const struct oc_artifact *artifacts, size_t artifact_count,
                                 struct oc_diag *diag, struct oc_manifest *manifest) {
    struct oc_args names = {.arena = arena};
    oc_args_add(&names, source);
    for (size_t i = 0; i < artifact_count; i++) {
        const char *path = artifacts[i].depfile;
        struct oc_bytes rules;
        if (path && (!oc_file_read_or_report(arena, path, "dependency file", diag, &rules) ||
                     !oc_depfile_parse(arena, rules, path, diag, &names)))
            return false;
    }
    for (size_t i = 0; i < names.count; i++)
        names.items[i] = absolute(arena, names.items[i]);
    const char *failed;
    int error = oc_dependencies_hash(arena, &names, &manifest->dependencies, &failed);
    if (error)
        oc_error(diag, "cannot record '%s', which kernels depend on: %s", failed, strerror(error));
    return !error;
}

// The directory with all its parents.
static bool make_directory(struct oc_arena *arena, const char *path, struct oc_diag *diag) {
    char *partial = oc_arena_strdup(arena, path);
    int error = *path ? 0 : ENOENT;
    for (char *at = partial; !error && *at;) {
        at += strspn(at, "/");
        at += strcspn(at, "/");
        char kept = *at;
        *at = '\0';
        // Not only EEXIST: a read-only or foreign parent that is there gives other errors too.
        struct stat status;
        int failure = mkdir(partial, 0777) < 0 ? errno : 0;
        if (failure && stat(partial, &status) < 0)
            error = failure == EEXIST ? errno : failure; // a dangling link exists
        else if (kept == '\0' && stat(partial, &status) == 0 && !S_ISDIR(status.st_mode))
            error = ENOTDIR;
        *at = kept;
    }
    if (error)
        oc_error(diag,
                 "cannot create the kernel artifact directory '%s': %s; name another one with "
                 "'--offload-artifacts=DIR'",
                 path, strerror(error));
    return !error;
}

// A sub-directory in the making.
struct builder {
    struct oc_arena *arena;
    const struct oc_artifact_request *request;
    struct oc_diag *diag;
    const char *temporary; // its path until it is whole; NULL: not made
    int fd;
};

static bool report_write(const struct builder *builder, int error) {
    oc_error(builder->diag,
             "cannot write to the kernel artifact directory '%s': %s; name another one with "
             "'--offload-artifacts=DIR'",
             builder->request->directory, strerror(error));
    return false;
}

// A prefix of paths beside `path`, for directories that nobody looks for.
static const char *temporary_prefix(const struct builder *builder, const char *path) {
    return oc_arena_printf(builder->arena, "%s/.%s.", builder->request->directory,
                           oc_base_name(path));
}

static bool open_temporary(struct builder *builder, const char *path) {
    int error = oc_claim_directory(builder->arena, temporary_prefix(builder, path), 0777,
                                   &builder->temporary, &builder->fd);
    return !error || report_write(builder, error);
}

static bool add_file(const struct builder *builder, const char *name, struct oc_bytes content) {
    int error = oc_file_create_at(builder->fd, name, content.data, content.length);
    return !error || report_write(builder, error);
}

// Copies one of an architecture's files. `target` is the one whose image it has to be, or NULL.
static bool copy_file(const struct builder *builder, const char *input, const char *name,
                      const struct oc_target *target, struct oc_manifest_file *out) {
    struct oc_arena scratch = {0};
    struct oc_bytes content;
    bool good = oc_file_read_or_report(&scratch, input, "kernel artifact", builder->diag, &content);
    const char *fault = good && target ? oc_artifacts_image_fault(target, content) : NULL;
    if (good && content.length > OC_ARTIFACTS_MAX_FILE)
        fault = "it is larger than 1 GiB";
    if (fault) {
        oc_error(builder->diag, "cannot store '%s' as kernel artifact '%s': %s", input, name,
                 fault);
        good = false;
    }
    good = good && add_file(builder, name, content);
    if (good)
        *out = (struct oc_manifest_file){name, content.length,
                                         oc_hash_hex(builder->arena, content.data, content.length)};
    oc_arena_release(&scratch);
    return good;
}

static bool read_usage(const struct builder *builder, const char *path, const struct oc_unit *unit,
                       struct oc_manifest_target *out) {
    struct oc_bytes usage;
    return oc_file_read_or_report(builder->arena, path, "usage of arrays", builder->diag, &usage) &&
           oc_usage_from_json(builder->arena, usage.data, usage.length, path, unit, builder->diag,
                              &out->usage);
}

// Of code that is not linked, nothing is known: it may read and write each array.
static bool assume_usage(const struct builder *builder, const struct oc_unit *unit,
                         struct oc_manifest_target *out) {
    out->usage.kernels = OC_NEW_ARRAY(builder->arena, unit->kernel_count, struct oc_kernel_usage);
    for (size_t i = 0; i < unit->kernel_count; i++) {
        size_t count = oc_kernel_argument_count(&unit->kernels[i]);
        out->usage.kernels[i].params = OC_NEW_ARRAY(builder->arena, count, struct oc_param_usage);
        for (size_t p = 0; p < count; p++)
            out->usage.kernels[i].params[p] =
                (struct oc_param_usage){.reads = true, .writes = true};
    }
    return true;
}

static bool add_artifact(const struct builder *builder, const struct oc_artifact *artifact,
                         const struct oc_unit *unit, struct oc_manifest_target *out) {
    const struct oc_target *target = oc_target_of_arch(artifact->arch);
    if (!target || strchr(artifact->arch, '/')) {
        oc_error(builder->diag, "unknown device architecture '%s'", artifact->arch);
        return false;
    }
    out->arch = artifact->arch;
    out->triple = target->triple;
    out->entry_count = unit->kernel_count;
    out->entries = OC_NEW_ARRAY(builder->arena, unit->kernel_count, const char *);
    for (size_t i = 0; i < unit->kernel_count; i++)
        out->entries[i] = oc_glue_entry(builder->arena, unit->kernels[i].name);
    if (artifact->usage ? !read_usage(builder, artifact->usage, unit, out)
                        : !assume_usage(builder, unit, out))
        return false;
    const char *code = oc_arena_printf(builder->arena, "%s.%s", out->arch, target->text_suffix);
    const char *image = oc_arena_printf(builder->arena, "%s.%s", out->arch, target->image_suffix);
    return copy_file(builder, artifact->bitcode,
                     oc_arena_printf(builder->arena, "%s.bc", out->arch), NULL, &out->bitcode) &&
           (!artifact->code || copy_file(builder, artifact->code, code, NULL, &out->code)) &&
           (!artifact->image || copy_file(builder, artifact->image, image, target, &out->image));
}

static bool fill_directory(const struct builder *builder, struct oc_manifest *manifest,
                           const struct oc_artifact *artifacts, size_t artifact_count) {
    manifest->target_count = artifact_count;
    manifest->targets = OC_NEW_ARRAY(builder->arena, artifact_count, struct oc_manifest_target);
    for (size_t i = 0; i < artifact_count; i++)
        if (!add_artifact(builder, &artifacts[i], &manifest->unit, &manifest->targets[i]))
            return false;
    for (size_t i = 0; i < artifact_count && builder->request->words; i++)
        manifest->targets[i].words = builder->request->words[i];
    const char *json = oc_manifest_to_json(builder->arena, manifest);
    if (!json) {
        oc_error(builder->diag,
                 "the kernels of '%s' cannot be described in a manifest: a name in "
                 "them is not UTF-8",
                 manifest->source);
        return false;
    }
    return add_file(builder, "manifest.json", (struct oc_bytes){json, strlen(json)});
}

// Puts the finished directory in its place. Afterwards `temporary` is what was there, if anything.
static bool publish_directory(struct builder *builder, const char *path) {
    for (int tries = 0; tries < 100; tries++) {
        const char *from = builder->temporary;
        if (rename(from, path) == 0) {
            builder->temporary = NULL;
            return true;
        }
        if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR)
            break;
        if (renameat2(AT_FDCWD, from, AT_FDCWD, path, RENAME_EXCHANGE) == 0)
            return true;
        // A file system that cannot exchange: for a moment nothing is there. ENOENT: gone
        // meanwhile.
        const char *old = oc_claim_path(builder->arena, temporary_prefix(builder, path));
        if (errno != ENOENT && rename(path, old) == 0)
            oc_file_remove_tree(old);
        else if (errno != ENOENT)
            break;
    }
    return report_write(builder, errno);
}

bool oc_artifacts_store(struct oc_arena *arena, const struct oc_artifact_request *request,
                        const struct oc_unit *unit, const struct oc_artifact *artifacts,
                        size_t artifact_count, struct oc_diag *diag) {
    const char *path = oc_artifacts_path(arena, request, diag);
    struct oc_manifest manifest = {
        .source = request->source,
        .language = request->language,
        .options = OC_NEW_ARRAY(arena, request->option_count, const char *),
        .option_count = request->option_count,
        .unit = *unit,
    };
    for (size_t i = 0; i < request->option_count; i++)
        manifest.options[i] = request->options[i];
    if (!path ||
        !collect_dependencies(arena, request->source, artifacts, artifact_count, diag, &manifest) ||
        !make_directory(arena, request->directory, diag))
        return false;
    struct builder builder = {.arena = arena, .request = request, .diag = diag, .fd = -1};
    bool stored = open_temporary(&builder, path) &&
                  fill_directory(&builder, &manifest, artifacts, artifact_count) &&
                  publish_directory(&builder, path);
    if (builder.fd >= 0)
        close(builder.fd);
    if (builder.temporary)
        oc_file_remove_tree(builder.temporary);
    return stored;
}
