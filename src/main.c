// offloadcc-cc1 - the compiler proper, a step a sub-command. The driver runs it; see
// docs/ARCHITECTURE.md for the order of the steps, and `commands` below for the options.
#include "artifacts.h"
#include "base/file.h"
#include "base/text.h"
#include "cache.h"
#include "codekey.h"
#include "device.h"
#include "explain.h"
#include "glue.h"
#include "hash.h"
#include "host.h"
#include "scan.h"
#include "unit.h"

#include <llvm-c/Core.h>
#include <llvm-c/ErrorHandling.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Exit codes of `scan`; the driver acts on them.
enum { EXIT_OK = 0, EXIT_ERROR = 1, EXIT_NO_KERNELS = 3, EXIT_UNPARSABLE = 4 };

// All options of all sub-commands. A list holds what was repeated.
struct request {
    struct oc_arena *arena;
    struct oc_diag diag;
    const char *source, *language, *unit, *out, *in, *artifacts;
    const char *format;
    const char *level, *builtins, *libclc, *out_bitcode, *out_code, *out_assembly, *out_usage;
    const char *out_image, *out_key, *cache, *cache_limit;
    bool debug;
    struct oc_args archs, options, depfiles, warnings, image_words, clang_args;
    struct oc_artifact *outputs; // collect: one for each --target, filled by what follows it
    const char **keys;           // collect: of each output, or NULL
    size_t output_count;
};

// "--source=x.c" with the name "--source" gives "x.c"; another option NULL.
static const char *value_of(const char *argument, const char *name) {
    size_t length = strlen(name);
    return strncmp(argument, name, length) == 0 && argument[length] == '=' ? argument + length + 1
                                                                           : NULL;
}

static bool parse_single(struct request *request, const char *argument) {
    const struct {
        const char *name;
        const char **value;
    } options[] = {
        {"--source", &request->source},
        {"--lang", &request->language},
        {"--unit", &request->unit},
        {"--out", &request->out},
        {"--in", &request->in},
        {"--artifacts", &request->artifacts},
        {"--format", &request->format},
        {"--opt", &request->level},
        {"--builtins", &request->builtins},
        {"--libclc", &request->libclc},
        {"--out-bc", &request->out_bitcode},
        {"--out-code", &request->out_code},
        {"--out-asm", &request->out_assembly},
        {"--out-usage", &request->out_usage},
        {"--out-image", &request->out_image},
        {"--out-key", &request->out_key},
        {"--cache", &request->cache},
        {"--cache-limit", &request->cache_limit},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *value = value_of(argument, options[i].name);
        if (value) {
            *options[i].value = value;
            return true;
        }
    }
    return false;
}

static bool parse_list(struct request *request, const char *argument) {
    const char *value;
    if ((value = value_of(argument, "--arch")))
        oc_args_add(&request->archs, value);
    else if ((value = value_of(argument, "--option")))
        oc_args_add(&request->options, value);
    else if ((value = value_of(argument, "--depfile")))
        oc_args_add(&request->depfiles, value);
    else if ((value = value_of(argument, "--warning")))
        oc_args_add(&request->warnings, value);
    else if ((value = value_of(argument, "--image-word")))
        oc_args_add(&request->image_words, value);
    else
        return false;
    return true;
}

static bool parse_output(struct request *request, const char *argument) {
    const char *value;
    if ((value = value_of(argument, "--target"))) {
        request->outputs[request->output_count++].arch = value;
        return true;
    }
    if (!request->output_count)
        return false;
    struct oc_artifact *output = &request->outputs[request->output_count - 1];
    if ((value = value_of(argument, "--bc")))
        output->bitcode = value;
    else if ((value = value_of(argument, "--code")))
        output->code = value;
    else if ((value = value_of(argument, "--image")))
        output->image = value;
    else if ((value = value_of(argument, "--usage")))
        output->usage = value;
    else if ((value = value_of(argument, "--key")))
        request->keys[request->output_count - 1] = value;
    else
        return false;
    return true;
}

static bool parse_flag(struct request *request, const char *argument) {
    if (strcmp(argument, "--debug") == 0)
        request->debug = true;
    else if (strcmp(argument, "--color") == 0)
        request->diag.color = true;
    else if (strcmp(argument, "--werror") == 0)
        request->diag.warnings_as_errors = true;
    else if (strcmp(argument, "--no-warnings") == 0)
        request->diag.no_warnings = true;
    else
        return false;
    return true;
}

static bool parse(struct request *request, int count, char **arguments) {
    request->outputs = OC_NEW_ARRAY(request->arena, (size_t)count, struct oc_artifact);
    request->keys = OC_NEW_ARRAY(request->arena, (size_t)count, const char *);
    for (int i = 0; i < count; i++) {
        if (strcmp(arguments[i], "--") == 0) {
            oc_args_add_all(&request->clang_args, (const char *const *)arguments + i + 1,
                            (size_t)(count - i - 1));
            return true;
        }
        if (parse_single(request, arguments[i]) || parse_list(request, arguments[i]) ||
            parse_output(request, arguments[i]) || parse_flag(request, arguments[i]))
            continue;
        oc_error(&request->diag, "unknown option '%s'", arguments[i]);
        return false;
    }
    return true;
}

// ---- The steps ---------------------------------------------------------------------------------

static bool write_text(struct request *request, const char *name, const char *text,
                       const char **path) {
    *path = oc_arena_printf(request->arena, "%s/%s", request->out, name);
    return oc_file_write_or_report(*path, "file", text, strlen(text), &request->diag);
}

static const char *absolute_path(struct oc_arena *arena, const char *path) {
    if (*path == '/')
        return path;
    char *directory = getcwd(NULL, 0);
    const char *absolute = oc_arena_printf(arena, "%s/%s", directory ? directory : ".", path);
    free(directory);
    return absolute;
}

// The source with `glue` behind it, and the overlay that shows it under the source's name.
static bool write_overlay(struct request *request, struct oc_bytes source, const char *name,
                          const char *glue) {
    struct oc_arena *arena = request->arena;
    struct oc_text text = {.arena = arena};
    oc_text_add_bytes(&text, source.data, source.length);
    oc_text_add(&text, glue);
    const char *content = oc_arena_printf(arena, "%s/%s.c", request->out, name), *overlay;
    return oc_file_write_or_report(content, "file", text.data, text.length, &request->diag) &&
           write_text(request, oc_arena_printf(arena, "%s.yaml", name),
                      oc_glue_overlay(arena, absolute_path(arena, request->source),
                                      absolute_path(arena, content)),
                      &overlay);
}

static bool write_device_overlays(struct request *request, const struct oc_unit *unit,
                                  struct oc_bytes source) {
    for (size_t t = 0; oc_targets[t]; t++) {
        bool wanted = false;
        for (size_t i = 0; i < request->archs.count; i++)
            wanted |= oc_target_of_arch(request->archs.items[i]) == oc_targets[t];
        if (wanted &&
            !write_overlay(request, source,
                           oc_arena_printf(request->arena, "device-%s", oc_targets[t]->name),
                           oc_glue_device(request->arena, unit, oc_targets[t]->entry_runs_grid)))
            return false;
    }
    return true;
}

static int scan(struct request *request) {
    struct oc_unit unit;
    request->diag.options = request->warnings.items;
    request->diag.option_count = request->warnings.count;
    switch (oc_scan(request->arena, request->source, request->language, request->clang_args.items,
                    request->clang_args.count, &request->diag, &unit)) {
    case OC_SCAN_NONE:
        return EXIT_NO_KERNELS;
    case OC_SCAN_UNPARSABLE:
        return EXIT_UNPARSABLE;
    case OC_SCAN_ERRORS:
        return EXIT_ERROR;
    case OC_SCAN_KERNELS:
        break;
    }
    struct oc_bytes source;
    const char *path;
    bool done = oc_file_read_or_report(request->arena, request->source, "source file",
                                       &request->diag, &source) &&
                write_overlay(request, source, "host", oc_glue_host(request->arena, &unit)) &&
                write_device_overlays(request, &unit, source) &&
                write_text(request, "unit.json", oc_unit_to_json(request->arena, &unit), &path);
    return done ? EXIT_OK : EXIT_ERROR;
}

static bool load_unit(struct request *request, struct oc_unit *unit) {
    struct oc_bytes json;
    return oc_file_read_or_report(request->arena, request->unit, "scan", &request->diag, &json) &&
           oc_unit_from_json(request->arena, json.data, json.length, request->unit, &request->diag,
                             unit);
}

// Sets up the cache; false: there is none.
static bool open_cache(const struct request *request, struct oc_cache *out) {
    *out = (struct oc_cache){request->cache,
                             request->cache_limit ? strtoull(request->cache_limit, NULL, 10) : 0};
    return request->cache != NULL;
}

// The parts of an entry of the cache are what `collect` takes of an architecture. An object that is
// no assembly is not among them: with the image, nobody needs it.
static const char *code_of(const struct oc_device_request *what) {
    return what->target->emits_text ? what->out_code : what->out_assembly;
}

static bool write_part(const struct oc_cache_entry *entry, const char *name, const char *path,
                       struct oc_diag *diag) {
    const struct oc_bytes *content = oc_cache_part(entry, name);
    return content && (!path || oc_file_write_or_report(path, "device code", content->data,
                                                        content->length, diag));
}

// Writes what is cached of the code. False if nothing is.
static bool take_from_cache(struct request *request, const struct oc_device_request *what,
                            const struct oc_cache *cache, const char *key) {
    struct oc_cache_entry entry;
    const char *code = code_of(what);
    return oc_cache_get(request->arena, cache, key, &entry) &&
           write_part(&entry, "bc", what->out_bitcode, &request->diag) &&
           write_part(&entry, "usage", what->out_usage, &request->diag) &&
           (!code || write_part(&entry, "code", code, &request->diag)) &&
           (!request->out_image || write_part(&entry, "image", request->out_image, &request->diag));
}

// Compiles, or takes what was compiled before from the cache. Code that something was said about is
// not stored: it would have to be said again, of other lines.
static bool compile(struct request *request, struct oc_ir *ir, const struct oc_unit *unit,
                    const struct oc_device_request *what) {
    struct oc_cache cache;
    if (!open_cache(request, &cache) || !request->out_key)
        return oc_device_compile(ir, unit, what);
    struct oc_codekey_request source = {unit, what, request->image_words.items,
                                        request->image_words.count};
    const char *key = oc_codekey(ir, &source);
    if (key && take_from_cache(request, what, &cache, key))
        return true;
    if (!oc_device_compile(ir, unit, what))
        return false;
    return !key || request->diag.warnings ||
           oc_file_write_or_report(request->out_key, "key", key, strlen(key), &request->diag);
}

static int device(struct request *request) {
    if (request->archs.count != 1 || !oc_target_of_arch(request->archs.items[0])) {
        oc_error(&request->diag, "'device' needs one known --arch");
        return EXIT_ERROR;
    }
    const char *arch = request->archs.items[0];
    request->diag.options = request->warnings.items;
    request->diag.option_count = request->warnings.count;
    struct oc_device_request what = {
        .arch = arch,
        .target = oc_target_of_arch(arch),
        .debug = request->debug,
        .level = request->level && *request->level ? *request->level : '2',
        .builtins = request->builtins,
        .libclc = request->libclc,
        .out_bitcode = request->out_bitcode,
        .out_code = request->out_code,
        .out_assembly = request->out_assembly,
        .out_usage = request->out_usage,
    };
    struct oc_unit unit;
    struct oc_ir ir = {0};
    bool done = load_unit(request, &unit) &&
                oc_ir_open(&ir, request->arena, &request->diag, request->in) &&
                compile(request, &ir, &unit, &what);
    oc_ir_release(&ir);
    return done ? EXIT_OK : EXIT_ERROR;
}

static struct oc_artifact_request artifact_request(const struct request *request) {
    return (struct oc_artifact_request){
        .directory = request->artifacts,
        .source = request->source,
        .language = request->language,
        .options = request->options.items,
        .option_count = request->options.count,
        .archs = request->archs.items,
        .arch_count = request->archs.count,
    };
}

static bool add_part(struct request *request, struct oc_cache_entry *entry, const char *name,
                     const char *path) {
    if (!path)
        return true;
    struct oc_cache_part *part = &entry->parts[entry->count++];
    part->name = name;
    return oc_file_read(request->arena, path, &part->content) == 0;
}

// Stores what the device steps compiled and asked to be stored.
static void put_into_cache(struct request *request) {
    struct oc_cache cache;
    for (size_t i = 0; open_cache(request, &cache) && i < request->output_count; i++) {
        const struct oc_artifact *output = &request->outputs[i];
        struct oc_bytes key;
        struct oc_cache_entry entry = {0};
        if (request->keys[i] && oc_file_read(request->arena, request->keys[i], &key) == 0 &&
            oc_hash_is_hex(key.data) && add_part(request, &entry, "bc", output->bitcode) &&
            add_part(request, &entry, "usage", output->usage) &&
            add_part(request, &entry, "code", output->code) &&
            add_part(request, &entry, "image", output->image))
            oc_cache_put(request->arena, &cache, key.data, &entry);
    }
}

static int collect(struct request *request) {
    struct oc_artifact_request artifacts = artifact_request(request);
    struct oc_unit unit;
    bool done = load_unit(request, &unit) &&
                oc_artifacts_store(request->arena, &artifacts, &unit, request->depfiles.items,
                                   request->depfiles.count, request->outputs, request->output_count,
                                   &request->diag);
    if (done)
        put_into_cache(request);
    return done ? EXIT_OK : EXIT_ERROR;
}

static int host(struct request *request) {
    struct oc_artifact_request artifacts = artifact_request(request);
    struct oc_unit unit;
    struct oc_loaded loaded = {0};
    struct oc_ir ir = {0};
    bool done = load_unit(request, &unit) &&
                (!request->artifacts ||
                 oc_artifacts_load(request->arena, &artifacts, &unit, &request->diag, &loaded)) &&
                oc_ir_open(&ir, request->arena, &request->diag, request->in) &&
                oc_host_build(&ir, &unit, &loaded) && oc_ir_write(&ir, request->out);
    oc_ir_release(&ir);
    return done ? EXIT_OK : EXIT_ERROR;
}

static int cache(struct request *request) {
    struct oc_cache cache;
    if (!open_cache(request, &cache)) {
        oc_error(&request->diag, "there is no cache");
        return EXIT_ERROR;
    }
    if (strcmp(request->format, "clear") == 0) {
        int error = oc_cache_clear(request->arena, &cache);
        if (error)
            oc_error(&request->diag, "cannot clear the cache '%s': %s", cache.directory,
                     strerror(error));
        return error ? EXIT_ERROR : EXIT_OK;
    }
    oc_cache_print_statistics(request->arena, &cache, stdout);
    return fflush(stdout) == 0 ? EXIT_OK : EXIT_ERROR;
}

// The scan has said what it has to say before: here it is silent.
static int report(struct request *request) {
    struct oc_diag silent = request->diag;
    silent.no_warnings = true;
    struct oc_unit unit;
    if (oc_scan(request->arena, request->source, request->language, request->clang_args.items,
                request->clang_args.count, &silent, &unit) != OC_SCAN_KERNELS)
        return EXIT_ERROR;
    struct oc_loaded loaded = {0};
    struct oc_artifact_request artifacts = artifact_request(request);
    if (request->artifacts &&
        !oc_artifacts_load(request->arena, &artifacts, &unit, &request->diag, &loaded))
        return EXIT_ERROR;
    bool is_json = strcmp(request->format, "json") == 0;
    fputs((is_json ? oc_explain_json : oc_explain_text)(request->arena, &unit, &loaded.usage),
          stdout);
    return fflush(stdout) == 0 ? EXIT_OK : EXIT_ERROR;
}

// LLVM ends the process on what a back end cannot do; the driver must see an ordinary error.
static void handle_fatal_error(const char *reason) {
    fprintf(stderr, "offloadcc: error: LLVM cannot compile this: %s\n", reason);
    _Exit(EXIT_ERROR);
}

// The sub-commands, and the options that each must be given.
static const struct command {
    const char *name;
    int (*run)(struct request *request);
    const char *usage;
} commands[] = {
    {"scan", scan,
     "--source=FILE --lang=LANG --out=DIR [--arch=ARCH]... [--warning=NAME]... -- CLANG-OPTION...\n"
     "    finds the kernels; writes DIR/unit.json, host.yaml, device-<target>.yaml"},
    {"device", device,
     "--unit=FILE --arch=ARCH --opt=LEVEL [--debug] --builtins=FILE [--libclc=FILE] --in=FILE\n"
     "    --out-bc=FILE --out-code=FILE [--out-asm=FILE] [--out-usage=FILE] [--warning=NAME]...\n"
     "    [--cache=DIR --cache-limit=BYTES --out-key=FILE [--out-image=FILE "
     "--image-word=WORD...]]\n"
     "    with a cache: takes all outputs from it, or else writes the key for 'collect'"},
    {"collect", collect,
     "--unit=FILE --artifacts=DIR --source=FILE --lang=LANG [--option=OPT]...\n"
     "    [--depfile=FILE]...\n"
     "    [--target=ARCH --bc=FILE --usage=FILE [--code=FILE] [--image=FILE] [--key=FILE]]...\n"
     "    [--cache=DIR --cache-limit=BYTES]"},
    {"cache", cache, "--cache=DIR --cache-limit=BYTES --format=statistics|clear"},
    {"host", host,
     "--unit=FILE [--artifacts=DIR] --source=FILE --lang=LANG [--option=OPT]... [--arch=ARCH]...\n"
     "    --in=FILE --out=FILE"},
    {"report", report,
     "--source=FILE --lang=LANG --format=text|json [--artifacts=DIR [--option=OPT]...]\n"
     "    -- CLANG-OPTION..."},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const char *missing_option(const struct request *request, const struct command *command) {
    const struct {
        const char *name, *value;
    } options[] = {
        {"--source=", request->source},
        {"--lang=", request->language},
        {"--unit=", request->unit},
        {"--format=", request->format},
        {"--in=", request->in},
        {"--out=", request->out},
        {"--builtins=", request->builtins},
        {"--out-bc=", request->out_bitcode},
        {"--out-code=", request->out_code},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *at = strstr(command->usage, options[i].name);
        if (at && at != command->usage && at[-1] == '[')
            continue;
        if (at && !options[i].value)
            return options[i].name;
    }
    if (command->run == collect && !request->artifacts)
        return "--artifacts=";
    return NULL;
}

static int run(struct request *request, const struct command *command, int count,
               char **arguments) {
    if (!parse(request, count, arguments))
        return EXIT_ERROR;
    const char *missing = missing_option(request, command);
    if (missing) {
        oc_error(&request->diag, "'%s' needs %s", command->name, missing);
        return EXIT_ERROR;
    }
    return command->run(request);
}

int main(int argc, char **argv) {
    for (int i = 0; i < COMMANDS; i++) {
        if (argc < 2 || strcmp(argv[1], commands[i].name) != 0)
            continue;
        struct oc_arena arena = {0};
        struct request request = {
            .arena = &arena,
            .diag = {.stream = stderr, .tool = "offloadcc"},
            .archs = {.arena = &arena},
            .options = {.arena = &arena},
            .depfiles = {.arena = &arena},
            .warnings = {.arena = &arena},
            .image_words = {.arena = &arena},
            .clang_args = {.arena = &arena},
        };
        LLVMInstallFatalErrorHandler(handle_fatal_error);
        int status = run(&request, &commands[i], argc - 2, argv + 2);
        oc_arena_release(&arena);
        LLVMShutdown();
        return status;
    }
    fputs("offloadcc-cc1 runs the steps of offloadcc; it is not meant to be called by hand.\n",
          stderr);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(stderr, "  offloadcc-cc1 %s %s\n", commands[i].name, commands[i].usage);
    return EXIT_ERROR;
}
