#include "tools/request.h"

#include "artifacts/compress.h"
#include "base/file.h"
#include "base/response.h"

#include <llvm-c/Core.h>
#include <llvm-c/ErrorHandling.h>
#include <stdlib.h>
#include <string.h>

// "--source=x.c" with the name "--source" gives "x.c"; another option NULL.
static const char *value_of(const char *argument, const char *name) {
    size_t length = strlen(name);
    return strncmp(argument, name, length) == 0 && argument[length] == '=' ? argument + length + 1
                                                                           : NULL;
}

static bool parse_single(struct oc_request *request, const char *argument) {
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
        {"--libc", &request->libc},
        {"--vendor-math", &request->vendor_math},
        {"--out-bc", &request->out_bitcode},
        {"--out-code", &request->out_code},
        {"--out-asm", &request->out_assembly},
        {"--out-usage", &request->out_usage},
        {"--out-image", &request->out_image},
        {"--out-linked", &request->out_linked},
        {"--compress", &request->compress},
        {"--out-key", &request->out_key},
        {"--cache", &request->cache},
        {"--cache-limit", &request->cache_limit},
        {"--source-key", &request->source_key},
        {"--overlaid", &request->overlaid},
        {"--out-overlay", &request->out_overlay},
        {"--findings", &request->findings},
        {"--object-name", &request->object_name},
        {"--out-object", &request->out_object},
        {"--out-cpu", &request->out_cpu},
        {"--out-cpu-key", &request->out_cpu_key},
        {"--link-key", &request->link_key},
        {"--cpu-object", &request->cpu_object},
        {"--cpu-key", &request->cpu_key},
        {"--triple", &request->triple},
        {"--relocation", &request->relocation},
        {"--cpu", &request->cpu},
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

static bool parse_list(struct oc_request *request, const char *argument) {
    const char *value;
    if ((value = value_of(argument, "--arch")))
        oc_args_add(&request->archs, value);
    else if ((value = value_of(argument, "--text")))
        oc_args_add(&request->texts, value);
    else if ((value = value_of(argument, "--option")))
        oc_args_add(&request->options, value);
    else if ((value = value_of(argument, "--tool")))
        oc_args_add(&request->tools, value);
    else if ((value = value_of(argument, "--warning")))
        oc_args_add(&request->warnings, value);
    else if ((value = value_of(argument, "--remark")))
        oc_args_add(&request->remarks, value);
    else if ((value = value_of(argument, "--image-word")))
        oc_args_add(&request->image_words, value);
    else if ((value = value_of(argument, "--feature")))
        oc_args_add(&request->features, value);
    else if ((value = value_of(argument, "--file")))
        oc_args_printf(&request->files, "-%s", value);
    else if ((value = value_of(argument, "--whole-file")))
        oc_args_printf(&request->files, "+%s", value);
    else if ((value = value_of(argument, "--compiled-with")))
        oc_args_add(&request->compiled_with, value);
    else if ((value = value_of(argument, "--member")))
        oc_args_add(&request->members, value);
    else
        return false;
    return true;
}

static bool parse_output(struct oc_request *request, const char *argument) {
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
    else if ((value = value_of(argument, "--object")))
        output->object = value;
    else if ((value = value_of(argument, "--usage")))
        output->usage = value;
    else if ((value = value_of(argument, "--key")))
        output->key = value;
    else if ((value = value_of(argument, "--depfile")))
        output->depfile = value;

    else
        return false;
    return true;
}

static bool parse_flag(struct oc_request *request, const char *argument) {
    const struct {
        const char *name;
        bool *value;
    } flags[] = {
        {"--debug", &request->debug},
        {"--places", &request->places},
        {"--lines", &request->lines},
        {"--warn", &request->warns},
        {"--unoptimised", &request->unoptimised},
        {"--extract", &request->extract},
        {"--cache-verify", &request->verifies},
        {"--resident", &request->resident},
        {"--copies-again", &request->copies_again},
        {"--checks", &request->checks},
        {"--veclib", &request->veclib},
        {"--cpu", &request->for_cpu},
        {"--takes-first", &request->takes_first},
        {"--apart", &request->apart},
        {"--piece=blocks", &request->blocks_apart},
        {"--piece=images", &request->images_apart},
        {"--math=flush", &request->flushes},
        {"--math=finite", &request->finite_only},
        {"--math=unsafe", &request->unsafe_math},
        {"--math=approximate", &request->approximates},
        {"--math=exact", &request->never_approximates},
        {"--color", &request->diag.color},
        {"--werror", &request->diag.warnings_as_errors},
        {"--no-warnings", &request->diag.no_warnings},
    };
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(argument, flags[i].name) == 0)
            return *flags[i].value = true;
    return false;
}

static bool parse_arguments(struct oc_request *request, size_t count,
                            const char *const *arguments) {
    request->outputs = OC_NEW_ARRAY(request->arena, count, struct oc_artifact);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(arguments[i], "--") == 0) {
            oc_args_add_all(&request->clang_args, arguments + i + 1, count - i - 1);
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

// ---- What several steps need -------------------------------------------------------------------

bool oc_request_unit(struct oc_request *request, struct oc_unit *unit) {
    struct oc_bytes json;
    return oc_file_read_or_report(request->arena, request->unit, "scan", &request->diag, &json) &&
           oc_unit_from_json(request->arena, json.data, json.length, request->unit, &request->diag,
                             unit);
}

bool oc_request_cache(const struct oc_request *request, struct oc_cache *out) {
    *out = (struct oc_cache){request->cache,
                             request->cache_limit ? strtoull(request->cache_limit, NULL, 10) : 0};
    return request->cache != NULL;
}

struct oc_artifact_request oc_request_artifacts(const struct oc_request *request) {
    return (struct oc_artifact_request){
        .directory = request->artifacts,
        .source = request->source,
        .language = request->language,
        .options = request->options.items,
        .option_count = request->options.count,
        .archs = request->archs.items,
        .arch_count = request->archs.count,
        .words = request->compiled_with.count ? request->compiled_with.items : NULL,
        .texts = request->texts.items,
        .text_count = request->texts.count,
    };
}

bool oc_request_load(struct oc_request *request, const struct oc_unit *unit,
                     struct oc_loaded *out) {
    struct oc_artifact_request artifacts = oc_request_artifacts(request);
    if (!oc_artifacts_load(request->arena, &artifacts, unit, &request->diag, out))
        return false;
    if (request->compress)
        oc_compress_images(request->arena, out, (int)strtol(request->compress, NULL, 10));
    return true;
}

// ---- The program ------------------------------------------------------------------------------

// LLVM ends the process on what a back end cannot do; the driver must see an ordinary error.
static void handle_fatal_error(const char *reason) {
    fprintf(stderr, "offloadcc: error: LLVM cannot compile this: %s\n", reason);
    _Exit(OC_EXIT_ERROR);
}

static const char *missing_option(const struct oc_request *request,
                                  const struct oc_subcommand *command) {
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
        {"--libclc=", request->libclc},
        {"--out-bc=", request->out_bitcode},
        {"--out-code=", request->out_code},
        {"--artifacts=", request->artifacts},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *at = strstr(command->usage, options[i].name);
        if (at && at != command->usage && at[-1] == '[')
            continue;
        if (at && !options[i].value)
            return options[i].name;
    }
    return NULL;
}

static int run_subcommand(struct oc_request *request, const struct oc_subcommand *command,
                          size_t count, const char *const *arguments) {
    if (!parse_arguments(request, count, arguments))
        return OC_EXIT_ERROR;
    const char *missing = missing_option(request, command);
    if (missing) {
        oc_error(&request->diag, "'%s' needs %s", command->name, missing);
        return OC_EXIT_ERROR;
    }
    return command->run(request);
}

// A command that is too long for the system comes in a response file (driver/spawn.c).
static struct oc_args read_words(struct oc_arena *arena, int argc, char **argv) {
    struct oc_args words = {.arena = arena};
    struct oc_bytes text;
    int own = 1;
    if (argc > 1 && argv[1][0] == '@' && oc_file_read(arena, argv[1] + 1, &text) == 0) {
        oc_response_split(arena, text.data, text.length, &words);
        own = 2;
    }
    if (argc > own)
        oc_args_add_all(&words, (const char *const *)argv + own, (size_t)(argc - own));
    return words;
}

int oc_request_main(int argc, char **argv, const char *program,
                    const struct oc_subcommand *commands, size_t count) {
    struct oc_arena arena = {0};
    struct oc_args words = read_words(&arena, argc, argv);
    for (size_t i = 0; i < count; i++) {
        if (!words.count || strcmp(words.items[0], commands[i].name) != 0)
            continue;
        struct oc_request request = {
            .arena = &arena,
            .diag = {.stream = stderr, .tool = "offloadcc"},
            .archs = {.arena = &arena},
            .texts = {.arena = &arena},
            .options = {.arena = &arena},
            .tools = {.arena = &arena},
            .warnings = {.arena = &arena},
            .remarks = {.arena = &arena},
            .image_words = {.arena = &arena},
            .features = {.arena = &arena},
            .clang_args = {.arena = &arena},
            .files = {.arena = &arena},
            .members = {.arena = &arena},
            .compiled_with = {.arena = &arena},
        };
        LLVMInstallFatalErrorHandler(handle_fatal_error);
        int status = run_subcommand(&request, &commands[i], words.count - 1, words.items + 1);
        oc_arena_release(&arena);
        LLVMShutdown();
        return status;
    }
    fprintf(stderr, "%s runs steps of offloadcc; it is not meant to be called by hand.\n", program);
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, "  %s %s %s\n", program, commands[i].name, commands[i].usage);
    return OC_EXIT_ERROR;
}
