#include "scan/advice.h"

#include "base/names.h"
#include "base/text.h"
#include "scan/launches.h"
#include "scan/readsfirst.h"

#include <stdlib.h>
#include <string.h>

struct advice {
    struct oc_ast *ast;
    struct oc_unit *unit;
    size_t capacity;          // of its hints
    struct oc_cursors said;   // arguments that a hint was given about
    struct oc_cursors mapped; // variables that the function maps itself
};

static void add_hint(struct advice *advice, const char *warning, struct oc_place place,
                     const char *text) {
    struct oc_unit *unit = advice->unit;
    unit->hints = oc_arena_grow(advice->ast->arena, unit->hints, unit->hint_count,
                                &advice->capacity, sizeof *unit->hints);
    unit->hints[unit->hint_count++] = (struct oc_hint){warning, place, text};
    oc_report(advice->ast->diag, OC_WARNING, place, warning, "%s", text);
}

static bool contains_expression(const struct oc_cursors *cursors, CXCursor cursor) {
    // An expression's cursors are not all equal: they know from where they were come by.
    for (size_t i = 0; i < cursors->count; i++)
        if (clang_equalCursors(cursors->items[i], cursor) ||
            (clang_isExpression(clang_getCursorKind(cursor)) &&
             clang_equalRanges(clang_getCursorExtent(cursors->items[i]),
                               clang_getCursorExtent(cursor))))
            return true;
    return false;
}

// ---- Launches and their arguments --------------------------------------------------------------

// The variable that an expression is, through conversions; else a null cursor.
static CXCursor variable_of(const struct advice *advice, CXCursor expression) {
    while (clang_getCursorKind(expression) != CXCursor_DeclRefExpr) {
        struct oc_cursors parts = oc_ast_expressions(advice->ast, expression);
        enum CXCursorKind kind = clang_getCursorKind(expression);
        bool is_conversion = kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr ||
                             kind == CXCursor_CStyleCastExpr;
        if (!is_conversion || !parts.count)
            return clang_getNullCursor();
        expression = parts.items[parts.count - 1]; // after the bounds of a cast's type
    }
    CXCursor variable = clang_getCursorReferenced(expression);
    enum CXCursorKind kind = clang_getCursorKind(variable);
    return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl ? variable : clang_getNullCursor();
}

static bool is_array(const struct oc_kernel_launch *launch, size_t i) {
    return launch->kernel->params[i].kind == OC_PARAM_ARRAY;
}

// What two directions need when they are one region's.
static const char *item(unsigned direction) {
    return direction == OC_MAP_TO     ? "offload_to"
           : direction == OC_MAP_FROM ? "offload_from"
           : direction                ? "offload_tofrom"
                                      : "offload_alloc";
}

static const char *spelling(const struct advice *advice, CXCursor variable) {
    return oc_ast_name(advice->ast, variable);
}

// ---- Counts ------------------------------------------------------------------------------------

static bool is_word(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

struct inside {
    CXSourceRange range;
    bool found;
};

static enum CXChildVisitResult find_inside(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct inside *inside = data;
    unsigned at, start, end;
    CXFile file, other;
    CXCursor target = clang_getCursorReferenced(cursor);
    clang_getExpansionLocation(clang_getCursorLocation(target), &file, NULL, NULL, &at);
    clang_getExpansionLocation(clang_getRangeStart(inside->range), &other, NULL, NULL, &start);
    clang_getExpansionLocation(clang_getRangeEnd(inside->range), NULL, NULL, NULL, &end);
    inside->found |= clang_getCursorKind(target) == CXCursor_VarDecl &&
                     clang_File_isEqual(file, other) && at >= start && at < end;
    return CXChildVisit_Recurse;
}

// Whether an expression uses a variable that the statement declares.
static bool uses_inner(CXCursor statement, CXCursor expression) {
    if (clang_Cursor_isNull(statement))
        return false;
    struct inside inside = {clang_getCursorExtent(statement), false};
    find_inside(expression, expression, &inside);
    clang_visitChildren(expression, find_inside, &inside);
    return inside.found;
}

// The argument that a launch has for a parameter of this name, as C text for before the statement;
// NULL: it has none.
static const char *argument_text(const struct advice *advice, const struct oc_kernel_launch *launch,
                                 CXCursor statement, const char *name) {
    for (unsigned i = 0; i < launch->kernel->param_count; i++) {
        if (strcmp(launch->kernel->params[i].name, name) != 0)
            continue;
        CXCursor argument = clang_Cursor_getArgument(launch->call, i);
        if (uses_inner(statement, argument))
            return NULL;
        const char *text = oc_ast_source_text(advice->ast, argument, clang_getNullCursor());
        size_t plain = 0;
        while (text && is_word(text[plain]))
            plain++;
        return !text || !text[plain] ? text : oc_arena_printf(advice->ast->arena, "(%s)", text);
    }
    return name;
}

// A bound with the launch's arguments in the parameters' places; NULL where a macro made one.
static const char *bound_text(const struct advice *advice, const struct oc_kernel_launch *launch,
                              CXCursor statement, const char *bound) {
    struct oc_text text = {.arena = advice->ast->arena};
    char before = ' ';
    for (const char *at = bound; *at; before = at[-1]) {
        const char *start = at;
        while (is_word(*at))
            at++;
        if (at == start) {
            oc_text_add_bytes(&text, at++, 1);
            continue;
        }
        const char *word = oc_arena_strndup(text.arena, start, (size_t)(at - start));
        if (before != '.' && !(*word >= '0' && *word <= '9'))
            word = argument_text(advice, launch, statement, word);
        if (!word)
            return NULL;
        oc_text_add(&text, word);
    }
    return text.data;
}

// C text for the number of elements of a variable that is the i-th argument of a launch. What the
// launch maps where both count the same elements; else all of an array.
static const char *count_text(const struct advice *advice, const struct oc_kernel_launch *launch,
                              unsigned i, CXCursor statement, CXCursor variable) {
    struct oc_ast *ast = advice->ast;
    CXType type = clang_getCanonicalType(clang_getCursorType(variable));
    CXType wanted = clang_getCanonicalType(
        clang_getCursorType(clang_Cursor_getArgument(launch->definition, i)));
    bool is_whole = clang_getCursorKind(variable) == CXCursor_VarDecl && oc_ast_is_array(type) &&
                    type.kind != CXType_IncompleteArray;
    CXType elements[] = {
        oc_ast_is_array(type) ? clang_getArrayElementType(type) : clang_getPointeeType(type),
        oc_ast_is_array(wanted) ? clang_getArrayElementType(wanted) : clang_getPointeeType(wanted)};
    bool same = oc_ast_is_array(clang_getCanonicalType(elements[0])) ==
                    oc_ast_is_array(clang_getCanonicalType(elements[1])) &&
                clang_Type_getSizeOf(elements[0]) == clang_Type_getSizeOf(elements[1]);
    const char *name = spelling(advice, variable), *text = NULL;
    if (same)
        text = bound_text(advice, launch, statement, launch->kernel->params[i].bounds[0].spelling);
    if (text)
        return text;
    return is_whole ? oc_arena_printf(ast->arena, "sizeof %s / sizeof *%s", name, name) : "count";
}

// ---- One launch after the other ----------------------------------------------------------------

// The directions in which a launch moves a variable's array; false if it takes none.
static bool moves(const struct advice *advice, const struct oc_kernel_launch *launch,
                  CXCursor variable, unsigned *direction) {
    bool found = false;
    *direction = 0;
    for (unsigned i = 0; i < launch->kernel->param_count; i++) {
        CXCursor argument = clang_Cursor_getArgument(launch->call, i);
        if (!is_array(launch, i) || !clang_equalCursors(variable_of(advice, argument), variable))
            continue;
        *direction |= launch->kernel->params[i].direction;
        found = true;
    }
    return found;
}

static void compare_launches(struct advice *advice, const struct oc_kernel_launch *first,
                             const struct oc_kernel_launch *second) {
    struct oc_ast *ast = advice->ast;
    for (unsigned i = 0; i < second->kernel->param_count; i++) {
        CXCursor argument = clang_Cursor_getArgument(second->call, i);
        CXCursor variable = variable_of(advice, argument);
        unsigned before, now = second->kernel->params[i].direction;
        if (clang_Cursor_isNull(variable) || !is_array(second, i) ||
            contains_expression(&advice->said, argument) ||
            contains_expression(&advice->mapped, variable) || !(now & OC_MAP_TO) ||
            !moves(advice, first, variable, &before) || !before ||
            !oc_reads_first(ast, clang_Cursor_getArgument(second->definition, i)))
            continue;
        oc_cursors_add(ast, &advice->said, argument);
        const char *name = spelling(advice, variable);
        add_hint(advice, "offload-redundant-copy", oc_ast_place(ast, argument),
                 oc_arena_printf(
                     ast->arena,
                     "'%s' is copied to the device again after the launch in line %u; put both "
                     "launches into a block of offload_data(%s(%s, %s)) to keep it there",
                     name, oc_ast_place(ast, first->call).line, item(before | now), name,
                     count_text(advice, second, i, clang_getNullCursor(), variable)));
    }
}

// Statements of a block that follow each other at once.
static void look_at_block(struct advice *advice, const struct oc_cursors *statements) {
    struct oc_kernel_launch first, second;
    for (size_t i = 1; i < statements->count; i++)
        if (oc_launches_kernel(advice->ast, advice->unit, statements->items[i - 1], &first) &&
            oc_launches_kernel(advice->ast, advice->unit, statements->items[i], &second))
            compare_launches(advice, &first, &second);
}

// ---- Loops -------------------------------------------------------------------------------------

struct search {
    struct advice *advice;
    CXCursor variable;
    size_t uses, arguments; // of the variable; those that are a launch's arrays
    unsigned direction;
    bool declared;           // inside
    struct oc_cursors found; // the arguments
};

static enum CXChildVisitResult count_use(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct search *search = data;
    struct oc_kernel_launch launch;
    if (clang_equalCursors(cursor, search->variable))
        search->declared = true;
    if (clang_getCursorKind(cursor) == CXCursor_DeclRefExpr &&
        clang_equalCursors(clang_getCursorReferenced(cursor), search->variable))
        search->uses++;
    if (!oc_launches_kernel(search->advice->ast, search->advice->unit, cursor, &launch))
        return CXChildVisit_Recurse;
    for (unsigned i = 0; i < launch.kernel->param_count; i++) {
        CXCursor argument = clang_Cursor_getArgument(launch.call, i);
        if (!is_array(&launch, i) ||
            !clang_equalCursors(variable_of(search->advice, argument), search->variable))
            continue;
        search->arguments++;
        search->direction |= launch.kernel->params[i].direction;
        oc_cursors_add(search->advice->ast, &search->found, argument);
    }
    return CXChildVisit_Recurse;
}

static void look_at_argument(struct advice *advice, CXCursor loop,
                             const struct oc_kernel_launch *launch, unsigned i) {
    struct oc_ast *ast = advice->ast;
    CXCursor argument = clang_Cursor_getArgument(launch->call, i);
    struct search search = {.advice = advice, .variable = variable_of(advice, argument)};
    if (clang_Cursor_isNull(search.variable) || contains_expression(&advice->said, argument) ||
        contains_expression(&advice->mapped, search.variable))
        return;
    clang_visitChildren(loop, count_use, &search);
    if (search.declared || search.uses != search.arguments || !search.direction)
        return;
    for (size_t f = 0; f < search.found.count; f++)
        oc_cursors_add(ast, &advice->said, search.found.items[f]);
    const char *name = spelling(advice, search.variable);
    add_hint(advice, "offload-copy-in-loop", oc_ast_place(ast, argument),
             oc_arena_printf(
                 ast->arena,
                 "'%s' is copied in each iteration of the loop in line %u, which uses it only in "
                 "launches; put the loop into a block of offload_data(%s(%s, %s)) to copy it once",
                 name, oc_ast_place(ast, loop).line, item(search.direction), name,
                 count_text(advice, launch, i, loop, search.variable)));
}

struct loop {
    struct advice *advice;
    CXCursor cursor;
};

static enum CXChildVisitResult look_in_loop(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct loop *loop = data;
    struct oc_kernel_launch launch;
    if (oc_launches_kernel(loop->advice->ast, loop->advice->unit, cursor, &launch))
        for (unsigned i = 0; i < launch.kernel->param_count; i++)
            if (is_array(&launch, i))
                look_at_argument(loop->advice, loop->cursor, &launch, i);
    return CXChildVisit_Recurse;
}

// ---- Plain calls -------------------------------------------------------------------------------

// How a kernel asks for its threads' places.
struct places {
    struct oc_ast *ast;
    bool asks, strides; // strides: one thread goes through all that there is, too
};

static enum CXChildVisitResult find_places(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    static const char *const counts[] = {OC_USER_GLOBAL_SIZE, OC_USER_BLOCK_COUNT, OC_NAME_STRETCH};
    struct places *places = data;
    if (clang_getCursorKind(cursor) != CXCursor_CallExpr)
        return CXChildVisit_Recurse;
    places->asks = places->asks || oc_ast_is_index_call(places->ast, cursor);
    const char *name = oc_ast_name(places->ast, cursor);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        places->strides = places->strides || strcmp(name, counts[i]) == 0;
    return CXChildVisit_Recurse;
}

static void look_at_call(struct advice *advice, CXCursor call) {
    struct oc_ast *ast = advice->ast;
    CXCursor function = clang_getCursorReferenced(call);
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl || !oc_ast_is_kernel(function))
        return;
    CXCursor definition = clang_getCursorDefinition(function);
    struct places places = {.ast = ast};
    if (!clang_Cursor_isNull(definition))
        clang_visitChildren(definition, find_places, &places);
    if (!places.asks || places.strides)
        return;
    const char *name = oc_ast_name(ast, function), *threads = NULL, *arguments = "(...)";
    const char *text = oc_ast_source_text(ast, call, clang_getNullCursor());
    if (text && strchr(text, '('))
        arguments = strchr(text, '(');
    struct oc_kernel_launch launch;
    for (unsigned i = 0; oc_launches_kernel(advice->ast, advice->unit, call, &launch) &&
                         i < launch.kernel->param_count;
         i++)
        if (is_array(&launch, i) && !threads)
            threads = bound_text(advice, &launch, clang_getNullCursor(),
                                 launch.kernel->params[i].bounds[0].spelling);
    add_hint(advice, "offload-plain-call", oc_ast_place(ast, call),
             oc_arena_printf(ast->arena,
                             "this call runs a single thread of kernel '%s', which uses thread "
                             "indices; write offload(%s, .threads = {%s})%s to launch more",
                             name, name, threads ? threads : "...", arguments));
}

// ---- Data regions ------------------------------------------------------------------------------

static enum CXChildVisitResult add_variable(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct advice *advice = data;
    if (clang_getCursorKind(cursor) == CXCursor_DeclRefExpr)
        oc_cursors_add(advice->ast, &advice->mapped, clang_getCursorReferenced(cursor));
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult find_items(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct advice *advice = data;
    bool is_item = clang_getCursorKind(cursor) == CXCursor_CallExpr &&
                   oc_starts_with(oc_ast_name(advice->ast, cursor), OC_NAME_ITEM);
    if (!is_item)
        return CXChildVisit_Recurse;
    clang_visitChildren(clang_Cursor_getArgument(cursor, 0), add_variable, advice);
    return CXChildVisit_Continue;
}

// ---- Functions ---------------------------------------------------------------------------------

static enum CXChildVisitResult visit_statement(CXCursor cursor, CXCursor parent,
                                               CXClientData data) {
    (void)parent;
    struct advice *advice = data;
    struct loop loop = {advice, cursor};
    struct oc_cursors statements;
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_CallExpr:
        look_at_call(advice, cursor);
        break;
    case CXCursor_CompoundStmt:
        statements = oc_ast_children(advice->ast, cursor);
        look_at_block(advice, &statements);
        break;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
        clang_visitChildren(cursor, look_in_loop, &loop);
        break;
    default:
        break;
    }
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    bool is_host = clang_getCursorKind(cursor) == CXCursor_FunctionDecl &&
                   clang_isCursorDefinition(cursor) && !oc_ast_is_kernel(cursor) &&
                   !oc_ast_in_system_header(cursor);
    if (is_host) {
        ((struct advice *)data)->mapped.count = 0;
        clang_visitChildren(cursor, find_items, data);
        clang_visitChildren(cursor, visit_statement, data);
    }
    return CXChildVisit_Continue;
}

void oc_advice_give(struct oc_ast *ast, struct oc_unit *unit) {
    struct advice advice = {.ast = ast, .unit = unit};
    clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), visit_top, &advice);
}
