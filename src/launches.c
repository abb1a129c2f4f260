#include "launches.h"

#include <string.h>

struct reader {
    struct oc_ast *ast;
    struct oc_unit *unit;
    size_t capacity; // of its launches
    bool in_kernel;  // the function that is walked
    bool valid;
};

// ---- Block sizes -------------------------------------------------------------------------------

// An option of three dimensions, as far as it is known. Dimensions are trimmed: those behind the
// last that may be more than 1 do not count.
struct extent {
    unsigned written;    // how often: offload() itself writes some once
    bool known;          // the values are
    unsigned dimensions; // 0: not known
    int64_t values[3];
};

struct options {
    struct extent threads, blocks, block_size;
};

// `{16, 16}`. A value that is not known is 2 for counting dimensions.
static void read_extent(struct oc_ast *ast, CXCursor list, struct extent *out) {
    *out = (struct extent){.written = out->written, .known = true, .dimensions = 1};
    struct oc_cursors values = oc_ast_expressions(ast, list);
    if (clang_getCursorKind(list) != CXCursor_InitListExpr || values.count > 3) {
        out->known = false;
        out->dimensions = 0;
        return;
    }
    for (size_t i = 0; i < values.count; i++) {
        bool is_value = oc_ast_is_integer(
            oc_ast_plain_type(clang_getCursorType(values.items[i]))); // or `[1] = 2`, or a float
        bool known = oc_ast_evaluate(values.items[i], &out->values[i]);
        out->known = out->known && known;
        if (!is_value)
            out->dimensions = 0;
        else if (out->dimensions && (!known || out->values[i] > 1))
            out->dimensions = (unsigned)i + 1;
    }
}

struct designator {
    const char *member; // NULL: none
    unsigned parts;     // expressions behind it
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

static void read_option(struct oc_ast *ast, CXCursor initializer, struct options *out) {
    struct designator designator = {.ast = ast, .last = initializer};
    clang_visitChildren(initializer, read_part, &designator);
    if (!designator.member)
        return;
    const struct {
        const char *name;
        struct extent *extent;
    } extents[] = {
        {"threads", &out->threads},
        {"blocks", &out->blocks},
        {"block_size", &out->block_size},
    };
    for (size_t i = 0; i < sizeof extents / sizeof *extents; i++)
        if (strcmp(extents[i].name, designator.member) == 0) {
            // `.threads[1] = n` is not followed.
            read_extent(ast, designator.parts == 1 ? designator.last : initializer,
                        extents[i].extent);
            extents[i].extent->written++;
        }
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

static bool read_options(struct oc_ast *ast, CXCursor argument, struct options *out) {
    CXCursor literal = find_literal(ast, argument);
    if (clang_Cursor_isNull(literal))
        return false;
    struct oc_cursors lists = oc_ast_expressions(ast, literal);
    if (lists.count != 1)
        return false;
    struct oc_cursors initializers = oc_ast_expressions(ast, lists.items[0]);
    for (size_t i = 0; i < initializers.count; i++)
        read_option(ast, initializers.items[i], out);
    return true;
}

static unsigned threads_of(const unsigned size[3]) {
    return size[0] * size[1] * size[2];
}

// What the runtime does where a block of the size that it would choose is too large for the kernel.
static void shrink(unsigned size[3], unsigned limit) {
    for (int d = 2; d >= 0; d--)
        while (limit && size[d] > 1 && threads_of(size) > limit)
            size[d] /= 2;
}

// What the runtime does, as set_block_size and fill_cpu in src/runtime/launch.c. False where it is
// not known before the launch.
static bool block_size(const struct options *options, unsigned limit, unsigned out[3]) {
    static const unsigned defaults[4][3] = {{32, 1, 1}, {256, 1, 1}, {32, 8, 1}, {8, 8, 4}};
    const struct extent *given = &options->block_size;
    bool has_threads = options->threads.written > 1, has_blocks = options->blocks.written > 1;
    if (given->written && !given->known)
        return false;
    bool is_zero = !given->values[0] && !given->values[1] && !given->values[2];
    if (is_zero) {
        const struct extent *extent = has_threads ? &options->threads : &options->blocks;
        bool fills = !has_threads && !has_blocks;
        if ((has_threads && has_blocks) || (!fills && !extent->dimensions))
            return false;
        memcpy(out, defaults[fills ? 0 : extent->dimensions], sizeof defaults[0]);
        shrink(out, limit);
        return true;
    }
    int64_t threads = 1;
    for (size_t d = 0; d < 3; d++) {
        int64_t size = given->values[d] ? given->values[d] : 1;
        if (size < 1 || size > OC_MAX_BLOCK_THREADS)
            return false;
        threads *= size;
        out[d] = (unsigned)size;
    }
    return threads <= OC_MAX_BLOCK_THREADS;
}

// What the runtime does on a device, as make_grid in src/runtime/launch.c.
static void set_grid(const struct options *options, unsigned limit, struct oc_launch *launch) {
    bool has_threads = options->threads.written > 1, has_blocks = options->blocks.written > 1;
    bool fills = !has_threads && !has_blocks;
    const struct extent *extent = has_threads ? &options->threads : &options->blocks;
    unsigned size[3];
    if (!block_size(options, limit, size))
        return;
    if (fills && !options->block_size.written) {
        size[0] = 256;
        shrink(size, limit);
    }
    launch->block_known = true;
    for (size_t d = 0; d < 3; d++)
        launch->block_size[d] = size[d];
    if ((has_threads && has_blocks) || (!fills && !extent->known))
        return;
    launch->grid_known = true;
    for (size_t d = 0; d < 3; d++) {
        uint64_t values = d && !extent->values[d] ? 1 : (uint64_t)extent->values[d];
        launch->grid_known &= extent->values[d] >= 0;
        launch->blocks[d] = has_threads ? values / size[d] + (values % size[d] != 0) : values;
    }
    static const uint64_t filling[3] = {1024, 1, 1};
    if (fills)
        memcpy(launch->blocks, filling, sizeof filling);
}

static void add_block_size(struct oc_ast *ast, struct oc_kernel *kernel, const unsigned size[3]) {
    if (!kernel->block_sizes)
        kernel->block_sizes =
            oc_arena_array(ast->arena, OC_MAX_BLOCK_SIZES, sizeof *kernel->block_sizes);
    for (size_t i = 0; i < kernel->block_size_count; i++)
        if (memcmp(kernel->block_sizes[i], size, sizeof *kernel->block_sizes) == 0)
            return;
    if (kernel->block_size_count < OC_MAX_BLOCK_SIZES)
        memcpy(kernel->block_sizes[kernel->block_size_count++], size, sizeof *kernel->block_sizes);
}

static struct oc_kernel *find_kernel(const struct oc_unit *unit, const char *name) {
    for (size_t i = 0; i < unit->kernel_count; i++)
        if (strcmp(unit->kernels[i].name, name) == 0)
            return &unit->kernels[i];
    return NULL;
}

static bool fits(struct reader *reader, const struct oc_kernel *kernel, const unsigned size[3],
                 const struct oc_launch *launch) {
    if (!kernel->block_limit || threads_of(size) <= kernel->block_limit)
        return true;
    reader->valid = false;
    oc_report(reader->ast->diag, OC_ERROR, launch->place, NULL,
              "a block of %u x %u x %u threads is too large for kernel '%s', whose "
              "offload_block_limit is %u; launch smaller blocks, or raise the limit",
              size[0], size[1], size[2], kernel->name, kernel->block_limit);
    oc_report(reader->ast->diag, OC_NOTE, kernel->place, NULL, "'%s' is defined here",
              kernel->name);
    return false;
}

static void read_shape(struct reader *reader, CXCursor function, CXCursor argument,
                       struct oc_launch *launch) {
    struct oc_kernel *kernel = find_kernel(reader->unit, oc_ast_name(reader->ast, function));
    struct options options = {0};
    unsigned size[3], limit = kernel ? kernel->block_limit : 0;
    if (!read_options(reader->ast, argument, &options))
        return;
    set_grid(&options, limit, launch);
    if (block_size(&options, limit, size) && kernel && fits(reader, kernel, size, launch))
        add_block_size(reader->ast, kernel, size);
}

// ---- Launches ----------------------------------------------------------------------------------

static void refuse(struct reader *reader, CXCursor launch, CXCursor function) {
    const char *name = oc_ast_name(reader->ast, function);
    reader->valid = false;
    oc_report(reader->ast->diag, OC_ERROR, oc_ast_place(reader->ast, launch), NULL,
              "offload() launches kernels, and '%s' is none; mark it offload_kernel, or call it "
              "without offload()",
              name);
    oc_report(reader->ast->diag, OC_NOTE, oc_ast_place(reader->ast, function), NULL,
              "'%s' is declared here", name);
}

static bool is_configure(struct oc_ast *ast, CXCursor cursor) {
    return clang_getCursorKind(cursor) == CXCursor_CallExpr &&
           strcmp(oc_ast_name(ast, cursor), "__offloadcc_configure") == 0 &&
           clang_Cursor_getNumArguments(cursor) == 2;
}

// The call in which offload(...) gives the runtime its options, if that is what an expression
// calls; else a null cursor. Casts to a typeof hold more than one expression.
static CXCursor configure_in(struct oc_ast *ast, CXCursor callee) {
    if (is_configure(ast, callee))
        return callee;
    CXCursor found = clang_getNullCursor();
    if (clang_getCursorKind(callee) == CXCursor_CallExpr)
        return found;
    struct oc_cursors parts = oc_ast_expressions(ast, callee);
    for (size_t i = 0; i < parts.count && clang_Cursor_isNull(found); i++)
        found = configure_in(ast, parts.items[i]);
    return found;
}

static CXCursor find_configure(struct oc_ast *ast, CXCursor call) {
    struct oc_cursors parts = oc_ast_expressions(ast, call);
    return parts.count ? configure_in(ast, parts.items[0]) : clang_getNullCursor();
}

CXCursor oc_launches_function(struct oc_ast *ast, CXCursor call) {
    if (clang_getCursorKind(call) != CXCursor_CallExpr)
        return clang_getNullCursor();
    CXCursor configure = find_configure(ast, call);
    return clang_Cursor_isNull(configure)
               ? configure
               : oc_ast_function(ast, clang_Cursor_getArgument(configure, 0));
}

static struct oc_launch *add_launch(struct reader *reader, CXCursor call, CXCursor function,
                                    bool is_call) {
    struct oc_ast *ast = reader->ast;
    struct oc_unit *unit = reader->unit;
    unit->launches = oc_arena_grow(ast->arena, unit->launches, unit->launch_count,
                                   &reader->capacity, sizeof *unit->launches);
    int count = clang_Cursor_getNumArguments(call);
    struct oc_launch *launch = &unit->launches[unit->launch_count++];
    *launch = (struct oc_launch){
        .kernel = oc_ast_name(ast, function),
        .place = oc_ast_place(ast, call),
        .is_call = is_call,
        .text = oc_ast_source_text(ast, call, clang_getNullCursor()),
        .argument_count = count > 0 ? (size_t)count : 0,
        .grid_known = is_call,
        .blocks = {1, 1, 1},
        .block_size = {1, 1, 1},
    };
    launch->arguments = OC_NEW_ARRAY(ast->arena, launch->argument_count, struct oc_launch_argument);
    for (unsigned i = 0; i < launch->argument_count; i++) {
        CXCursor argument = clang_Cursor_getArgument(call, i);
        struct oc_launch_argument *out = &launch->arguments[i];
        out->text = oc_ast_source_text(ast, argument, clang_getNullCursor());
        out->constant = oc_ast_is_integer(oc_ast_plain_type(clang_getCursorType(argument))) &&
                        oc_ast_evaluate(argument, &out->value);
    }
    return launch;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct reader *reader = data;
    if (clang_getCursorKind(cursor) != CXCursor_CallExpr)
        return CXChildVisit_Recurse;
    CXCursor configure = find_configure(reader->ast, cursor);
    bool is_call = clang_Cursor_isNull(configure);
    CXCursor function = is_call
                            ? clang_getCursorReferenced(cursor)
                            : oc_ast_function(reader->ast, clang_Cursor_getArgument(configure, 0));
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl)
        return CXChildVisit_Recurse;
    if (oc_ast_is_kernel(function)) {
        struct oc_launch *launch =
            is_call && reader->in_kernel ? NULL : add_launch(reader, cursor, function, is_call);
        if (!is_call)
            read_shape(reader, function, clang_Cursor_getArgument(configure, 1), launch);
    } else if (!is_call) {
        refuse(reader, configure, function);
    }
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct reader *reader = data;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor) ||
        oc_ast_in_system_header(cursor))
        return CXChildVisit_Continue;
    reader->in_kernel = oc_ast_is_kernel(cursor);
    clang_visitChildren(cursor, visit, data);
    return CXChildVisit_Continue;
}

bool oc_launches_read(struct oc_ast *ast, struct oc_unit *unit) {
    struct reader reader = {.ast = ast, .unit = unit, .valid = true};
    clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), visit_top, &reader);
    return reader.valid;
}
