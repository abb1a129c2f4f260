// offloadcc-scan - what reads C: finds the kernels of a source, and reports on them. The driver
// runs it; see docs/ARCHITECTURE.md.
#include "scan/scan.h"
#include "base/file.h"
#include "base/identity.h"
#include "base/overlay.h"
#include "cache/codestore.h"
#include "glue/glue.h"
#include "model/hash.h"
#include "report/explain.h"
#include "tools/request.h"

#include <stdlib.h>
#include <string.h>

// The source with `glue` after it, and the overlay that shows it under the source's name.
static bool write_overlay(struct oc_request *request, struct oc_bytes source, const char *name,
                          const char *glue) {
    const char *stem = oc_arena_printf(request->arena, "%s/%s", request->out, name), *failed;
    int error = oc_overlay_write(request->arena, request->source, source, glue, stem, &failed);
    if (error)
        oc_error(&request->diag, "cannot write file '%s': %s", failed, strerror(error));
    return !error;
}

static bool write_device_overlays(struct oc_request *request, const struct oc_unit *unit,
                                  struct oc_bytes source) {
    for (size_t t = 0; oc_targets[t]; t++) {
        bool wanted = false;
        for (size_t i = 0; i < request->archs.count; i++)
            wanted |= oc_target_of_arch(request->archs.items[i]) == oc_targets[t];
        wanted |= oc_targets[t]->is_host_cpu && oc_unit_is_incomplete(unit);
        if (wanted &&
            !write_overlay(request, source,
                           oc_arena_printf(request->arena, "device-%s", oc_targets[t]->name),
                           oc_glue_device(request->arena, unit, oc_targets[t]->entry_runs_grid)))
            return false;
    }
    return true;
}

static bool write_unit(struct oc_request *request, const struct oc_unit *unit) {
    const char *path = oc_arena_printf(request->arena, "%s/unit.json", request->out);
    const char *text = oc_unit_to_json(request->arena, unit);
    return oc_file_write_or_report(path, "file", text, strlen(text), &request->diag);
}

// ---- Device code that is there already ---------------------------------------------------------

// What device code depends on but the source.
static struct oc_sourcekey_request key_request(struct oc_request *request, struct oc_bytes source) {
    struct oc_args words = {.arena = request->arena};
    oc_args_add(&words, request->language);
    if (request->checks)
        oc_args_add(&words, "checks");
    for (size_t i = 0; i < request->output_count; i++)
        oc_args_printf(&words, "%s%s%s", request->outputs[i].arch,
                       request->outputs[i].code ? " code" : "",
                       request->outputs[i].image ? " image" : "");
    for (size_t i = 0; i < request->tools.count; i++) {
        const char *tool = oc_identity_of_file(request->arena, request->tools.items[i]);
        oc_args_add(&words, tool ? tool : request->tools.items[i]);
    }
    return (struct oc_sourcekey_request){
        .text = source,
        .options = request->clang_args.items,
        .option_count = request->clang_args.count,
        .toolchain = words.items,
        .toolchain_count = words.count,
    };
}

// Takes device code from the cache; where there is none, or where the cache is only verified,
// `collect` finds the key for it.
static bool recall(struct oc_request *request, const char *key) {
    struct oc_cache cache;
    return !key || !oc_request_cache(request, &cache) ||
           (!request->verifies &&
            oc_codestore_take_source(request->arena, &cache, key, request->outputs,
                                     request->output_count)) ||
           oc_file_write_or_report(request->source_key, "key", key, strlen(key), &request->diag);
}

// ---- The scan ----------------------------------------------------------------------------------

// The front end would refuse the call of the kernel instead, in text that we generated.
static bool check_numbers(struct oc_request *request, const struct oc_unit *unit) {
    static const char *const wide[] = {"long double", "_Complex long double", "__float128"};
    const char *gpu = NULL;
    for (size_t i = 0; i < request->archs.count && !gpu; i++) {
        const struct oc_target *target =
            oc_target_of_arch(request->archs.items[i]); // not of "none"
        if (target && target->is_gpu)
            gpu = request->archs.items[i];
    }
    for (size_t k = 0; k < unit->kernel_count && gpu; k++)
        for (size_t p = 0; p < unit->kernels[k].param_count; p++) {
            const struct oc_param *param = &unit->kernels[k].params[p];
            for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
                if (strcmp(param->type, wide[i]) == 0)
                    oc_report(&request->diag, OC_ERROR, param->place, NULL,
                              "parameter '%s' of kernel '%s' has type '%s', which GPUs do not "
                              "have; take a double, or leave '%s' out of --offload-arch",
                              param->name, unit->kernels[k].name, wide[i], gpu);
        }
    return !request->diag.errors;
}

// Two objects of one source are different units of a program if their names or options differ, or
// what they need and offer. Edits of code do not change the name: it is in symbols, by which the
// cache knows what a link has made.
static void name_unit(struct oc_request *request, struct oc_unit *unit) {
    enum { DIGITS = 16 };
    struct oc_text text = {.arena = request->arena};
    if (!oc_unit_is_incomplete(unit))
        return;
    const char *path = realpath(request->source, NULL);
    oc_text_printf(&text, "%s%c", path ? path : request->source, 0);
    free((char *)path);
    for (size_t i = 0; i < request->clang_args.count; i++)
        oc_text_printf(&text, "%s%c", request->clang_args.items[i], 0);
    oc_text_printf(&text, "%s%c", request->object_name ? request->object_name : "", 0);
    oc_text_add(&text, oc_unit_code_json(request->arena, unit));
    unit->id = oc_arena_strndup(request->arena, oc_hash_hex(request->arena, text.data, text.length),
                                DIGITS);
}

static int scan_unit(struct oc_request *request) {
    struct oc_unit unit;
    struct oc_bytes source;
    const char *key = NULL;
    if (oc_file_read(request->arena, request->source, &source))
        return OC_EXIT_UNPARSABLE;
    struct oc_sourcekey_request wanted = key_request(request, source);
    request->diag.options = request->warnings.items;
    request->diag.option_count = request->warnings.count;
    switch (oc_scan(request->arena, request->source, request->language, request->clang_args.items,
                    request->clang_args.count, &request->diag, &unit, &wanted,
                    request->source_key ? &key : NULL)) {
    case OC_SCAN_NONE:
        return OC_EXIT_NO_KERNELS;
    case OC_SCAN_UNPARSABLE:
        return OC_EXIT_UNPARSABLE;
    case OC_SCAN_ERRORS:
        return OC_EXIT_ERROR;
    case OC_SCAN_KERNELS:
        break;
    }
    unit.checks = request->checks;
    name_unit(request, &unit);
    bool is_incomplete = oc_unit_is_incomplete(&unit);
    key = is_incomplete ? NULL : key; // its device code is not compiled now
    bool done = check_numbers(request, &unit) && recall(request, key) &&
                write_overlay(request, source, "host", oc_glue_host(request->arena, &unit)) &&
                write_device_overlays(request, &unit, source) && write_unit(request, &unit);
    return !done ? OC_EXIT_ERROR : is_incomplete ? OC_EXIT_INCOMPLETE : OC_EXIT_OK;
}

// The scan has said what it has to say before: here it is silent.
static int report_unit(struct oc_request *request) {
    struct oc_diag silent = request->diag;
    silent.no_warnings = true;
    struct oc_unit unit;
    if (oc_scan(request->arena, request->source, request->language, request->clang_args.items,
                request->clang_args.count, &silent, &unit, NULL, NULL) != OC_SCAN_KERNELS)
        return OC_EXIT_ERROR;
    struct oc_loaded loaded = {0};
    if (request->artifacts && !oc_request_load(request, &unit, &loaded))
        return OC_EXIT_ERROR;
    bool is_json = strcmp(request->format, "json") == 0;
    struct oc_findings findings = {.arena = request->arena};
    struct oc_explained what = {.unit = &unit,
                                .loaded = &loaded,
                                .stays = request->resident,
                                .copies_again = request->copies_again};
    struct oc_bytes text;
    if (request->findings) {
        if (!oc_file_read_or_report(request->arena, request->findings, "file", &request->diag,
                                    &text))
            return OC_EXIT_ERROR;
        oc_findings_read(text.data, &findings);
        what.findings = &findings;
    }
    fputs((is_json ? oc_explain_json : oc_explain_text)(request->arena, &what), stdout);
    return fflush(stdout) == 0 ? OC_EXIT_OK : OC_EXIT_ERROR;
}

static const struct oc_subcommand commands[] = {
    {"scan", scan_unit,
     "--source=FILE --lang=LANG --out=DIR [--object-name=FILE] [--arch=ARCH]... "
     "[--warning=NAME]...\n"
     "    [--cache=DIR --cache-limit=BYTES [--cache-verify] --source-key=FILE [--tool=FILE]...\n"
     "     [--target=ARCH --bc=FILE --usage=FILE --depfile=FILE --key=FILE [--code=FILE] "
     "[--image=FILE]\n"
     "      [--object=FILE]]...]\n"
     "    -- CLANG-OPTION...\n"
     "    finds the kernels; writes DIR/unit.json, host.yaml, device-<target>.yaml; with a cache, "
     "what\n"
     "    it has of device code, or else the key for 'collect'"},
    {"report", report_unit,
     "--source=FILE --lang=LANG --format=text|json [--findings=FILE] [--resident] "
     "[--copies-again]\n"
     "    [--artifacts=DIR [--option=OPT]... [--arch=ARCH]... [--text=[-]ARCH]... "
     "[--compress=LEVEL]] -- CLANG-OPTION..."},
};

int main(int argc, char **argv) {
    return oc_request_main(argc, argv, "offloadcc-scan", commands,
                           sizeof commands / sizeof *commands);
}
