#include "scan/launches.h"

#include "base/names.h"
#include "scan/launchoptions.h"
#include "scan/objects.h"

#include <string.h>

struct reader {
    struct oc_ast *ast;
    struct oc_unit *unit;
    size_t capacity; // of its launches
    bool in_kernel;  // the function that is walked
    bool valid;
};

// ---- Block sizes -------------------------------------------------------------------------------

static unsigned threads_of(const unsigned size[3]) {
    return size[0] * size[1] * size[2];
}

// What the runtime does where a block of the size that it would choose is too large for the kernel.
static void shrink_chosen_block(unsigned size[3], unsigned limit) {
    for (int d = 2; d >= 0; d--)
        while (limit && size[d] > 1 && threads_of(size) > limit)
            size[d] /= 2;
}

// What the runtime does, as set_block_size and fill_cpu in src/runtime/launch/launch.c. False where
// it is not known before the launch.
static bool block_size(const struct oc_launch_options *options, unsigned limit, unsigned out[3]) {
    static const unsigned defaults[4][3] = {{32, 1, 1}, {256, 1, 1}, {32, 8, 1}, {8, 8, 4}};
    const struct oc_launch_option *given = &options->block_size;
    bool has_threads = options->threads.given, has_blocks = options->blocks.given;
    if (given->given && !given->known)
        return false;
    bool is_zero = !given->values[0] && !given->values[1] && !given->values[2];
    if (is_zero) {
        const struct oc_launch_option *extent = has_threads ? &options->threads : &options->blocks;
        bool fills = !has_threads && !has_blocks;
        if ((has_threads && has_blocks) || (!fills && !extent->dimensions))
            return false;
        memcpy(out, defaults[fills ? 0 : extent->dimensions], sizeof defaults[0]);
        shrink_chosen_block(out, limit);
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

// What the runtime does on a device, as make_grid in src/runtime/launch/launch.c.
static void set_grid(const struct oc_launch_options *options, unsigned limit,
                     struct oc_launch *launch) {
    bool has_threads = options->threads.given, has_blocks = options->blocks.given;
    bool fills = !has_threads && !has_blocks;
    const struct oc_launch_option *extent = has_threads ? &options->threads : &options->blocks;
    unsigned size[3];
    if (!block_size(options, limit, size))
        return;
    if (fills && !options->block_size.given) {
        size[0] = 256;
        shrink_chosen_block(size, limit);
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

// After an error, or after this warning.
static void note_kernel(struct reader *reader, const struct oc_kernel *kernel,
                        const char *warning) {
    if (!warning || oc_diag_shows(reader->ast->diag, warning))
        oc_report(reader->ast->diag, OC_NOTE, kernel->place, NULL, "'%s' is defined here",
                  kernel->name);
}

static bool block_fits(struct reader *reader, const struct oc_kernel *kernel,
                       const unsigned size[3], const struct oc_launch *launch) {
    if (!kernel->block_limit || threads_of(size) <= kernel->block_limit)
        return true;
    reader->valid = false;
    oc_report(reader->ast->diag, OC_ERROR, launch->place, NULL,
              "a block of %u x %u x %u threads is too large for kernel '%s', whose "
              "offload_block_limit is %u; launch smaller blocks, or raise the limit",
              size[0], size[1], size[2], kernel->name, kernel->block_limit);
    note_kernel(reader, kernel, NULL);
    return false;
}

static void read_shape(struct reader *reader, CXCursor function,
                       const struct oc_launch_options *options, struct oc_launch *launch) {
    struct oc_kernel *kernel = find_kernel(reader->unit, oc_ast_name(reader->ast, function));
    unsigned size[3], limit = kernel ? kernel->block_limit : 0;
    set_grid(options, limit, launch);
    if (block_size(options, limit, size) && kernel && block_fits(reader, kernel, size, launch))
        add_block_size(reader->ast, kernel, size);
}

// ---- What the kernel has no use for, or needs
// ----------------------------------------------------

// Each of the kernel's indices would run several times. Of variables only threads are sure to be
// meant: blocks and their sizes may be handed on by code for kernels of any dimensions.
static void check_dimensions(struct reader *reader, const struct oc_kernel *kernel,
                             const struct oc_launch_options *options) {
    static const char *const sets[] = {"", "x", "y", "x and y", "z", "x and z", "y and z"};
    const struct {
        const char *name;
        const struct oc_launch_option *option;
    } all[] = {{"threads", &options->threads},
               {"blocks", &options->blocks},
               {"block_size", &options->block_size}};
    for (size_t i = 0; kernel->dimensions && i < sizeof all / sizeof *all; i++)
        for (int d = 2; d >= 0; d--) {
            const struct oc_launch_option *option = all[i].option;
            bool many = option->constant[d] ? option->values[d] > 1 : i == 0 && option->dimensions;
            if (!option->given || !many || kernel->dimensions >> d & 1)
                continue;
            oc_report(reader->ast->diag, OC_WARNING, oc_ast_place(reader->ast, option->place),
                      "offload-unused-dimension",
                      "kernel '%s' uses thread indices only in %s, but .%s has more than one "
                      "thread in %c, which all do the same; remove that dimension, or use "
                      "offload_global_id(%d) in the kernel",
                      kernel->name, sets[kernel->dimensions], all[i].name, "xyz"[d], d);
            note_kernel(reader, kernel, "offload-unused-dimension");
            return;
        }
}

// One thread for each element needs as many threads as there are elements.
static void check_threads(struct reader *reader, CXCursor call, const struct oc_kernel *kernel,
                          const struct oc_launch_options *options) {
    static const char warning[] = "offload-missing-threads";
    const struct oc_launch_option *threads = &options->threads;
    if (!kernel->places || options->blocks.given)
        return;
    if (!threads->given) {
        oc_report(reader->ast->diag, OC_WARNING, oc_ast_place(reader->ast, call), warning,
                  "this launch has no .threads, so it runs as many threads as fill the device, but "
                  "kernel '%s' does not ask how many there are; give the launch .threads, or use "
                  "offload_for in the kernel",
                  kernel->name);
        note_kernel(reader, kernel, warning);
        return;
    }
    for (int d = 1; d < 3; d++) {
        const struct oc_launch_option *size = &options->block_size;
        bool left_out = threads->written && d >= (int)threads->written &&
                        (!size->given || (size->written && d >= (int)size->written));
        if (!left_out || !(kernel->places >> d & 1))
            continue;
        oc_report(reader->ast->diag, OC_WARNING, oc_ast_place(reader->ast, threads->place), warning,
                  "this launch has one thread in %c, because .threads leaves it out, but kernel "
                  "'%s' uses its threads' indices there; give .threads all dimensions, with 1 if "
                  "one thread is meant",
                  "xyz"[d], kernel->name);
        note_kernel(reader, kernel, warning);
        return;
    }
}

// `options` is NULL for a plain call.
static void check_cooperation(struct reader *reader, CXCursor call, const struct oc_kernel *kernel,
                              const struct oc_launch_options *options) {
    static const char warning[] = "offload-cooperative";
    const struct oc_launch_option *given = options ? &options->cooperative : NULL;
    if (!kernel->grid_barrier ||
        (given && given->given && !(given->constant[0] && given->values[0] == 0)))
        return;
    oc_report(reader->ast->diag, OC_WARNING, oc_ast_place(reader->ast, call), warning,
              options
                  ? "kernel '%s' calls offload_grid_barrier(), for which all blocks have to run "
                    "at the same time; without .cooperative = true, this launch stops the "
                    "program"
                  : "kernel '%s' calls offload_grid_barrier(), and a plain call is not a "
                    "cooperative launch, which stops the program; launch it by offload(), with "
                    ".cooperative = true",
              kernel->name);
    note_kernel(reader, kernel, warning);
}

// `options` is NULL for a plain call.
static void check_use(struct reader *reader, CXCursor call, const struct oc_kernel *kernel,
                      const struct oc_launch_options *options) {
    if (options) {
        check_dimensions(reader, kernel, options);
        check_threads(reader, call, kernel, options);
    }
    check_cooperation(reader, call, kernel, options);
    if (!kernel->dynamic_shared || (options && options->shared_bytes.given))
        return;
    oc_report(reader->ast->diag, OC_WARNING, oc_ast_place(reader->ast, call),
              "offload-shared-bytes",
              options ? "kernel '%s' uses dynamic shared memory, but this launch does not say how "
                        "much, which stops the program; set .shared_bytes in the launch"
                      : "kernel '%s' uses dynamic shared memory, and a plain call has none, which "
                        "stops the program; launch it by offload(), with .shared_bytes",
              kernel->name);
    note_kernel(reader, kernel, "offload-shared-bytes");
}

// ---- Launches ----------------------------------------------------------------------------------

static void refuse_function(struct reader *reader, CXCursor launch, CXCursor function) {
    const char *name = oc_ast_name(reader->ast, function);
    reader->valid = false;
    oc_report(reader->ast->diag, OC_ERROR, oc_ast_place(reader->ast, launch), NULL,
              "offload() launches kernels, but '%s' is not a kernel; mark it offload_kernel, or "
              "call it without offload()",
              name);
    oc_report(reader->ast->diag, OC_NOTE, oc_ast_place(reader->ast, function), NULL,
              "'%s' is declared here", name);
}

static bool is_configure(struct oc_ast *ast, CXCursor cursor) {
    return clang_getCursorKind(cursor) == CXCursor_CallExpr &&
           strcmp(oc_ast_name(ast, cursor), OC_NAME_CONFIGURE) == 0 &&
           clang_Cursor_getNumArguments(cursor) == 2;
}

static bool is_null(CXCursor expression) {
    int64_t value;
    enum CXCursorKind kind = clang_getCursorKind(expression);
    return kind == CXCursor_CXXNullPtrLiteralExpr || kind == CXCursor_GNUNullExpr ||
           (kind == CXCursor_IntegerLiteral && oc_ast_evaluate(expression, &value) && value == 0);
}

// The kernel that is called where offload() takes its name, as in offload(k(n, x)); else a null
// cursor.
static CXCursor find_called_kernel(struct oc_ast *ast, CXCursor expression) {
    if (clang_getCursorKind(expression) == CXCursor_CallExpr) {
        CXCursor function = clang_getCursorReferenced(expression);
        return clang_getCursorKind(function) == CXCursor_FunctionDecl && oc_ast_is_kernel(function)
                   ? function
                   : clang_getNullCursor();
    }
    struct oc_cursors parts = oc_ast_expressions(ast, expression);
    return parts.count ? find_called_kernel(ast, parts.items[parts.count - 1])
                       : clang_getNullCursor();
}

// Whether offload() is given a function or a pointer: the macro has it in parentheses.
static bool is_function_or_pointer(struct oc_ast *ast, CXCursor expression) {
    struct oc_cursors parts = oc_ast_expressions(ast, expression);
    enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(expression)).kind;
    if (clang_getCursorKind(expression) != CXCursor_ParenExpr && parts.count)
        return is_function_or_pointer(ast, parts.items[parts.count - 1]);
    return kind == CXType_Pointer || kind == CXType_FunctionProto || kind == CXType_FunctionNoProto;
}

// Reports what is given to offload() in the place of a kernel, if that shows without looking where
// pointers point: a call of a kernel, or a number.
static bool refuse_other_than_kernel(struct reader *reader, CXCursor launch, CXCursor expression) {
    struct oc_ast *ast = reader->ast;
    CXCursor kernel = find_called_kernel(ast, expression);
    bool is_call = !clang_Cursor_isNull(kernel);
    if (!is_call && is_function_or_pointer(ast, expression))
        return false;
    reader->valid = false;
    if (is_call)
        oc_report(ast->diag, OC_ERROR, oc_ast_place(ast, launch), NULL,
                  "offload() takes the kernel's name, not a call of it; write the arguments in "
                  "parentheses of their own: offload(%s, ...)(arguments)",
                  oc_ast_name(ast, kernel));
    else
        oc_report(ast->diag, OC_ERROR, oc_ast_place(ast, launch), NULL,
                  "the first argument of offload() is neither a kernel nor a pointer to one");
    return true;
}

// Reports each function that is no kernel, and each null pointer, which `expression` is seen to be.
static void check_target(struct reader *reader, CXCursor launch, CXCursor expression) {
    struct oc_ast *ast = reader->ast;
    struct oc_cursors parts = oc_ast_expressions(ast, expression);
    enum CXCursorKind kind = clang_getCursorKind(expression);
    CXCursor target = clang_getCursorReferenced(expression);
    int64_t condition;
    if (is_null(expression)) {
        reader->valid = false;
        oc_report(ast->diag, OC_ERROR, oc_ast_place(ast, launch), NULL,
                  "offload() is given a null pointer; it launches functions that are "
                  "marked offload_kernel");
    } else if (kind == CXCursor_DeclRefExpr) {
        CXCursor initializer = clang_getNullCursor();
        if (clang_getCursorKind(target) == CXCursor_VarDecl &&
            clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(target))))
            initializer = clang_Cursor_getVarDeclInitializer(target);
        if (clang_getCursorKind(target) == CXCursor_FunctionDecl && !oc_ast_is_kernel(target))
            refuse_function(reader, launch, target);
        if (!clang_Cursor_isNull(initializer))
            check_target(reader, launch, initializer);
    } else if (kind == CXCursor_ConditionalOperator && parts.count == 3) {
        bool known = oc_ast_evaluate(parts.items[0], &condition);
        if (!known || condition)
            check_target(reader, launch, parts.items[1]);
        if (!known || !condition)
            check_target(reader, launch, parts.items[2]);
    } else if (parts.count && (kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr ||
                               kind == CXCursor_CStyleCastExpr || kind == CXCursor_UnaryOperator)) {
        check_target(reader, launch, parts.items[parts.count - 1]);
    }
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

bool oc_launches_kernel(struct oc_ast *ast, const struct oc_unit *unit, CXCursor call,
                        struct oc_kernel_launch *out) {
    CXCursor function = oc_launches_function(ast, call);
    if (clang_Cursor_isNull(function) && clang_getCursorKind(call) == CXCursor_CallExpr)
        function = clang_getCursorReferenced(call);
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl || !oc_ast_is_kernel(function))
        return false;
    const struct oc_kernel *kernel = find_kernel(unit, oc_ast_name(ast, function));
    if (!kernel)
        return false;
    *out = (struct oc_kernel_launch){call, clang_getCursorDefinition(function), kernel};
    return clang_Cursor_getNumArguments(call) == (int)kernel->param_count;
}

bool oc_launches_has_device(struct oc_ast *ast, CXCursor call) {
    CXCursor configure = find_configure(ast, call);
    struct oc_launch_options options;
    return !clang_Cursor_isNull(configure) &&
           oc_launch_options_read(ast, clang_Cursor_getArgument(configure, 1), &options) &&
           options.device.given;
}

// The launch that a statement consists of without calling it: `offload(k, .threads = {n});`.
static CXCursor find_uncalled(struct oc_ast *ast, CXCursor statement) {
    enum CXCursorKind kind = clang_getCursorKind(statement);
    if (is_configure(ast, statement))
        return statement;
    if (kind != CXCursor_UnexposedExpr && kind != CXCursor_ParenExpr &&
        kind != CXCursor_CStyleCastExpr)
        return clang_getNullCursor();
    struct oc_cursors parts = oc_ast_expressions(ast, statement);
    return parts.count ? find_uncalled(ast, parts.items[parts.count - 1]) : clang_getNullCursor();
}

static void check_is_called(struct reader *reader, CXCursor cursor, CXCursor parent) {
    enum CXCursorKind kind = clang_getCursorKind(parent);
    if (!clang_isStatement(kind) || kind == CXCursor_ReturnStmt)
        return;
    CXCursor configure = find_uncalled(reader->ast, cursor);
    if (clang_Cursor_isNull(configure))
        return;
    CXCursor target = clang_Cursor_getArgument(configure, 0);
    if (refuse_other_than_kernel(reader, configure, target))
        return;
    CXCursor function = oc_ast_function(reader->ast, target);
    bool is_named = clang_getCursorKind(function) == CXCursor_FunctionDecl;
    reader->valid = false;
    oc_report(reader->ast->diag, OC_ERROR, oc_ast_place(reader->ast, configure), NULL,
              "this launch has no arguments, so nothing runs; write them in parentheses of their "
              "own: offload(%s, ...)(arguments)",
              is_named ? oc_ast_name(reader->ast, function) : "kernel");
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

static enum CXChildVisitResult visit_launch(CXCursor cursor, CXCursor parent, CXClientData data) {
    struct reader *reader = data;
    CXCursor chosen;
    check_is_called(reader, cursor, parent);
    if (oc_ast_chosen(reader->ast, cursor, &chosen)) { // the other operand is never evaluated
        if (visit_launch(chosen, cursor, data) == CXChildVisit_Recurse)
            clang_visitChildren(chosen, visit_launch, data);
        return CXChildVisit_Continue;
    }
    if (clang_getCursorKind(cursor) != CXCursor_CallExpr)
        return CXChildVisit_Recurse;
    oc_objects_check_algorithm(reader->ast, cursor);
    CXCursor configure = find_configure(reader->ast, cursor);
    bool is_call = clang_Cursor_isNull(configure);
    CXCursor function = is_call
                            ? clang_getCursorReferenced(cursor)
                            : oc_ast_function(reader->ast, clang_Cursor_getArgument(configure, 0));
    struct oc_launch_options options;
    if (!is_call) {
        if (!refuse_other_than_kernel(reader, configure, clang_Cursor_getArgument(configure, 0)))
            check_target(reader, configure, clang_Cursor_getArgument(configure, 0));
        if (!oc_launch_options_read(reader->ast, clang_Cursor_getArgument(configure, 1), &options))
            reader->valid = false;
    }
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl || !oc_ast_is_kernel(function) ||
        (is_call && reader->in_kernel))
        return CXChildVisit_Recurse;
    struct oc_launch *launch = add_launch(reader, cursor, function, is_call);
    const struct oc_kernel *kernel = find_kernel(reader->unit, oc_ast_name(reader->ast, function));
    if (!is_call)
        read_shape(reader, function, &options, launch);
    if (kernel)
        check_use(reader, cursor, kernel, is_call ? NULL : &options);
    if (kernel)
        oc_objects_check(reader->ast, cursor, kernel, launch);
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct reader *reader = data;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor) ||
        oc_ast_in_system_header(cursor))
        return CXChildVisit_Continue;
    reader->in_kernel = oc_ast_is_kernel(cursor);
    clang_visitChildren(cursor, visit_launch, data);
    return CXChildVisit_Continue;
}

bool oc_launches_read(struct oc_ast *ast, struct oc_unit *unit) {
    struct reader reader = {.ast = ast, .unit = unit, .valid = true};
    clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), visit_top, &reader);
    return reader.valid;
}
