// Units as JSON text and back, and what the reader refuses.
#include "model/unit.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct oc_arena arena;

static bool read_text(const char *json, struct oc_unit *out, char **message) {
    size_t size;
    struct oc_diag diag = {.stream = open_memstream(message, &size), .tool = "t"};
    bool valid = oc_unit_from_json(&arena, json, strlen(json), "u.json", &diag, out);
    fclose(diag.stream);
    assert_int_equal(diag.errors, !valid);
    return valid;
}

static const struct oc_expression *node(enum oc_operator op, const char *type,
                                        const struct oc_expression *left,
                                        const struct oc_expression *right) {
    struct oc_expression *made = OC_NEW(&arena, struct oc_expression);
    *made =
        (struct oc_expression){.op = op, .type = oc_integer_named(type), .operands = {left, right}};
    return made;
}

static const struct oc_expression *leaf(enum oc_operator op, size_t param, const char *path,
                                        const char *type) {
    struct oc_expression *made = OC_NEW(&arena, struct oc_expression);
    *made = (struct oc_expression){
        .op = op, .type = oc_integer_named(type), .param = param, .path = path};
    return made;
}

static const struct oc_expression *number(const char *type, int64_t value) {
    return oc_expression_constant(&arena, oc_integer_named(type), value);
}

static struct oc_unit sample(void) {
    static struct oc_bound bounds[3], counts[2];
    bounds[0] = (struct oc_bound){node(OC_EXPR_MULTIPLY, "unsigned long",
                                       leaf(OC_EXPR_PARAM, 0, NULL, "unsigned long"),
                                       number("unsigned long", 2)),
                                  "n * 2"};
    bounds[1] = (struct oc_bound){number("int", 3), "N"};
    bounds[2] = (struct oc_bound){leaf(OC_EXPR_PARAM, 1, "dims[1]", "short"), "s.dims[1]"};
    counts[0] = (struct oc_bound){
        node(OC_EXPR_CONVERT, "unsigned long", leaf(OC_EXPR_MEMBER, 0, "in.count", "int"), NULL),
        "rows"};
    counts[1] = (struct oc_bound){number("unsigned long", 4), "4"};
    static struct oc_member inner[] = {
        {.path = "data",
         .place = {"shape.h", 2, 7},
         .direction = OC_MAP_FROM,
         .spelling = "char *",
         .size = 1,
         .bounds = counts,
         .bound_count = 1},
    };
    static struct oc_member members[] = {
        {.path = "in.parts[1][20].rows",
         .offset = 488,
         .place = {"shape.h", 9, 8},
         .direction = OC_MAP_TO | OC_MAP_FROM,
         .spelling = "struct row (*)[4]",
         .size = 24,
         .bounds = counts,
         .bound_count = 2,
         .members = inner,
         .member_count = 1},
        {.path = "last",
         .offset = OC_UNKNOWN_OFFSET,
         .place = {"shape.h", 10, 8},
         .spelling = "int *",
         .size = 4,
         .or_null = true,
         .bounds = counts,
         .bound_count = 1},
    };
    static struct oc_param params[] = {
        {.name = "n",
         .place = {"saxpy.c", 3, 30},
         .kind = OC_PARAM_VALUE,
         .type = "unsigned long",
         .spelling = "size_t",
         .size = 8},
        {.name = "s",
         .place = {"saxpy.c", 3, 35},
         .kind = OC_PARAM_AGGREGATE,
         .type = "struct shape",
         .spelling = "const struct shape",
         .size = 12,
         .members = members,
         .member_count = 2},
        {.name = "x",
         .place = {"saxpy.c", 4, 2},
         .kind = OC_PARAM_ARRAY,
         .direction = OC_MAP_TO | OC_MAP_FROM,
         .type = "void *",
         .spelling = "float[n * 2][N][s.dims[1]]",
         .size = 4,
         .bounds = bounds,
         .bound_count = 3,
         .members = inner,
         .member_count = 1,
         .device_pointers = true,
         .record = "struct row"},
        {.name = "",
         .kind = OC_PARAM_DEVICE_PTR,
         .place = {"saxpy.c", 5, 0},
         .type = "void *",
         .spelling = "void *"},
    };
    static unsigned block_sizes[][3] = {{256, 1, 1}, {16, 16, 4}};
    static struct oc_kernel kernels[] = {
        {.name = "saxpy",
         .place = {"saxpy.c", 3, 21},
         .is_static = true,
         .params = params,
         .param_count = 4,
         .block_sizes = block_sizes,
         .least_waves = 4,
         .most_waves = 8,
         .block_size_count = 2},
        {.name = "empty", .place = {"f\xff\xfe.h", 7, 1}},
    };
    static const char *tables[] = {"weights", "bias"};
    static struct oc_global globals[] = {
        {.name = "hits", .place = {"saxpy.c", 1, 20}, .size = 77},
        {.name = "seen", .place = {"saxpy.c", 2, 27}, .is_static = true, .size = 1024},
    };
    return (struct oc_unit){.source = "dir/saxpy.c",
                            .kernels = kernels,
                            .kernel_count = 2,
                            .tables = tables,
                            .table_count = 2,
                            .globals = globals,
                            .global_count = 2};
}

static void round_trip(void **state) {
    (void)state;
    struct oc_unit unit = sample(), again;
    const char *json = oc_unit_to_json(&arena, &unit);
    char *message;
    assert_true(read_text(json, &again, &message));
    free(message);
    assert_string_equal(oc_unit_to_json(&arena, &again), json);
    assert_int_equal(again.kernel_count, 2);
    const struct oc_kernel *kernel = &again.kernels[0];
    assert_true(kernel->is_static);
    assert_int_equal(kernel->param_count, 4);
    assert_int_equal(kernel->params[2].direction, OC_MAP_TO | OC_MAP_FROM);
    assert_int_equal(kernel->params[2].bound_count, 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(oc_expression_equal(kernel->params[2].bounds[i].expression,
                                        unit.kernels[0].params[2].bounds[i].expression));
    assert_string_equal(kernel->params[2].record, "struct row");
    assert_int_equal(kernel->params[1].member_count, 2);
    const struct oc_member *member = &kernel->params[1].members[0];
    assert_string_equal(member->path, "in.parts[1][20].rows");
    assert_int_equal(member->offset, 488);
    assert_true(kernel->params[1].members[1].offset == OC_UNKNOWN_OFFSET);
    assert_int_equal(member->direction, OC_MAP_TO | OC_MAP_FROM);
    for (size_t i = 0; i < 2; i++)
        assert_true(oc_expression_equal(member->bounds[i].expression,
                                        unit.kernels[0].params[1].members[0].bounds[i].expression));
    assert_int_equal(member->members[0].direction, OC_MAP_FROM);
    assert_false(member->or_null);
    assert_true(member[1].or_null);
    assert_true(kernel->params[2].device_pointers);
    assert_int_equal(kernel->params[3].kind, OC_PARAM_DEVICE_PTR);
    assert_int_equal(kernel->place.column, 21);
    assert_string_equal(again.kernels[1].place.file, "f\xff\xfe.h");
    assert_string_equal(again.tables[1], "bias");
    assert_int_equal(kernel->block_size_count, 2);
    assert_memory_equal(kernel->block_sizes, unit.kernels[0].block_sizes, 6 * sizeof(unsigned));
    assert_int_equal(kernel->least_waves, 4);
    assert_int_equal(kernel->most_waves, 8);
    assert_int_equal(again.kernels[1].block_size_count, 0);
    assert_int_equal(again.global_count, 2);
    assert_string_equal(again.globals[0].name, "hits");
    assert_int_equal(again.globals[0].size, 77);
    assert_false(again.globals[0].is_static);
    assert_true(again.globals[1].is_static);
    assert_int_equal(again.globals[1].place.column, 27);
}

static void empty_unit(void **state) {
    (void)state;
    struct oc_unit unit = {.source = ""}, again;
    char *message;
    assert_true(read_text(oc_unit_to_json(&arena, &unit), &again, &message));
    free(message);
    assert_int_equal(again.kernel_count, 0);
    assert_int_equal(again.table_count, 0);
    assert_int_equal(again.global_count, 0);
}

// The sample's text with `from` replaced by `to`.
static const char *edited(const char *from, const char *to) {
    struct oc_unit unit = sample();
    const char *json = oc_unit_to_json(&arena, &unit), *at = strstr(json, from);
    assert_non_null(at);
    return oc_arena_printf(&arena, "%.*s%s%s", (int)(at - json), json, to, at + strlen(from));
}

static void assert_refused(const char *json, const char *reason) {
    struct oc_unit unit = {.source = "untouched"};
    char *message;
    assert_false(read_text(json, &unit, &message));
    assert_string_equal(unit.source, "untouched");
    assert_non_null(strstr(message, "'u.json'"));
    assert_non_null(strstr(message, reason));
    free(message);
}

static void damaged_structure(void **state) {
    (void)state;
    assert_refused("", "'u.json'");
    assert_refused("[]", "version");
    assert_refused("{\"version\": 5", "'u.json'");
    assert_refused(edited("\"version\": 5", "\"version\": 1"), "version");
    assert_refused(edited("\"source\"", "\"sauce\""), "string");
    assert_refused(edited("\"source\"", "\"version\""), "duplicate");
    assert_refused(edited("\"kernels\"", "\"colonels\""), "kernels");
    assert_refused(edited("\"line\": 3", "\"line\": -3"), "number");
    assert_refused(edited("\"line\": 3", "\"line\": 3.5"), "number");
    assert_refused(edited("\"line\": 3", "\"line\": 4294967296"), "number");
    assert_refused(edited("\"static\": true", "\"static\": 1"), "linkage");
    assert_refused(edited("66fffe", "66fff"), "hex");
    assert_refused(edited("66fffe", "66xxfe"), "hex");
    assert_refused(edited("66fffe", "6600fe"), "hex");
    assert_refused(edited("dir/saxpy.c", "dir\\u0000saxpy.c"), "'u.json'");
}

static void damaged_parameters(void **state) {
    (void)state;
    assert_refused(edited("\"array\"", "\"other\""), "kind");
    assert_refused(edited("\"array\"", "\"value\""), "direction");
    assert_refused(edited("\"kind\": \"value\"", "\"kind\": \"array\""), "bounds");
    assert_refused(edited("\"to\"", "\"from\""), "direction");
    assert_refused(edited("\"to\"", "3"), "direction");
    assert_refused(edited("\"size\": 8", "\"size\": 9"), "size");
    assert_refused(edited("\"size\": 8", "\"size\": 0"), "size");
    assert_refused(edited("\"size\": 12", "\"size\": 0"), "size");
    assert_refused(edited("\"unsigned long\"", "\"int; int\""), "type");
    assert_refused(edited("\"struct shape\"", "\"struct { int a; }\""), "type");
    assert_refused(edited("\"struct shape\"", "\"\""), "type");
    assert_refused(edited("\"saxpy\"", "\"sax py\""), "identifier");
    assert_refused(edited("\"n\"", "\"1n\""), "identifier");
    assert_refused(edited("\"weights\"", "\"weights)\""), "identifier");
    assert_refused(edited("\"value\": 3", "\"value\": -3"), "negative");
}

static void damaged_waves(void **state) {
    (void)state;
    assert_refused(edited("\"waves\": [", "\"waves\": [99, "),
                   "a number is missing or out of range");
    assert_refused(edited("\"waves\": [", "\"waves\": [], \"other\": ["),
                   "a number is missing or out of range");
}

static void damaged_block_sizes(void **state) {
    (void)state;
    const char *from = "16,\n     16,\n     4";
    assert_refused(edited("\"block_sizes\"", "\"sizes\""), "block sizes");
    assert_refused(edited(from, "16, 16"), "number");
    assert_refused(edited(from, "16, 16, 1, 1"), "block size");
    assert_refused(edited(from, "16, 16, 0"), "block size");
    assert_refused(edited(from, "16, 16, -1"), "number");
    assert_refused(edited(from, "16, 16, 5"), "block size");
    assert_refused(edited(from, "1025, 1, 1"), "number");
    assert_refused(edited(from, "1, 1, 1], [1, 1, 1], [1, 1, 1"), "block sizes");
}

static void damaged_globals(void **state) {
    (void)state;
    assert_refused(edited("\"globals\"", "\"variables\""), "device variables");
    assert_refused(edited("\"hits\"", "\"hits[1]\""), "identifier");
    assert_refused(edited("\"size\": 77", "\"size\": 0"), "device variable");
    assert_refused(edited("\"size\": 77", "\"size\": -1"), "number");
    assert_refused(edited("\"size\": 1024", "\"place\": 1024"), "duplicate");
}

// The bound s.dims[1] with something else in its place.
static void refuse_bound(const char *expression) {
    struct oc_unit unit = sample();
    json_t *root = json_loads(oc_unit_to_json(&arena, &unit), 0, NULL);
    json_t *param = json_array_get(
        json_object_get(json_array_get(json_object_get(root, "kernels"), 0), "params"), 2);
    json_t *bound = json_array_get(json_object_get(param, "bounds"), 2);
    json_object_set_new(bound, "expression", json_loads(expression, JSON_DECODE_ANY, NULL));
    char *text = json_dumps(root, 0);
    assert_refused(text, strstr(expression, "path") ? "path" : "bound");
    free(text);
    json_decref(root);
}

static void damaged_bounds(void **state) {
    (void)state;
    refuse_bound("\"__offloadcc_p0\"");
    refuse_bound("{}");
    refuse_bound("{\"type\": \"int\"}");
    refuse_bound("{\"value\": 1}");
    refuse_bound("{\"value\": 1, \"type\": \"long long\"}");
    refuse_bound("{\"value\": 1, \"type\": \"int) + (1\"}");
    refuse_bound("{\"value\": \"1\", \"type\": \"int\"}");
    refuse_bound("{\"value\": 1.5, \"type\": \"int\"}");
    refuse_bound("{\"value\": 2147483648, \"type\": \"int\"}");
    refuse_bound("{\"value\": 2, \"type\": \"_Bool\"}");
    refuse_bound("{\"value\": -1, \"type\": \"unsigned long\"}");
    refuse_bound("{\"param\": 4, \"type\": \"int\"}");
    refuse_bound("{\"param\": -1, \"type\": \"int\"}");
    refuse_bound("{\"param\": \"n\", \"type\": \"int\"}");
    refuse_bound("{\"param\": 1, \"path\": \"dims[1]) + (1\", \"type\": \"int\"}");
    refuse_bound("{\"member\": \"n\", \"type\": \"int\"}");
}

#define INT(value) "{\"value\": " #value ", \"type\": \"int\"}"
#define LONG(value) "{\"value\": " #value ", \"type\": \"long\"}"

static void damaged_operations(void **state) {
    (void)state;
    refuse_bound("{\"op\": \"+\", \"type\": \"int\", \"of\": [" INT(1) "]}");
    refuse_bound(
        "{\"op\": \"+\", \"type\": \"int\", \"of\": [" INT(1) ", " INT(1) ", " INT(1) "]}");
    refuse_bound("{\"op\": \"+\", \"type\": \"int\", \"of\": " INT(1) "}");
    refuse_bound("{\"op\": \"+\", \"type\": \"int\", \"of\": [" INT(1) ", 1]}");
    refuse_bound("{\"op\": \"+\", \"type\": \"int\", \"of\": [" INT(1) ", " LONG(1) "]}");
    refuse_bound("{\"op\": \"+\", \"type\": \"long\", \"of\": [" INT(1) ", " INT(1) "]}");
    refuse_bound("{\"op\": \"=\", \"type\": \"int\", \"of\": [" INT(1) ", " INT(1) "]}");
    refuse_bound("{\"op\": \"<\", \"type\": \"long\", \"of\": [" LONG(1) ", " LONG(1) "]}");
    refuse_bound("{\"op\": \"<\", \"type\": \"int\", \"of\": [" INT(1) ", " LONG(1) "]}");
    refuse_bound("{\"op\": \"<<\", \"type\": \"int\", \"of\": [" LONG(1) ", " INT(1) "]}");
    refuse_bound("{\"op\": \"!\", \"type\": \"long\", \"of\": [" LONG(1) "]}");
    refuse_bound("{\"op\": \"~\", \"type\": \"int\", \"of\": [" LONG(1) "]}");
    refuse_bound("{\"op\": \"convert\", \"type\": \"int\", \"of\": []}");
    refuse_bound(
        "{\"op\": \"?:\", \"type\": \"int\", \"of\": [" INT(1) ", " INT(1) ", " LONG(1) "]}");
}

static void damaged_members(void **state) {
    (void)state;
    const char *path = "in.parts[1][20].rows";
    static const char *const paths[] = {"",         ".in",      "in.",        "in..x",   "in[",
                                        "in[]",     "in[x]",    "in[1",       "in[1]x",  "1n",
                                        "in->rows", "in . row", "in.rows; 1", "in[-1].x"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        assert_refused(edited(path, paths[i]), "path");
    assert_refused(edited("\"member\": \"in.count\"", "\"param\": 0"), "bound");
    assert_refused(edited("in.count", "in.count; 1"), "path");
    assert_refused(edited("\"record\"", "\"accord\""), "struct");
    assert_refused(edited("\"struct row\"", "\"struct row; int\""), "struct");
    assert_refused(edited("\"aggregate\"", "\"value\""), "members");
    assert_refused(edited("\"members\": [", "\"members\": [{}, "), "string");
    assert_refused(edited("\"members\": [", "\"members\": [], \"others\": ["), "members");
}

static void members_too_deep(void **state) {
    (void)state;
    struct oc_unit unit = sample();
    struct oc_member *param = unit.kernels[0].params[1].members;
    struct oc_member chain[OC_MAX_MEMBER_DEPTH + 1];
    for (size_t i = 0; i <= OC_MAX_MEMBER_DEPTH; i++) {
        chain[i] = param[1];
        chain[i].members = i < OC_MAX_MEMBER_DEPTH ? &chain[i + 1] : NULL;
        chain[i].member_count = i < OC_MAX_MEMBER_DEPTH;
    }
    unit.kernels[0].params[1].members = chain;
    assert_refused(oc_unit_to_json(&arena, &unit), "members");
    unit.kernels[0].params[1].members = param;
}

static int release(void **state) {
    (void)state;
    oc_arena_release(&arena);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),         cmocka_unit_test(empty_unit),
        cmocka_unit_test(damaged_structure),  cmocka_unit_test(damaged_parameters),
        cmocka_unit_test(damaged_bounds),     cmocka_unit_test(damaged_block_sizes),
        cmocka_unit_test(damaged_waves),      cmocka_unit_test(damaged_globals),
        cmocka_unit_test(damaged_members),    cmocka_unit_test(members_too_deep),
        cmocka_unit_test(damaged_operations),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
