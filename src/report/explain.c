#include "report/explain.h"

#include "base/names.h"
#include "base/text.h"
#include "model/evaluate.h"
#include "model/json.h"
#include "model/kernelargs.h"
#include "model/narrow.h"
#include "model/usage.h"
#include "report/conditions.h"
#include "report/footprint.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// What is said of one parameter, or of what a pointer in a struct leads to, in a kernel or in a
// launch of it.
struct line {
    const char *name; // "x", "m.data"
    struct oc_place place;
    const char *type; // as written
    const char *kind;
    const char *moves;      // "to the device"
    unsigned rule, copies;  // sets of oc_direction
    const char *bytes;      // "4 * n"
    bool is_product, known; // of this number of bytes:
    uint64_t total;
    const char *reason;
    const char *condition; // of the reason, where it is not known to hold; else NULL
    unsigned otherwise;    // what is copied where it does not
    const char *failed;    // the condition that this launch does not fulfil; else NULL
    const char *hint;      // or NULL
    const char *argument;  // in a launch: as written, NULL where a macro made it
    bool is_member;
    const char *each; // the structs of an array that have one each, as in "list[]"; else NULL
};

struct lines {
    struct oc_arena *arena;
    struct line *items;
    size_t count, capacity;
};

// ---- Directions --------------------------------------------------------------------------------

static const char *direction(unsigned set) {
    switch (set) {
    case OC_MAP_TO:
        return "to the device";
    case OC_MAP_FROM:
        return "from the device";
    case OC_MAP_TO | OC_MAP_FROM:
        return "to the device and back";
    default:
        return "device memory only";
    }
}

static const char *rule_of(unsigned direction) {
    switch (direction) {
    case OC_MAP_TO:
        return "the elements are const";
    case OC_MAP_FROM:
        return OC_ANNOTATION_OUT;
    case OC_MAP_TO | OC_MAP_FROM:
        return "the elements are not const";
    default:
        return OC_ANNOTATION_SCRATCH;
    }
}

// ---- Bytes -------------------------------------------------------------------------------------

static bool needs_parentheses(const char *bound) {
    return strpbrk(bound, "+-/%<>&|^?: ") != NULL;
}

static void set_bytes(struct oc_arena *arena, struct line *line, uint64_t size,
                      const struct oc_bound *bounds, size_t count, const struct oc_launch *launch) {
    struct oc_text text = {.arena = arena};
    int64_t total = 0;
    line->known = oc_evaluate_bytes(size, bounds, count, launch, &total);
    line->total = (uint64_t)total;
    line->is_product = count != 0;
    oc_text_printf(&text, "%" PRIu64, size);
    for (size_t b = 0; b < count; b++) {
        bool enclose = needs_parentheses(bounds[b].spelling);
        oc_text_printf(&text, " * %s%s%s", enclose ? "(" : "", bounds[b].spelling,
                       enclose ? ")" : "");
    }
    line->bytes = text.data;
}

// ---- Lines -------------------------------------------------------------------------------------

static void add_line(struct lines *lines, struct line line) {
    lines->items = oc_arena_grow(lines->arena, lines->items, lines->count, &lines->capacity,
                                 sizeof *lines->items);
    lines->items[lines->count++] = line;
}

static void set_unused(struct line *line) {
    line->moves = "not mapped";
    line->reason = "not used (device code, all targets)";
}

static void set_mapping(struct oc_arena *arena, struct line *line, const struct oc_kernel *kernel,
                        size_t argument, const struct oc_kernel_usage *of_kernel,
                        const struct oc_launch *launch) {
    struct oc_mapping mapping = oc_narrow_mapping(kernel, argument, of_kernel);
    const struct oc_param_usage *usage = of_kernel ? &of_kernel->params[argument] : NULL;
    enum oc_truth whole = OC_TRUE;
    if (mapping.whole != mapping.always) {
        const char *condition = oc_conditions_text(arena, kernel, argument, usage);
        whole = !launch ? OC_UNSURE : oc_conditions_hold(kernel, argument, usage, launch);
        line->condition = *condition && whole == OC_UNSURE ? condition : NULL;
        line->failed = whole == OC_FALSE ? condition : NULL;
    }
    line->rule = mapping.rule;
    line->copies = whole == OC_FALSE ? mapping.always : mapping.whole;
    line->otherwise = mapping.always;
    line->moves = direction(line->copies);
    line->reason = mapping.reason ? mapping.reason : rule_of(mapping.rule);
    if (mapping.unused)
        set_unused(line);
    bool is_unread = usage && usage->writes && !usage->reads && mapping.whole & OC_MAP_TO;
    bool has_pointers =
        argument < kernel->param_count && kernel->params[argument].member_count != 0;
    if (is_unread && !has_pointers)
        line->hint =
            oc_arena_printf(arena,
                            "'%s' is copied to the device although the kernel does not read it: "
                            "offloadcc could not prove that the kernel writes every element",
                            line->name);
}

// Where members are in the kernel's description (maps.h).
struct described {
    const struct oc_kernel *kernel;
    const struct oc_kernel_usage *usage; // NULL: not known
    bool are_arguments;                  // of a struct by value
    size_t next;                         // the number of the next member
};

// The number of the first of the members that an array of structs has; it is an argument.
static size_t first_reached(struct oc_arena *arena, const struct oc_kernel *kernel,
                            size_t argument) {
    struct oc_roots roots = oc_kernel_roots(arena, kernel);
    for (size_t i = 0; i < roots.count; i++)
        if (roots.items[i].argument == argument)
            return roots.items[i].described;
    return 0; // it has none
}

static void add_members(struct lines *lines, const char *owner, const char *each,
                        const struct oc_member *members, size_t count, struct described *at);

static void add_inner_members(struct lines *lines, const char *owner,
                              const struct oc_member *member, size_t number, struct described *at) {
    struct described inner = {at->kernel, at->usage, false, 0};
    if (at->are_arguments)
        inner.next = first_reached(lines->arena, at->kernel, number);
    add_members(lines, owner, oc_arena_printf(lines->arena, "%s[]", owner), member->members,
                member->member_count, at->are_arguments ? &inner : at);
}

// Counts of members are over members: no launch knows them.
static void add_members(struct lines *lines, const char *owner, const char *each,
                        const struct oc_member *members, size_t count, struct described *at) {
    for (size_t i = 0; i < count; i++) {
        const struct oc_member *member = &members[i];
        size_t number = at->next++;
        struct line line = {
            .name = oc_arena_printf(lines->arena, "%s.%s", owner, member->path),
            .place = member->place,
            .type = member->spelling,
            .kind = "member",
            .moves = direction(member->direction),
            .rule = member->direction,
            .copies = member->direction,
            .reason = rule_of(member->direction),
            .is_member = true,
            .each = each,
        };
        set_bytes(lines->arena, &line, member->size, member->bounds, member->bound_count, NULL);
        if (at->are_arguments) {
            set_mapping(lines->arena, &line, at->kernel, number, at->usage, NULL);
        } else if (oc_narrow_is_unused(at->usage, number)) {
            line.copies = OC_MAP_ALLOC;
            set_unused(&line);
        }
        add_line(lines, line);
        add_inner_members(lines, line.name, member, number, at);
    }
}

static struct line describe_param(struct oc_arena *arena, const struct oc_kernel *kernel, size_t i,
                                  const struct oc_kernel_usage *usage,
                                  const struct oc_launch *launch) {
    const struct oc_param *param = &kernel->params[i];
    struct line line = {
        .name = *param->name ? param->name : oc_arena_printf(arena, "parameter %zu", i + 1),
        .place = param->place,
        .type = param->spelling,
        .argument = launch ? launch->arguments[i].text : NULL,
    };
    switch (param->kind) {
    case OC_PARAM_VALUE:
        line.kind = "value";
        line.moves = "by value";
        line.reason = "a number is an argument of the launch";
        break;
    case OC_PARAM_AGGREGATE:
        line.kind = "aggregate";
        line.moves = "a copy to the device";
        line.rule = line.copies = OC_MAP_TO;
        line.reason = "a value of more than 8 bytes is copied to device memory";
        break;
    case OC_PARAM_DEVICE_PTR:
        line.kind = "device_ptr";
        line.moves = "an address, unchanged";
        line.reason = OC_ANNOTATION_DEVICE_PTR;
        break;
    case OC_PARAM_ARRAY:
        line.kind = "array";
        set_mapping(arena, &line, kernel, i, usage, launch);
        break;
    case OC_PARAM_OTHER:
        break;
    }
    bool is_address = param->kind == OC_PARAM_DEVICE_PTR;
    set_bytes(arena, &line, is_address ? sizeof(uint64_t) : param->size, param->bounds,
              param->bound_count, launch);
    return line;
}

// A kernel's parameters, each with its members, in a launch or in any.
static struct lines lines_of(struct oc_arena *arena, const struct oc_kernel *kernel,
                             const struct oc_kernel_usage *usage, const struct oc_launch *launch) {
    struct lines lines = {.arena = arena};
    for (size_t i = 0; i < kernel->param_count; i++) {
        const struct oc_param *param = &kernel->params[i];
        add_line(&lines, describe_param(arena, kernel, i, usage, launch));
        const char *owner = lines.items[lines.count - 1].name;
        bool is_array = param->kind == OC_PARAM_ARRAY;
        struct described at = {kernel, usage, !is_array,
                               is_array ? first_reached(arena, kernel, i)
                                        : oc_kernel_first_pointee(kernel, i)};
        const char *each = is_array ? oc_arena_printf(arena, "%s[]", owner) : NULL;
        add_members(&lines, each ? each : owner, each, param->members, param->member_count, &at);
    }
    return lines;
}

// What all lines copy in one direction.
struct total {
    const char *size; // "4000 + 4 * n"
    bool known;       // of this number of bytes:
    uint64_t bytes;
};

static struct total total_of(const struct lines *lines, unsigned way) {
    struct oc_text rest = {.arena = lines->arena};
    struct total total = {.known = true};
    for (size_t i = 0; i < lines->count; i++) {
        const struct line *line = &lines->items[i];
        if (!(line->copies & way))
            continue;
        if (line->each || !line->known ||
            __builtin_add_overflow(total.bytes, line->total, &total.bytes)) {
            const char *bytes = !line->each ? line->bytes
                                            : oc_arena_printf(lines->arena, "(%s for each of %s)",
                                                              line->bytes, line->each);
            oc_text_printf(&rest, "%s%s", rest.length ? " + " : "", bytes);
            total.known = false;
        }
    }
    total.size = total.known ? oc_arena_printf(lines->arena, "%" PRIu64, total.bytes)
                 : total.bytes
                     ? oc_arena_printf(lines->arena, "%" PRIu64 " + %s", total.bytes, rest.data)
                     : rest.data;
    return total;
}

static const struct oc_kernel_usage *
usage_of(const struct oc_unit *unit, const struct oc_usage *usage, const struct oc_kernel *kernel) {
    return usage && usage->kernels ? &usage->kernels[kernel - unit->kernels] : NULL;
}

static const struct oc_kernel *find_kernel(const struct oc_unit *unit, const char *name) {
    for (size_t i = 0; i < unit->kernel_count; i++)
        if (strcmp(unit->kernels[i].name, name) == 0)
            return &unit->kernels[i];
    return NULL;
}

// ---- For people --------------------------------------------------------------------------------

static void add_place(struct oc_text *text, struct oc_place place) {
    oc_text_printf(text, "%s:%u:%u: ", place.file ? place.file : "?", place.line, place.column);
}

static const char *bytes_text(struct oc_arena *arena, const struct line *line) {
    if (line->each)
        return oc_arena_printf(arena, "%s bytes for each of %s", line->bytes, line->each);
    if (!line->known)
        return oc_arena_printf(arena, "%s bytes", line->bytes);
    return line->is_product
               ? oc_arena_printf(arena, "%" PRIu64 " bytes (%s)", line->total, line->bytes)
               : oc_arena_printf(arena, "%" PRIu64 " bytes", line->total);
}

// A column's width, so that what follows is aligned.
static int width_of(int width, const char *cell) {
    int length = (int)strlen(cell);
    return length > width ? length : width;
}

static void add_line_text(struct oc_text *text, const struct line *line, bool in_launch) {
    if (!in_launch)
        oc_text_printf(text, "  %s", line->reason);
    else if (!line->is_member)
        oc_text_printf(text, "  = %s", line->argument ? line->argument : "(from a macro)");
    if (line->condition)
        oc_text_printf(text, ", if %s; else %s", line->condition, direction(line->otherwise));
    if (line->failed)
        oc_text_printf(text, "; it would not be copied to the device if %s", line->failed);
    oc_text_add(text, "\n");
    if (!in_launch && line->hint)
        oc_text_printf(text, "        hint: %s\n", line->hint);
}

static void add_lines(struct oc_text *text, const struct lines *lines, bool in_launch) {
    struct oc_arena *arena = text->arena;
    int names = 0, moves = 0, bytes = 0;
    for (size_t i = 0; i < lines->count; i++) {
        names = width_of(names, lines->items[i].name);
        moves = width_of(moves, lines->items[i].moves);
        bytes = width_of(bytes, bytes_text(arena, &lines->items[i]));
    }
    for (size_t i = 0; i < lines->count; i++) {
        const struct line *line = &lines->items[i];
        oc_text_printf(text, "    %-*s  %-*s  %-*s", names, line->name, moves, line->moves, bytes,
                       bytes_text(arena, line));
        add_line_text(text, line, in_launch);
    }
    if (lines->count)
        oc_text_printf(text, "    in all: %s bytes to the device, %s bytes back\n",
                       total_of(lines, OC_MAP_TO).size, total_of(lines, OC_MAP_FROM).size);
}

static void add_launch(struct oc_text *text, const struct oc_unit *unit,
                       const struct oc_usage *usage, const struct oc_launch *launch) {
    const struct oc_kernel *kernel = find_kernel(unit, launch->kernel);
    add_place(text, launch->place);
    oc_text_printf(text, "%s '%s'%s%s%s\n", launch->is_call ? "call of one thread of" : "launch of",
                   launch->kernel, launch->text ? ": " : "", launch->text ? launch->text : "",
                   kernel ? "" : " (defined in another file, whose report has its parameters)");
    if (!kernel || kernel->param_count != launch->argument_count)
        return;
    struct lines lines = lines_of(text->arena, kernel, usage_of(unit, usage, kernel), launch);
    add_lines(text, &lines, true);
}

// What the launches' lines say is copied, is copied only where host code may see it.
static void add_returns(struct oc_text *text, const struct oc_explained *what) {
    const struct oc_findings *findings = what->findings;
    bool any = false;
    if (!findings || !what->stays || !what->unit->launch_count)
        return;
    for (size_t i = 0; i < findings->count; i++)
        any |= !findings->items[i].kernel;
    oc_text_printf(text,
                   "%s: arrays of launches stay on the device until host code may look at them; "
                   "they come back for%s\n",
                   what->unit->source, any ? "" : " nothing in this file");
    for (size_t i = 0; i < findings->count; i++) {
        if (findings->items[i].kernel)
            continue;
        oc_text_add(text, "    ");
        add_place(text, findings->items[i].place);
        oc_text_printf(text, "%s\n", findings->items[i].why);
    }
}

// The kernel whose threads run one after the other, for this reason.
static bool is_of(const struct oc_finding *finding, const struct oc_kernel *kernel) {
    return finding->kernel && strcmp(finding->kernel, kernel->name) == 0;
}

static void add_sequential(struct oc_text *text, const struct oc_findings *findings,
                           const struct oc_kernel *kernel) {
    for (size_t i = 0; findings && i < findings->count; i++) {
        if (!is_of(&findings->items[i], kernel))
            continue;
        oc_text_add(text, "    one thread after the other on a CPU: ");
        add_place(text, findings->items[i].place);
        oc_text_printf(text, "%s\n", findings->items[i].why);
    }
}

// Of an incomplete unit.
static void add_connections(struct oc_text *text, const struct oc_unit *unit) {
    const struct oc_external *lists[] = {unit->offers, unit->needs};
    size_t counts[] = {unit->offer_count, unit->need_count};
    for (int list = 0; list < 2; list++)
        for (size_t i = 0; i < counts[list]; i++) {
            add_place(text, lists[list][i].place);
            oc_text_printf(text, "device %s '%s' is %s\n",
                           lists[list][i].is_variable ? "variable" : "function",
                           lists[list][i].name, list ? "of another file" : "for other files");
        }
    if (oc_unit_is_incomplete(unit))
        oc_text_printf(text,
                       "%s: its device code is compiled when it is linked with that of other "
                       "files; what kernels do with their arrays is known then\n",
                       unit->source);
}

const char *oc_explain_text(struct oc_arena *arena, const struct oc_explained *what) {
    const struct oc_unit *unit = what->unit;
    const struct oc_loaded *loaded = what->loaded;
    const struct oc_usage *usage = &loaded->usage;
    struct oc_text text = {.arena = arena};
    for (size_t i = 0; i < unit->kernel_count; i++) {
        const struct oc_kernel *kernel = &unit->kernels[i];
        add_place(&text, kernel->place);
        oc_text_printf(&text, "kernel '%s'%s\n", kernel->name,
                       kernel->param_count ? "" : " has no parameters");
        struct lines lines = lines_of(arena, kernel, usage_of(unit, usage, kernel), NULL);
        add_lines(&text, &lines, false);
        oc_footprint_add(&text, unit, kernel, loaded);
        add_sequential(&text, what->findings, kernel);
    }
    for (size_t i = 0; i < unit->launch_count; i++)
        add_launch(&text, unit, usage, &unit->launches[i]);
    add_returns(&text, what);
    for (size_t i = 0; i < unit->hint_count && what->copies_again; i++) {
        add_place(&text, unit->hints[i].place);
        oc_text_printf(&text, "hint: %s [-W%s]\n", unit->hints[i].text, unit->hints[i].warning);
    }
    oc_footprint_add_images(&text, unit, loaded);
    add_connections(&text, unit);
    return text.data ? text.data : "";
}

// ---- For tools ---------------------------------------------------------------------------------

static json_t *lines_to_json(const struct lines *lines, bool in_launch) {
    json_t *list = json_array();
    for (size_t i = 0; i < lines->count; i++) {
        const struct line *line = &lines->items[i];
        json_t *json = json_pack("{s:o, s:s, s:o, s:o}", "name", oc_json_string(line->name), "kind",
                                 line->kind, "copies", oc_json_directions(line->copies), "size",
                                 oc_json_string(line->bytes));
        if (line->known && !line->each)
            json_object_set_new(json, "bytes", json_integer((json_int_t)line->total));
        json_object_set_new(json, "each", oc_json_string(line->each));
        json_object_set_new(json, "condition", oc_json_string(line->condition));
        if (in_launch) {
            json_object_set_new(json, "argument", oc_json_string(line->argument));
            json_array_append_new(list, json);
            continue;
        }
        json_object_set_new(json, "place", oc_json_place(line->place));
        json_object_set_new(json, "type", oc_json_string(line->type));
        json_object_set_new(json, "rule", oc_json_directions(line->rule));
        json_object_set_new(json, "reason", oc_json_string(line->reason));
        json_object_set_new(json, "hint", oc_json_string(line->hint));
        json_array_append_new(list, json);
    }
    return list;
}

static json_t *totals_to_json(const struct lines *lines) {
    static const struct {
        const char *name;
        unsigned way;
    } ways[] = {{"to", OC_MAP_TO}, {"from", OC_MAP_FROM}};
    json_t *json = json_object();
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct total total = total_of(lines, ways[i].way);
        json_t *one = json_pack("{s:o}", "size", oc_json_string(total.size));
        if (total.known)
            json_object_set_new(one, "bytes", json_integer((json_int_t)total.bytes));
        json_object_set_new(json, ways[i].name, one);
    }
    return json;
}

// Reasons, with their places: of a kernel's threads, or (NULL) why arrays come back.
static json_t *findings_to_json(const struct oc_findings *findings,
                                const struct oc_kernel *kernel) {
    if (!findings)
        return json_null();
    json_t *list = json_array();
    for (size_t i = 0; i < findings->count; i++) {
        const struct oc_finding *finding = &findings->items[i];
        if (kernel ? is_of(finding, kernel) : !finding->kernel)
            json_array_append_new(list,
                                  json_pack("{s:o, s:o}", "place", oc_json_place(finding->place),
                                            "why", oc_json_string(finding->why)));
    }
    return list;
}

static json_t *kernel_to_json(struct oc_arena *arena, const struct oc_explained *what,
                              const struct oc_kernel *kernel) {
    const struct oc_unit *unit = what->unit;
    struct lines lines =
        lines_of(arena, kernel, usage_of(unit, &what->loaded->usage, kernel), NULL);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "name", oc_json_string(kernel->name),
                     "place", oc_json_place(kernel->place), "parameters",
                     lines_to_json(&lines, false), "totals", totals_to_json(&lines), "code",
                     oc_footprint_to_json(arena, unit, kernel, what->loaded), "one_by_one",
                     findings_to_json(what->findings, kernel));
}

static json_t *launch_to_json(struct oc_arena *arena, const struct oc_unit *unit,
                              const struct oc_usage *usage, const struct oc_launch *launch) {
    const struct oc_kernel *kernel = find_kernel(unit, launch->kernel);
    json_t *json = json_pack("{s:o, s:o, s:b, s:o}", "kernel", oc_json_string(launch->kernel),
                             "place", oc_json_place(launch->place), "one_thread", launch->is_call,
                             "text", oc_json_string(launch->text));
    if (!kernel || kernel->param_count != launch->argument_count)
        return json;
    struct lines lines = lines_of(arena, kernel, usage_of(unit, usage, kernel), launch);
    json_object_set_new(json, "parameters", lines_to_json(&lines, true));
    json_object_set_new(json, "totals", totals_to_json(&lines));
    return json;
}

const char *oc_explain_json(struct oc_arena *arena, const struct oc_explained *what) {
    enum { FORMAT_VERSION = 1 };
    const struct oc_unit *unit = what->unit;
    const struct oc_loaded *loaded = what->loaded;
    json_t *kernels = json_array(), *launches = json_array(), *hints = json_array();
    for (size_t i = 0; i < unit->kernel_count; i++)
        json_array_append_new(kernels, kernel_to_json(arena, what, &unit->kernels[i]));
    for (size_t i = 0; i < unit->launch_count; i++)
        json_array_append_new(launches,
                              launch_to_json(arena, unit, &loaded->usage, &unit->launches[i]));
    for (size_t i = 0; i < unit->hint_count && what->copies_again; i++)
        json_array_append_new(hints, json_pack("{s:s, s:o, s:o}", "warning", unit->hints[i].warning,
                                               "place", oc_json_place(unit->hints[i].place), "text",
                                               oc_json_string(unit->hints[i].text)));
    json_t *root =
        json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o}", "version", FORMAT_VERSION, "source",
                  oc_json_string(unit->source), "kernels", kernels, "launches", launches, "images",
                  oc_footprint_images_to_json(loaded), "hints", hints, "returns",
                  findings_to_json(what->stays ? what->findings : NULL, NULL));
    return oc_json_text(arena, root);
}
