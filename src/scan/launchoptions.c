#include "scan/launchoptions.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

struct reader {
    struct oc_ast *ast;
    struct oc_launch_options *out;
    bool valid;
};

// ---- The initialisers --------------------------------------------------------------------------

// `{16, 16}`, or one value. A value that is not known is 2 for counting dimensions.
static void read_values(struct oc_ast *ast, CXCursor list, struct oc_launch_option *out) {
    struct oc_cursors values = {.items = &list, .count = 1};
    bool is_list = clang_getCursorKind(list) == CXCursor_InitListExpr;
    if (is_list)
        values = oc_ast_expressions(ast, list);
    *out = (struct oc_launch_option){
        .given = true, .known = true, .dimensions = 1, .constant = {true, true, true}};
    out->written = (unsigned)values.count;
    if (values.count > 3 || (!is_list && oc_ast_is_array(clang_getCursorType(list)))) {
        out->known = false;
        out->dimensions = out->written = 0;
        memset(out->constant, 0, sizeof out->constant);
        return;
    }
    for (size_t i = 0; i < values.count; i++) {
        bool is_value = oc_ast_is_integer(
            oc_ast_plain_type(clang_getCursorType(values.items[i]))); // or `[1] = 2`, or a float
        out->constant[i] = is_value && oc_ast_evaluate(values.items[i], &out->values[i]);
        out->known = out->known && out->constant[i];
        if (!is_value) {
            out->dimensions = out->written = 0;
            memset(out->constant, 0, sizeof out->constant);
        } else if (out->dimensions && (!out->constant[i] || out->values[i] > 1)) {
            out->dimensions = (unsigned)i + 1;
        }
    }
}

struct designator {
    const char *member; // NULL: none
    unsigned parts;     // expressions after it
    CXCursor last;
    struct oc_ast *ast;
};

static enum CXChildVisitResult read_part(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct designator *designator = data;
    if (clang_getCursorKind(cursor) == CXCursor_MemberRef && !designator->member)
        designator->member = oc_ast_name(designator->ast, cursor);
    else
        designator->parts++;
    designator->last = cursor;
    return CXChildVisit_Continue;
}

static struct designator read_designator(struct oc_ast *ast, CXCursor initializer) {
    struct designator designator = {.ast = ast, .last = initializer};
    if (clang_getCursorKind(initializer) == CXCursor_UnexposedExpr)
        clang_visitChildren(initializer, read_part, &designator);
    return designator;
}

static struct oc_launch_option *find_option(struct oc_launch_options *options, const char *name) {
    const struct {
        const char *name;
        struct oc_launch_option *option;
    } all[] = {
        {"threads", &options->threads},           {"blocks", &options->blocks},
        {"block_size", &options->block_size},     {"device", &options->device},
        {"shared_bytes", &options->shared_bytes}, {"cooperative", &options->cooperative},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0)
            return all[i].option;
    return NULL;
}

static void read_option(struct reader *reader, CXCursor initializer) {
    struct designator designator = read_designator(reader->ast, initializer);
    if (!designator.member) {
        oc_ast_refuse(reader->ast, &reader->valid, initializer,
                      "the options of a launch are given by name, such as .threads = {n}");
        return;
    }
    struct oc_launch_option *option = find_option(reader->out, designator.member);
    if (!option)
        return;
    if (designator.parts != 1) { // `.threads[1] = n`, which is not followed
        *option = (struct oc_launch_option){.given = true};
    } else {
        if (option->given)
            oc_ast_refuse(reader->ast, &reader->valid, initializer,
                          ".%s is given twice in one launch; remove one", designator.member);
        read_values(reader->ast, designator.last, option);
    }
    option->place = initializer;
}

static CXCursor find_literal(struct oc_ast *ast, CXCursor expression) {
    while (clang_getCursorKind(expression) != CXCursor_CompoundLiteralExpr) {
        struct oc_cursors parts = oc_ast_expressions(ast, expression);
        if (parts.count != 1)
            return clang_getNullCursor();
        expression = parts.items[0];
    }
    return expression;
}

// Those of offload() itself end with the line.
static void read_all(struct reader *reader, const struct oc_cursors *initializers) {
    bool users = false;
    for (size_t i = 0; i < initializers->count; i++) {
        CXCursor initializer = initializers->items[i];
        if (users) {
            read_option(reader, initializer);
            continue;
        }
        struct designator designator = read_designator(reader->ast, initializer);
        users = designator.member && strcmp(designator.member, "__line") == 0;
    }
}

// ---- Sense -------------------------------------------------------------------------------------

static void check_grid(struct reader *reader, const struct oc_launch_options *options) {
    const struct oc_launch_option *threads = &options->threads, *blocks = &options->blocks;
    for (int d = 0; d < 3; d++) {
        if (threads->values[d] < 0)
            oc_ast_refuse(reader->ast, &reader->valid, threads->place,
                          "the launch asks for %" PRId64
                          " threads in %c; the number must be 0 or more",
                          threads->values[d], "xyz"[d]);
        if (blocks->values[d] < 0 || blocks->values[d] > INT_MAX)
            oc_ast_refuse(reader->ast, &reader->valid, blocks->place,
                          "the launch asks for %" PRId64 " blocks in %c; at most %d are "
                          "possible (was the number negative?)",
                          blocks->values[d], "xyz"[d], INT_MAX);
    }
}

static int64_t at_least_one(int64_t value) {
    return value ? value : 1;
}

static void check_block(struct reader *reader, const struct oc_launch_options *options) {
    enum { MOST = OC_MAX_BLOCK_THREADS };
    const struct oc_launch_option *size = &options->block_size;
    if (!size->given)
        return;
    if (size->constant[0] && size->values[0] == 0)
        oc_ast_refuse(
            reader->ast, &reader->valid, size->place,
            "a block has no threads; give .block_size at least one, or leave it out for a size "
            "that suits the launch");
    int64_t threads = 1;
    for (int d = 0; d < 3; d++) {
        int64_t value = at_least_one(size->values[d]);
        threads = value < 1 || value > MOST || threads > MOST ? MOST + 1 : threads * value;
    }
    if (threads > MOST)
        oc_ast_refuse(reader->ast, &reader->valid, size->place,
                      "a block of %" PRId64 " x %" PRId64 " x %" PRId64
                      " threads is too large; a block "
                      "has at most %d threads; launch smaller blocks",
                      at_least_one(size->values[0]), at_least_one(size->values[1]),
                      at_least_one(size->values[2]), MOST);
}

// Threads that no block would have.
static void check_threads(struct reader *reader, const struct oc_launch_options *options) {
    const struct oc_launch_option *threads = &options->threads, *blocks = &options->blocks,
                                  *size = &options->block_size;
    if (!threads->given || !blocks->given || !size->given || !reader->valid)
        return;
    for (int d = 0; d < 3; d++) {
        if (!threads->constant[d] || !blocks->constant[d] || !size->constant[d])
            continue;
        int64_t count = d ? at_least_one(blocks->values[d]) : blocks->values[d];
        int64_t all = count * at_least_one(size->values[d]);
        if (threads->values[d] > all)
            oc_ast_refuse(reader->ast, &reader->valid, threads->place,
                          "the launch asks for %" PRId64 " threads in %c, but its blocks have only "
                          "%" PRId64 "; remove .blocks, and enough blocks are launched",
                          threads->values[d], "xyz"[d], all);
    }
}

static void check_values(struct reader *reader, const struct oc_launch_options *options) {
    const struct oc_launch_option *bytes = &options->shared_bytes, *device = &options->device;
    if (bytes->values[0] < 0 || bytes->values[0] > INT_MAX)
        oc_ast_refuse(reader->ast, &reader->valid, bytes->place,
                      "the launch asks for %" PRId64
                      " bytes of dynamic shared memory for each block; at "
                      "most %d are possible (was the number negative?)",
                      bytes->values[0], INT_MAX);
    if (device->values[0] < -1) // which is what offload() itself writes
        oc_ast_refuse(reader->ast, &reader->valid, device->place,
                      "there is no device %" PRId64 "; devices have numbers from 0 on, and "
                      "omp_get_num_devices() is the host; leave out .device for the default device",
                      device->values[0]);
}

bool oc_launch_options_read(struct oc_ast *ast, CXCursor argument, struct oc_launch_options *out) {
    *out = (struct oc_launch_options){0};
    struct reader reader = {ast, out, true};
    CXCursor literal = find_literal(ast, argument);
    if (clang_Cursor_isNull(literal))
        return true;
    struct oc_cursors lists = oc_ast_expressions(ast, literal);
    if (lists.count != 1)
        return true;
    struct oc_cursors initializers = oc_ast_expressions(ast, lists.items[0]);
    read_all(&reader, &initializers);
    check_grid(&reader, out);
    check_block(&reader, out);
    check_threads(&reader, out);
    check_values(&reader, out);
    return reader.valid;
}
