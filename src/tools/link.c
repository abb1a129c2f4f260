#include "tools/link.h"

#include "artifacts/compress.h"
#include "base/file.h"
#include "base/text.h"
#include "ir/irobject.h"
#include "link/inputs.h"
#include "model/narrow.h"
#include "targets/target.h"
#include "tools/linkartifacts.h"
#include "tools/linkcache.h"

#include <stdlib.h>
#include <string.h>

// ---- The plan ----------------------------------------------------------------------------------

struct plan {
    struct oc_request *request;
    struct oc_link_inputs inputs;
    struct oc_link_unit *units;
    size_t count;
    struct oc_text text;
};

static const struct oc_linked_code *find_code(const struct oc_link_unit *unit, const char *arch) {
    for (size_t i = 0; i < unit->code_count; i++)
        if (strcmp(unit->codes[i].arch, arch) == 0)
            return &unit->codes[i];
    return NULL;
}

static bool write_member(struct plan *plan, const struct oc_link_unit *unit, size_t component,
                         size_t number) {
    struct oc_request *request = plan->request;
    const char *stem =
        oc_arena_printf(request->arena, "%s/%zu-%zu", request->out, component, number);
    const char *json = oc_unit_to_json(request->arena, &unit->unit.unit);
    bool good = oc_file_write_or_report(oc_arena_printf(request->arena, "%s.json", stem), "file",
                                        json, strlen(json), &request->diag);
    for (size_t i = 0; i < unit->code_count; i++)
        good = good &&
               oc_file_write_or_report(
                   oc_arena_printf(request->arena, "%s.%s.bc", stem, unit->codes[i].arch), "file",
                   unit->codes[i].bitcode.data, unit->codes[i].bitcode.length, &request->diag);
    oc_text_printf(&plan->text, "object %s\nmember %s\n", unit->unit.object, stem);
    return good;
}

// The words that code is compiled with.
static void add_options(struct plan *plan, const struct oc_linked_code *code) {
    const char *options = code->options;
    for (size_t length; (length = strcspn(options, "\n")) > 0;
         options += length + (options[length] != 0))
        if (strncmp(options, "--cpu", length) != 0)
            oc_text_printf(&plan->text, "option %.*s\n", (int)length, options);
}

// The component's first unit with kernels; else its first one.
static const struct oc_link_unit *main_unit(const struct plan *plan, size_t component) {
    const struct oc_link_unit *first = NULL;
    for (size_t i = 0; i < plan->count; i++) {
        const struct oc_link_unit *unit = &plan->units[i];
        if (unit->unit.component != component)
            continue;
        if (unit->unit.unit.kernel_count)
            return unit;
        first = first ? first : unit;
    }
    return first;
}

// The architectures that the component's first kernels have code for. Where another member has
// none, there will be no image.
static void plan_archs(struct plan *plan, size_t component) {
    const struct oc_link_unit *first = main_unit(plan, component);
    for (size_t a = 0; first && a < first->code_count; a++) {
        const char *arch = first->codes[a].arch;
        if (strstr(first->codes[a].options, "--cpu\n"))
            continue;
        const struct oc_link_unit *lacks = NULL;
        for (size_t i = 0; i < plan->count && !lacks; i++)
            if (plan->units[i].unit.component == component && !find_code(&plan->units[i], arch))
                lacks = &plan->units[i];
        if (lacks) {
            oc_report(&plan->request->diag, OC_WARNING, (struct oc_place){0}, "offload-no-image",
                      "'%s' has no code for %s, which '%s' has: kernels of both run on the CPU "
                      "there; compile its source for %s too",
                      lacks->unit.object, arch, first->unit.object, arch);
            continue;
        }
        oc_text_printf(&plan->text, "arch %s\n", arch);
        add_options(plan, &first->codes[a]);
    }
}

static bool needs_functions(const struct oc_linked_unit *unit) {
    for (size_t i = 0; i < unit->unit.need_count; i++)
        if (!unit->unit.needs[i].is_variable && unit->is_needed[i])
            return unit->unit.kernel_count > 0;
    return false;
}

static bool offers_waiting(const struct oc_linked_unit *unit) {
    for (size_t i = 0; i < unit->unit.offer_count; i++)
        if (unit->unit.offers[i].waits && unit->is_offered[i])
            return true;
    return false;
}

// Whether functions that wait may be in other files than kernels that call them. An address of one
// may be anywhere.
static bool component_waits(const struct plan *plan, size_t component) {
    size_t members = 0;
    bool waits = false, offers = false;
    for (size_t i = 0; i < plan->count; i++) {
        const struct oc_linked_unit *unit = &plan->units[i].unit;
        if (unit->component != component)
            continue;
        members++;
        waits |= unit->unit.waits;
        offers |= offers_waiting(unit);
    }
    return offers || (waits && members > 1);
}

// Where that is so; and where kernels call any functions of other files, which are to be inlined.
static void plan_cpu(struct plan *plan, size_t component) {
    const struct oc_link_unit *first = main_unit(plan, component);
    bool waits = component_waits(plan, component);
    for (size_t a = 0; a < first->code_count; a++)
        if (oc_target_of_arch(first->codes[a].arch)->is_host_cpu &&
            !strstr(first->codes[a].options, "--opt=0\n") && !plan->request->apart)
            for (size_t i = 0; i < plan->count; i++)
                waits |= plan->units[i].unit.component == component &&
                         needs_functions(&plan->units[i].unit);
    for (size_t a = 0; waits && a < first->code_count; a++)
        if (oc_target_of_arch(first->codes[a].arch)->is_host_cpu) {
            oc_text_printf(&plan->text, "cpu %s\n", first->codes[a].arch);
            add_options(plan, &first->codes[a]);
        }
}

// Takes the component's objects from the cache, if it has them.
static bool take_component(struct plan *plan, size_t component, const char *key) {
    struct oc_request *request = plan->request;
    const char *stem = oc_arena_printf(request->arena, "%s/%zu", request->out, component);
    struct oc_linkcache_files files = {oc_arena_printf(request->arena, "%s.o", stem),
                                       oc_arena_printf(request->arena, "%s.cpu.o", stem)};
    bool has_cpu;
    if (!oc_linkcache_take(request, key, &files, &has_cpu))
        return false;
    oc_text_printf(&plan->text, "object %s\ntaken\n%s", main_unit(plan, component)->unit.object,
                   has_cpu ? "taken-cpu\n" : "");
    return true;
}

static bool plan_component(struct plan *plan, size_t component) {
    size_t number = 0;
    bool has_code = false;
    oc_text_printf(&plan->text, "component %zu\n", component);
    const char *key = oc_linkcache_key(plan->request, plan->units, plan->count, component);
    if (take_component(plan, component, key))
        return true;
    unsigned said = plan->request->diag.warnings;
    for (size_t i = 0; i < plan->count; i++) {
        const struct oc_link_unit *unit = &plan->units[i];
        if (unit->unit.component != component)
            continue;
        has_code |= unit->unit.unit.kernel_count || unit->unit.unit.global_count;
        if (!write_member(plan, unit, component, number++))
            return false;
    }
    if (has_code) // else nothing launches it
        plan_archs(plan, component);
    if (has_code)
        plan_cpu(plan, component);
    if (key && plan->request->diag.warnings == said)
        oc_text_printf(&plan->text, "key %s\n", key);
    return true;
}

static bool connect(struct plan *plan, size_t *components) {
    struct oc_linked_unit *units =
        OC_NEW_ARRAY(plan->request->arena, plan->count, struct oc_linked_unit);
    for (size_t i = 0; i < plan->count; i++)
        units[i] = plan->units[i].unit;
    bool connected = oc_connect(plan->request->arena, units, plan->count, &plan->inputs,
                                plan->request->takes_first, &plan->request->diag, components);
    for (size_t i = 0; i < plan->count; i++)
        plan->units[i].unit = units[i];
    return connected;
}

// How paths of objects begin that were made for this link alone: their sources are what users know.
static const char *temporary(const struct oc_request *request) {
    size_t length = (size_t)(oc_base_name(request->out) - request->out);
    return length ? oc_arena_strndup(request->arena, request->out, length) : NULL;
}

int oc_link_plan(struct oc_request *request) {
    struct plan plan = {.request = request, .text = {.arena = request->arena}};
    struct oc_input_file *files =
        OC_NEW_ARRAY(request->arena, request->files.count, struct oc_input_file);
    size_t components = 0;
    request->diag.options = request->warnings.items;
    request->diag.option_count = request->warnings.count;
    for (size_t i = 0; i < request->files.count; i++) {
        const char *word = request->files.items[i];
        files[i] = (struct oc_input_file){word + 1, word[0] == '+'};
    }
    bool good = oc_inputs_read(request->arena, files, request->files.count, oc_irobject_read,
                               &request->diag, &plan.inputs);
    good = good && (!request->artifacts || oc_linkartifacts_add(request, &plan.inputs));
    plan.inputs.temporary = temporary(request);
    plan.units = plan.inputs.units;
    plan.count = plan.inputs.count;
    for (size_t i = 0; i < plan.count; i++)
        if (plan.inputs.temporary &&
            oc_starts_with(plan.units[i].unit.object, plan.inputs.temporary))
            plan.units[i].unit.object = plan.units[i].unit.unit.source;
    good = good && connect(&plan, &components);
    for (size_t i = 0; i < components && good; i++)
        good = plan_component(&plan, i);
    oc_text_add(&plan.text, "");
    good =
        good && oc_file_write_or_report(oc_arena_printf(request->arena, "%s/plan", request->out),
                                        "file", plan.text.data, plan.text.length, &request->diag);
    return good && !request->diag.errors ? OC_EXIT_OK : OC_EXIT_ERROR; // -Werror
}

// ---- Members -----------------------------------------------------------------------------------

bool oc_link_members(struct oc_request *request, struct oc_link_members *out) {
    *out = (struct oc_link_members){
        .units = OC_NEW_ARRAY(request->arena, request->members.count, struct oc_unit),
        .count = request->members.count};
    for (size_t i = 0; i < out->count; i++) {
        const char *path = oc_arena_printf(request->arena, "%s.json", request->members.items[i]);
        struct oc_bytes json;
        if (!oc_file_read_or_report(request->arena, path, "scan", &request->diag, &json) ||
            !oc_unit_from_json(request->arena, json.data, json.length, path, &request->diag,
                               &out->units[i]))
            return false;
    }
    if (!out->count) {
        oc_error(&request->diag, "at least one --member is needed");
        return false;
    }
    oc_units_merge(request->arena, out->units, out->count, &out->merged);
    return true;
}

// ---- Images ------------------------------------------------------------------------------------

bool oc_link_load(struct oc_request *request, const struct oc_unit *merged, struct oc_loaded *out) {
    struct oc_artifact_request artifacts = oc_request_artifacts(request);
    if (!oc_artifacts_load_files(request->arena, &artifacts, merged, request->outputs,
                                 request->output_count, &request->diag, out))
        return false;
    if (request->compress)
        oc_compress_images(request->arena, out, (int)strtol(request->compress, NULL, 10));
    return true;
}
