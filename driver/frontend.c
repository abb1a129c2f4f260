#include "driver/frontend.h"

#include "base/file.h"
#include "driver/query.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Which passes an option is dropped from.
// MESSAGES: the back end's, for its messages alone: what else it writes is written already.
enum { HOST = 1, DEVICE = 2, BACKEND = 4, DEPENDENCIES = 8, MESSAGES = 16, ALL = 31 };

// An option of cc1, or a family of them; a value in the next word goes with it.
struct dropped {
    const char *name;
    enum { EXACT, PREFIX, WITH_VALUE } kind;
    unsigned from;
};

static const struct dropped table[] = {
    // The action, the output, the input: each pass sets its own.
    {"-emit-obj", EXACT, HOST | DEVICE | DEPENDENCIES},
    {"-emit-llvm", EXACT, HOST | DEVICE | DEPENDENCIES},
    {"-emit-llvm-bc", EXACT, HOST | DEVICE | DEPENDENCIES},
    {"-emit-llvm-uselists", EXACT, HOST | DEVICE | DEPENDENCIES},
    {"-S", EXACT, HOST | DEVICE | DEPENDENCIES},
    {"-o", WITH_VALUE, ALL},
    {"-x", WITH_VALUE, ALL},
    // Dependency files: the host's front end writes the user's.
    {"-dependency-file", WITH_VALUE, DEVICE | BACKEND},
    {"-dependency-dot", WITH_VALUE, DEVICE | BACKEND},
    {"-module-dependency-dir", WITH_VALUE, DEVICE | BACKEND},
    {"-MT", WITH_VALUE, DEVICE | BACKEND},
    {"-MP", EXACT, DEVICE | BACKEND},
    {"-MG", EXACT, DEVICE | BACKEND},
    {"-MV", EXACT, DEVICE | BACKEND},
    {"-sys-header-deps", EXACT, DEVICE | BACKEND},
    {"-header-include-file", WITH_VALUE, DEVICE | BACKEND},
    {"-serialize-diagnostic-file", WITH_VALUE, DEVICE | BACKEND | DEPENDENCIES},
    // Would name the files behind the overlay, not the user's.
    {"-fdiagnostics-absolute-paths", EXACT, HOST | DEVICE},
    {"-H", EXACT, DEVICE | BACKEND | DEPENDENCIES},
    {"-v", EXACT, DEVICE | BACKEND | DEPENDENCIES},
    // What the preprocessor does: bitcode has been through it.
    {"-D", WITH_VALUE, BACKEND},
    {"-U", WITH_VALUE, BACKEND},
    {"-I", WITH_VALUE, BACKEND},
    {"-include", WITH_VALUE, BACKEND},
    {"-include-pch", WITH_VALUE, BACKEND},
    {"-imacros", WITH_VALUE, BACKEND},
    {"-isystem", WITH_VALUE, BACKEND},
    {"-iquote", WITH_VALUE, BACKEND},
    {"-idirafter", WITH_VALUE, BACKEND},
    {"-ivfsoverlay", WITH_VALUE, BACKEND},
    // LLVM's plug-ins: passes run over bitcode.
    {"-fpass-plugin=", PREFIX, ALL},
    {"-c-isystem", WITH_VALUE, BACKEND},
    {"-internal-isystem", WITH_VALUE, BACKEND},
    {"-internal-externc-isystem", WITH_VALUE, BACKEND},
    // Optimisation of the host's code: in the back end.
    {"-flto", PREFIX, HOST | DEVICE},
    {"-fthinlto-index", PREFIX, HOST | DEVICE},
    {"-fthin-link-bitcode", PREFIX, HOST | DEVICE},
    {"-ffat-lto-objects", EXACT, HOST | DEVICE},
    {"-ftime-trace", PREFIX, HOST | DEVICE | DEPENDENCIES | MESSAGES},
    {"-ftime-report", PREFIX, HOST | DEVICE | DEPENDENCIES | MESSAGES},
    {"-stats-file", PREFIX, HOST | DEVICE | DEPENDENCIES | MESSAGES},
    {"-opt-record-file", WITH_VALUE, HOST | DEVICE | DEPENDENCIES | MESSAGES},
    {"-opt-record-passes", WITH_VALUE, HOST | DEVICE | DEPENDENCIES | MESSAGES},
    {"-opt-record-format", WITH_VALUE, HOST | DEVICE | DEPENDENCIES | MESSAGES},
    // Code generation for the host.
    {"-triple", WITH_VALUE, DEVICE},
    {"-aux-triple", WITH_VALUE, DEVICE},
    {"-target-abi", WITH_VALUE, DEVICE},
    {"-target-linker-version", WITH_VALUE, DEVICE},
    {"-mllvm", WITH_VALUE, DEVICE},
    {"-dumpdir", WITH_VALUE, DEVICE},
    {"-split-dwarf-file", WITH_VALUE, DEVICE},
    {"-split-dwarf-output", WITH_VALUE, DEVICE | HOST | MESSAGES},
    {"-stack-usage-file", WITH_VALUE, MESSAGES},
    {"-coverage-notes-file", PREFIX, MESSAGES},
    {"-stack-protector", WITH_VALUE, DEVICE},
    {"-stack-protector-buffer-size", WITH_VALUE, DEVICE},
    {"-mrelocation-model", WITH_VALUE, DEVICE},
    {"-pic-level", WITH_VALUE, DEVICE},
    {"-pic-is-pie", EXACT, DEVICE},
    {"-mthread-model", WITH_VALUE, DEVICE},
    {"-mregparm", WITH_VALUE, DEVICE},
    {"-mfloat-abi", WITH_VALUE, DEVICE},
    {"-gkey-instructions", EXACT, DEVICE},
    {"-mframe-pointer", PREFIX, DEVICE},
    {"-mcmodel", PREFIX, DEVICE},
    {"-mstack", PREFIX, DEVICE},
    {"-mtls-", PREFIX, DEVICE},
    {"-mrelax", PREFIX, DEVICE},
    {"-mfunction-return", PREFIX, DEVICE},
    {"-mindirect-branch", PREFIX, DEVICE},
    {"-mlarge-data-threshold", PREFIX, DEVICE},
    {"-mno-red-zone", EXACT, DEVICE},
    {"-mnoexecstack", EXACT, DEVICE},
    {"-mincremental-linker-compatible", EXACT, DEVICE},
    {"-msave-temp-labels", EXACT, DEVICE},
    {"-mspeculative-load-hardening", EXACT, DEVICE},
    {"-msoft-float", EXACT, DEVICE},
    {"-mnop-mcount", EXACT, DEVICE},
    {"-mrecord-mcount", EXACT, DEVICE},
    {"-mfentry", EXACT, DEVICE},
    {"-pg", EXACT, DEVICE},
    {"-mconstructor-aliases", EXACT, DEVICE},
    {"-munwind-tables", PREFIX, DEVICE},
    {"-funwind-tables", PREFIX, DEVICE},
    {"-fasynchronous-unwind-tables", PREFIX, DEVICE},
    {"-fexceptions", EXACT, DEVICE},
    {"-fcxx-exceptions", EXACT, DEVICE},
    {"-exception-model", PREFIX, DEVICE},
    {"-fmath-errno", EXACT, DEVICE},
    {"-fveclib", PREFIX, DEVICE},
    {"-vectorize-", PREFIX, DEVICE},
    {"-faddrsig", EXACT, DEVICE},
    {"-fdwarf2-cfi-asm", EXACT, DEVICE},
    {"-fdwarf-directory-asm", EXACT, DEVICE},
    {"-dwarf-debug-flags", WITH_VALUE, DEVICE},
    {"-record-command-line", WITH_VALUE, DEVICE},
    {"-dwarf-", PREFIX, DEVICE},
    {"-debug-info-kind=", PREFIX, DEVICE},
    {"-gpubnames", EXACT, DEVICE},
    {"-gembed-source", EXACT, DEVICE},
    {"-ggnu-pubnames", EXACT, DEVICE},
    {"-compress-debug-sections", PREFIX, DEVICE},
    {"--compress-debug-sections", PREFIX, DEVICE},
    {"-ffunction-sections", EXACT, DEVICE},
    {"-fdata-sections", EXACT, DEVICE},
    {"-fbasic-block-", PREFIX, DEVICE},
    {"-fsplit-", PREFIX, DEVICE},
    {"-funique-internal-linkage-names", EXACT, DEVICE},
    {"-fstack-", PREFIX, DEVICE},
    {"-fsanitize", PREFIX, DEVICE},
    {"-fno-sanitize", PREFIX, DEVICE},
    {"-fprofile-", PREFIX, DEVICE},
    {"-fcoverage-", PREFIX, DEVICE},
    {"-coverage-", PREFIX, DEVICE},
    {"-fcs-profile", PREFIX, DEVICE},
    {"-fmemory-profile", PREFIX, DEVICE},
    {"-finstrument-function", PREFIX, DEVICE},
    {"-fpatchable-function-entry", PREFIX, DEVICE},
    {"-fxray", PREFIX, DEVICE},
    {"-fcf-protection", PREFIX, DEVICE},
    {"-fzero-call-used-regs", PREFIX, DEVICE},
    {"-ftls-model", PREFIX, DEVICE},
    {"-femulated-tls", EXACT, DEVICE},
    {"-fno-plt", EXACT, DEVICE},
    {"-fsemantic-interposition", EXACT, DEVICE},
    {"-fhalf-no-semantic-interposition", EXACT, DEVICE},
    {"-fno-direct-access-external-data", EXACT, DEVICE},
    {"-fdirect-access-external-data", EXACT, DEVICE},
    {"-fvisibility", PREFIX, DEVICE},
    {"-fembed-", PREFIX, DEVICE},
    {"-fopenmp-targets", PREFIX, DEVICE},
    {"-fopenmp-version", PREFIX, DEVICE},
    {"-fopenmp-force-usm", EXACT, DEVICE},
    {"-fopenmp-simd", EXACT, DEVICE},
};

// Of the host's CPU: kept for a device that is the same CPU.
static const struct dropped cpu_table[] = {
    {"-target-cpu", WITH_VALUE, DEVICE},
    {"-tune-cpu", WITH_VALUE, DEVICE},
    {"-target-feature", WITH_VALUE, DEVICE},
};

// What a back end of ours may leave out of account: clang's front end has put it into the IR, or it
// is what we do anyway.
static const struct dropped plain_table[] = {
    {"-cc1", EXACT, BACKEND},
    {"-emit-obj", EXACT, BACKEND},
    {"-triple", WITH_VALUE, BACKEND},
    {"-O", PREFIX, BACKEND},
    {"-I", PREFIX, BACKEND}, // from CPATH
    {"-W", PREFIX, BACKEND},
    {"-w", EXACT, BACKEND},
    {"-pedantic", PREFIX, BACKEND},
    {"-std=", PREFIX, BACKEND},
    {"-disable-free", EXACT, BACKEND},
    {"-clear-ast-before-backend", EXACT, BACKEND},
    {"-disable-llvm-verifier", EXACT, BACKEND},
    {"-discard-value-names", EXACT, BACKEND},
    {"-dumpdir", WITH_VALUE, BACKEND},
    {"-main-file-name", WITH_VALUE, BACKEND},
    {"-mrelocation-model", WITH_VALUE, BACKEND},
    {"-pic-level", WITH_VALUE, BACKEND},
    {"-pic-is-pie", EXACT, BACKEND},
    {"-mframe-pointer=none", EXACT, BACKEND},
    {"-fhalf-no-semantic-interposition", EXACT, BACKEND},
    {"-fmath-errno", EXACT, BACKEND},
    {"-ffp-contract=on", EXACT, BACKEND},
    {"-fno-rounding-math", EXACT, BACKEND},
    {"-mconstructor-aliases", EXACT, BACKEND},
    {"-funwind-tables=2", EXACT, BACKEND},
    {"-target-cpu", WITH_VALUE, BACKEND},
    {"-tune-cpu", WITH_VALUE, BACKEND},
    {"-target-feature", WITH_VALUE, BACKEND},
    {"-debugger-tuning=", PREFIX, BACKEND},
    {"-fdebug-compilation-dir=", PREFIX, BACKEND},
    {"-fcoverage-compilation-dir=", PREFIX, BACKEND},
    {"-resource-dir", WITH_VALUE, BACKEND},
    {"-ferror-limit", WITH_VALUE, BACKEND},
    {"-fcolor-diagnostics", EXACT, BACKEND},
    {"-fgnuc-version=", PREFIX, BACKEND},
    {"-fskip-odr-check-in-gmf", EXACT, BACKEND},
    {"-vectorize-loops", EXACT, BACKEND},
    {"-vectorize-slp", EXACT, BACKEND},
    {"-faddrsig", EXACT, BACKEND},
    {"-fdwarf2-cfi-asm", EXACT, BACKEND},
    {"-relaxed-aliasing", EXACT, BACKEND},
    {"-fwrapv", EXACT, BACKEND},
    {"-fvisibility=", PREFIX, BACKEND},
    {"-pthread", EXACT, BACKEND},
    {"-funsigned-char", EXACT, BACKEND},
    {"-fno-signed-char", EXACT, BACKEND},
    {"-fcommon", EXACT, BACKEND},
};

// How many words at `word` are dropped from `pass`.
static size_t dropped(const struct dropped *rows, size_t count, const char *word, unsigned pass) {
    for (size_t i = 0; i < count; i++) {
        const struct dropped *row = &rows[i];
        if (!(row->from & pass))
            continue;
        if (row->kind == PREFIX ? oc_starts_with(word, row->name) : strcmp(word, row->name) == 0)
            return row->kind == WITH_VALUE ? 2 : 1;
    }
    return 0;
}

static bool has_word(const struct oc_args *command, const char *word) {
    for (size_t i = 0; i < command->count; i++)
        if (strcmp(command->items[i], word) == 0)
            return true;
    return false;
}

// clang's driver takes a header's precompiled form where it lies beside the header; a device cannot
// use the host's, and reads the header.
static bool add_header_of_pch(const char *pch, struct oc_args *out) {
    size_t length = strlen(pch);
    if (!oc_ends_with(pch, ".pch") && !oc_ends_with(pch, ".gch"))
        return false;
    oc_args_add(out, "-include");
    oc_args_add(out, oc_arena_strndup(out->arena, pch, length - 4));
    return true;
}

// Copies what a pass keeps of a cc1 command, all but its input.
static void copy_command(const struct oc_frontend *what, unsigned pass, bool keep_cpu,
                         struct oc_args *out) {
    const struct oc_args *cc1 = what->cc1;
    size_t end = cc1->count - 1;
    for (size_t i = 0; i < end;) {
        size_t skip = dropped(table, sizeof table / sizeof *table, cc1->items[i], pass);
        if (!skip && !keep_cpu)
            skip = dropped(cpu_table, sizeof cpu_table / sizeof *cpu_table, cc1->items[i], pass);
        if (!skip && pass == DEVICE && i + 1 < end && strcmp(cc1->items[i], "-include-pch") == 0 &&
            add_header_of_pch(cc1->items[i + 1], out))
            skip = 2;
        if (!skip)
            oc_args_add(out, cc1->items[i++]);
        i += skip;
    }
    if (what->color && !has_word(cc1, "-fcolor-diagnostics"))
        oc_args_add(out, "-fcolor-diagnostics");
}

static void add_pair(struct oc_args *out, const char *option, const char *value) {
    oc_args_add(out, option);
    oc_args_add(out, value);
}

static void finish_command(const struct oc_frontend *what, const char *language, const char *input,
                           struct oc_args *out) {
    add_pair(out, "-o", what->output);
    add_pair(out, "-x", language);
    oc_args_add(out, input);
}

static const char *language(const struct oc_args *cc1) {
    const char *name = oc_query_value(cc1, "-x");
    return name ? name : "c";
}

// Shows the source with the glue at its end. Hashes of sources in debug information would be of
// that text, which no debugger finds. Where glue has the lines of a kernel's header, there is none
// at all, and LLVM warns of files with hashes beside files without.
static void add_overlay(const struct oc_frontend *what, struct oc_args *out) {
    if (oc_frontend_wants_debug(what->cc1))
        oc_args_add(out, "-gsrc-hash=none");
    add_pair(out, "-ivfsoverlay", what->overlay);
}

// Of code without debug information: messages about it need its lines.
#define LINES "-debug-info-kind=line-directives-only"

void oc_frontend_host(const struct oc_frontend *what, struct oc_args *out) {
    copy_command(what, HOST, true, out);
    oc_args_add(out, "-emit-llvm-bc");
    oc_args_add(out, "-disable-llvm-passes");
    if (what->lines && !oc_frontend_wants_debug(what->cc1))
        oc_args_add(out, LINES);
    add_overlay(what, out);
    finish_command(what, language(what->cc1), what->source, out);
}

static const char *debug_info(const struct oc_args *cc1) {
    static const char option[] = "-debug-info-kind=";
    for (size_t i = cc1->count; i-- > 0;)
        if (oc_starts_with(cc1->items[i], option))
            return cc1->items[i] + sizeof option - 1;
    return NULL;
}

// What -g says, as far as the device's assembler takes it.
static const char *debug_info_of_device(const struct oc_args *cc1, const struct oc_target *target) {
    const char *asked = debug_info(cc1);
    return asked && target->assembler && oc_frontend_level(cc1) != '0'
               ? target->assembler->debug_info
               : asked;
}

static void add_debug_info(const struct oc_args *cc1, const struct oc_target *target,
                           struct oc_args *out) {
    static const char option[] = "-dwarf-version=";
    const char *kind = debug_info_of_device(cc1, target);
    if (!kind) {
        oc_args_add(out, LINES);
        return;
    }
    oc_args_printf(out, "-debug-info-kind=%s", kind);
    for (size_t i = 1; i < cc1->count; i++) {
        if (!oc_starts_with(cc1->items[i], option))
            continue;
        unsigned version = (unsigned)strtoul(cc1->items[i] + sizeof option - 1, NULL, 10);
        if (target->assembler && version > target->assembler->dwarf_limit)
            version = target->assembler->dwarf_limit;
        oc_args_printf(out, "%s%u", option, version);
    }
}

bool oc_frontend_wants_lines_alone(const struct oc_args *cc1, const struct oc_target *target) {
    const char *kind = debug_info_of_device(cc1, target);
    return kind && strcmp(kind, "line-directives-only") == 0;
}

// ---- Plug-ins ----------------------------------------------------------------------------------

static const char pass_plugin[] = "-fpass-plugin=";

// A plug-in of clang's that is one of LLVM's as well has its passes run where clang reads C; we run
// them where it reads bitcode.
static bool has_passes(struct oc_arena *arena, const char *file) {
    static const char entry[] = "llvmGetPassPluginInfo";
    struct oc_bytes bytes;
    return oc_file_read(arena, file, &bytes) == 0 &&
           memmem(bytes.data, bytes.length, entry, sizeof entry) != NULL;
}

static void add_once(struct oc_args *list, const char *file) {
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i], file) == 0)
            return;
    oc_args_add(list, file);
}

// The files of LLVM's plug-ins.
static struct oc_args find_plugins(const struct oc_args *cc1) {
    struct oc_args found = {.arena = cc1->arena};
    for (size_t i = 1; i < cc1->count; i++) {
        const char *word = cc1->items[i];
        if (oc_starts_with(word, pass_plugin))
            add_once(&found, word + sizeof pass_plugin - 1);
        else if (strcmp(cc1->items[i - 1], "-load") == 0 && has_passes(cc1->arena, word))
            add_once(&found, word);
    }
    return found;
}

bool oc_frontend_has_plugins(const struct oc_args *cc1) {
    return find_plugins(cc1).count > 0;
}

// What is made depends on their content. The loader finds those of a plain name elsewhere.
static void add_plugins_as_dependencies(const struct oc_args *cc1, struct oc_args *out) {
    struct oc_args plugins = find_plugins(cc1);
    for (size_t i = 0; i < plugins.count; i++)
        if (access(plugins.items[i], R_OK) == 0)
            oc_args_printf(out, "-fdepfile-entry=%s", plugins.items[i]);
}

static void add_plugins(const struct oc_args *cc1, struct oc_args *out) {
    struct oc_args plugins = find_plugins(cc1);
    for (size_t i = 0; i < plugins.count; i++)
        oc_args_printf(out, "%s%s", pass_plugin, plugins.items[i]);
}

void oc_frontend_device(const struct oc_frontend *what, const struct oc_target *target,
                        const char *arch, const char *depfile, struct oc_args *out) {
    const struct oc_args *cc1 = what->cc1;
    const char *triple = oc_query_value(cc1, "-triple");
    copy_command(what, DEVICE, target->is_host_cpu, out);
    add_pair(out, "-triple", target->triple);
    oc_target_add_cpu(out, arch);
    if (what->feature)
        add_pair(out, "-target-feature", what->feature);
    add_pair(out, "-aux-triple", triple ? triple : target->triple);
    if (target->is_host_cpu) {
        add_pair(out, "-mrelocation-model", "pic");
        add_pair(out, "-pic-level", "2");
    }
    static const char *const mode[] = {
        "-emit-llvm-bc",       "-disable-llvm-passes",      "-fopenmp",
        "-fopenmp-version=60", "-fopenmp-is-target-device", "-fopenmp-cuda-mode",
        "-Wno-openmp-target",  "--no-offloadlib",           "-Wno-atomic-alignment",
    };
    oc_args_add_all(out, mode, sizeof mode / sizeof *mode);
    if (!has_word(cc1, "-fopenmp"))
        oc_args_add(out, "-U_OPENMP");
    oc_args_add(out, "-U_FORTIFY_SOURCE"); // its checking functions are the host's
    // With `#pragma omp requires unified_shared_memory`, clang's device code has pointers to the
    // host's variables in place of device variables. Pragmas are expanded: the clause becomes one
    // that means nothing to kernels.
    oc_args_add(out, "-Dunified_shared_memory=dynamic_allocators");
    oc_args_add(out, "-Dself_maps=dynamic_allocators");
    add_debug_info(cc1, target, out);
    if (what->flushes && target->is_gpu)
        oc_args_add(out, "-fdenormal-fp-math-f32=preserve-sign,preserve-sign");
    if (what->math)
        oc_args_printf(out, "-fdepfile-entry=%s", what->math);
    add_plugins_as_dependencies(cc1, out);
    add_pair(out, "-dependency-file", depfile);
    add_pair(out, "-MT", "kernels");
    oc_args_add(out, "-sys-header-deps");
    add_overlay(what, out);
    finish_command(what, language(cc1), what->source, out);
}

void oc_frontend_plugins(const struct oc_frontend *what, const struct oc_target *target,
                         const char *arch, const char *input, struct oc_args *out) {
    const struct oc_args *cc1 = what->cc1;
    static const char *const cpu[] = {"-target-cpu", "-tune-cpu", "-target-feature"};
    oc_args_add(out, cc1->items[0]);
    oc_args_add(out, "-cc1");
    add_pair(out, "-triple", target->triple);
    oc_target_add_cpu(out, arch);
    oc_args_add(out, "-emit-llvm-bc");
    oc_args_add(out, "-O0");
    for (size_t i = 2; i < cc1->count; i++) {
        const char *word = cc1->items[i], *before = cc1->items[i - 1];
        bool of_cpu = false;
        for (size_t k = 0; k < sizeof cpu / sizeof *cpu; k++)
            of_cpu |= target->is_host_cpu && strcmp(before, cpu[k]) == 0;
        if (of_cpu || strcmp(before, "-load") == 0 || strcmp(before, "-mllvm") == 0)
            add_pair(out, before, word);
    }
    add_plugins(cc1, out);
    if (what->color)
        oc_args_add(out, "-fcolor-diagnostics");
    finish_command(what, "ir", input, out);
}

bool oc_frontend_names_input(const struct oc_args *cc1) {
    for (size_t i = 0; i < cc1->count; i++)
        if (oc_starts_with(cc1->items[i], "-fsanitize="))
            return true;
    return false;
}

void oc_frontend_backend(const struct oc_frontend *what, const char *input, struct oc_args *out) {
    bool names_input = !what->lines && oc_frontend_names_input(what->cc1);
    copy_command(what, what->lines ? BACKEND | MESSAGES : BACKEND, true, out);
    add_plugins(what->cc1, out);
    if (names_input)
        add_pair(out, "-ivfsoverlay", what->overlay);
    finish_command(what, "ir", names_input ? what->source : input, out);
}

bool oc_frontend_is_plain(const struct oc_args *cc1) {
    bool is_object = false, vectorizes = false, packs = false;
    for (size_t i = 1; i + 1 < cc1->count;) {
        const char *word = cc1->items[i];
        size_t skip = dropped(table, sizeof table / sizeof *table, word, BACKEND);
        if (!skip)
            skip = dropped(plain_table, sizeof plain_table / sizeof *plain_table, word, BACKEND);
        if (!skip)
            return false;
        is_object |= strcmp(word, "-emit-obj") == 0;
        vectorizes |= strcmp(word, "-vectorize-loops") == 0;
        packs |= strcmp(word, "-vectorize-slp") == 0;
        i += skip;
    }
    const char *output = oc_query_value(cc1, "-o");
    const char *relocation = oc_query_value(cc1, "-mrelocation-model");
    return is_object && !oc_frontend_has_plugins(cc1) && oc_query_value(cc1, "-triple") &&
           vectorizes && packs && output && strcmp(output, "-") != 0 &&
           strchr("23", oc_frontend_level(cc1)) && oc_query_value(cc1, "-target-cpu") &&
           relocation && (strcmp(relocation, "pic") == 0 || strcmp(relocation, "static") == 0);
}

bool oc_frontend_serves_device(const struct oc_args *cc1) {
    static const char checks[] = "_FORTIFY_SOURCE"; // of which a device has no functions
    for (size_t i = 1; i < cc1->count; i++)
        if (strcmp(cc1->items[i - 1], "-D") == 0 && oc_starts_with(cc1->items[i], checks))
            return false;
    return strcmp(oc_query_value(cc1, "-mrelocation-model"), "pic") == 0;
}

void oc_frontend_machine(const struct oc_args *cc1, struct oc_args *out) {
    oc_args_printf(out, "--triple=%s", oc_query_value(cc1, "-triple"));
    oc_args_printf(out, "--opt=%c", oc_frontend_level(cc1));
    oc_args_printf(out, "--relocation=%s", oc_query_value(cc1, "-mrelocation-model"));
    oc_args_printf(out, "--cpu=%s", oc_query_value(cc1, "-target-cpu"));
    for (size_t i = 1; i < cc1->count; i++)
        if (strcmp(cc1->items[i - 1], "-target-feature") == 0)
            oc_args_printf(out, "--feature=%s", cc1->items[i]);
}

void oc_frontend_math(const struct oc_args *cc1, struct oc_args *out) {
    if (has_word(cc1, "-ffinite-math-only"))
        oc_args_add(out, "--math=finite");
    if (has_word(cc1, "-funsafe-math-optimizations"))
        oc_args_add(out, "--math=unsafe");
}

bool oc_frontend_wants_debug(const struct oc_args *cc1) {
    return debug_info(cc1) != NULL;
}

bool oc_frontend_wants_dependencies(const struct oc_args *cc1) {
    return has_word(cc1, "-dependency-file");
}

void oc_frontend_dependencies(const struct oc_frontend *what, struct oc_args *out) {
    copy_command(what, DEPENDENCIES, true, out);
    oc_args_add(out, "-Eonly");
    add_pair(out, "-x", language(what->cc1));
    oc_args_add(out, what->source);
}

char oc_frontend_level(const struct oc_args *cc1) {
    char level = '0';
    for (size_t i = 1; i < cc1->count; i++) {
        const char *word = cc1->items[i];
        if (word[0] != '-' || word[1] != 'O' || strcmp(cc1->items[i - 1], "-D") == 0)
            continue;
        char letter = word[2] ? word[2] : '1';
        level = strchr("0123sz", letter) ? letter : letter >= '4' && letter <= '9' ? '3' : '1';
    }
    return level;
}
