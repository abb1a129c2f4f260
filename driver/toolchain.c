#include "driver/toolchain.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_program(const char *path) {
    struct stat status;
    return access(path, X_OK) == 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

const char *oc_toolchain_on_path(struct oc_arena *arena, const char *name) {
    struct oc_args directories = {.arena = arena};
    oc_args_add_search_path(&directories, getenv("PATH"));
    for (size_t i = 0; i < directories.count; i++) {
        const char *path = oc_arena_printf(arena, "%s/%s", directories.items[i], name);
        if (is_program(path))
            return path;
    }
    return NULL;
}

void oc_toolchain_init(struct oc_arena *arena, struct oc_toolchain *toolchain) {
    *toolchain = (struct oc_toolchain){0};
    const char *chosen = getenv("OFFLOADCC_CLANG");
    if (chosen && *chosen)
        toolchain->tools.clang = strchr(chosen, '/') ? chosen : oc_toolchain_on_path(arena, chosen);
    else if (is_program(OC_LLVM_BINDIR "/clang"))
        toolchain->tools.clang = OC_LLVM_BINDIR "/clang";
    else
        toolchain->tools.clang = oc_toolchain_on_path(arena, "clang-22");
    if (!toolchain->tools.clang)
        toolchain->tools.clang = chosen && *chosen ? chosen : "clang-22";

    const char *directory = oc_file_program_dir(arena);
    const char *prefix = oc_arena_strndup(
        arena, directory, (size_t)(oc_base_name(directory) - directory)); // with its slash
    toolchain->resources = oc_arena_printf(arena, "%slib/offloadcc", prefix);
    toolchain->compiler = oc_arena_printf(arena, "%s/offloadcc-cc1", toolchain->resources);
    toolchain->scanner = oc_arena_printf(arena, "%s/offloadcc-scan", toolchain->resources);
    toolchain->runtime = oc_arena_printf(arena, "%s/liboffloadcc_rt.a", toolchain->resources);
    toolchain->forkserver = oc_arena_printf(arena, "%s/forkserver.so", toolchain->resources);
    toolchain->include = oc_arena_printf(arena, "%s/include", toolchain->resources);
    toolchain->libomptarget = OC_LLVM_LIBDIR;
    toolchain->clang_headers = OC_LLVM_LIBDIR "/clang/22/include";
}

void oc_toolchain_find_tools(struct oc_arena *arena, struct oc_toolchain *toolchain) {
    struct oc_tools *tools = &toolchain->tools;
    tools->lld = is_program(OC_LLVM_BINDIR "/ld.lld") ? OC_LLVM_BINDIR "/ld.lld"
                                                      : oc_toolchain_on_path(arena, "ld.lld-22");
    tools->ld = oc_toolchain_on_path(arena, "ld.bfd"); // "ld" may be gold or mold
    tools->objcopy = oc_toolchain_on_path(arena, "objcopy");
    tools->ptxas = oc_toolchain_on_path(arena, "ptxas");
}

const char *oc_toolchain_builtins(struct oc_arena *arena, const struct oc_toolchain *toolchain,
                                  const struct oc_target *target) {
    return oc_arena_printf(arena, "%s/%s", toolchain->resources, target->builtins);
}

const char *oc_toolchain_libclc(struct oc_arena *arena, const struct oc_toolchain *toolchain,
                                const struct oc_target *target) {
    return target->libclc ? oc_arena_printf(arena, "%s/%s", toolchain->resources, target->libclc)
                          : NULL;
}

const char *oc_toolchain_libc(struct oc_arena *arena, const struct oc_toolchain *toolchain,
                              const struct oc_target *target) {
    return target->libc ? oc_arena_printf(arena, "%s/%s", toolchain->resources, target->libc)
                        : NULL;
}

static void print_path(FILE *stream, const char *name, const char *path) {
    fprintf(stream, "%-14s %s%s\n", name, path ? path : "not found",
            path && access(path, F_OK) != 0 ? " (missing)" : "");
}

void oc_toolchain_print_config(struct oc_arena *arena, const struct oc_toolchain *toolchain,
                               FILE *stream) {
    fprintf(stream, "%-14s %s\n", "version", OC_VERSION);
    print_path(stream, "resources", toolchain->resources);
    print_path(stream, "compiler", toolchain->compiler);
    print_path(stream, "scanner", toolchain->scanner);
    print_path(stream, "include", toolchain->include);
    print_path(stream, "runtime", toolchain->runtime);
    print_path(stream, "clang", toolchain->tools.clang);
    print_path(stream, "ld.bfd", toolchain->tools.ld);
    print_path(stream, "objcopy", toolchain->tools.objcopy);
    print_path(stream, "ld.lld", toolchain->tools.lld);
    print_path(stream, "ptxas", toolchain->tools.ptxas);
    print_path(stream, "libomptarget",
               oc_arena_printf(arena, "%s/libomptarget.so", toolchain->libomptarget));
}

// A part of our installation, or NULL.
static void print_missing(FILE *stream, const char *path) {
    if (path && access(path, R_OK) != 0)
        fprintf(stream, "  missing: %s: a part of offloadcc; reinstall offloadcc\n", path);
}

// Each generation on a line: the name that stands for it, and what runs its code or is a variant.
static void print_archs(FILE *stream, const struct oc_target *target) {
    for (const struct oc_arch *arch = target->archs; arch->name; arch++) {
        bool first = arch->kind == OC_ARCH_MAJOR;
        fprintf(stream, "%s%s",
                !first                  ? " "
                : arch == target->archs ? "  accepts: "
                                        : "\n           ",
                arch->name);
        if (arch->features)
            fprintf(stream, "[%s]", arch->features);
    }
    fputc('\n', stream);
}

void oc_toolchain_print_targets(struct oc_arena *arena, const struct oc_toolchain *toolchain,
                                FILE *stream) {
    const char *family = "";
    for (size_t i = 0; oc_targets[i]; i++) {
        const struct oc_target *target = oc_targets[i];
        family = *family ? family : target->name;
        fprintf(stream, "%s (%s)\n", target->name, target->triple);
        print_archs(stream, target);
        struct oc_args command = {.arena = arena};
        const char *missing =
            target->add_image_command(&command, &toolchain->tools, "", "input", "output");
        if (missing)
            fprintf(stream, "  missing: %s: %s\n", missing, target->missing_hint);
        print_missing(stream, oc_toolchain_builtins(arena, toolchain, target));
        print_missing(stream, oc_toolchain_libclc(arena, toolchain, target));
        print_missing(stream, oc_toolchain_libc(arena, toolchain, target));
    }
    fprintf(stream,
            "all-major, all\n  accepts: of the GPUs above, the first of each line, or all but "
            "variants; "
            "also as %s-all\n",
            family);
    fputs("none\n  accepts: kernels run on the CPU's cores only\n"
          "native\n  accepts: the GPUs of this machine, or else none\n",
          stream);
}
