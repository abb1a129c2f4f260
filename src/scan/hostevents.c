#include "scan/hostevents.h"

#include "base/names.h"
#include "base/text.h"
#include "scan/dataregions.h"

#include <string.h>

struct reader {
    struct oc_ast *ast;
    const struct oc_unit *unit;
    struct oc_scope *scope;
    struct oc_events events;
};

static void walk_cursor(struct reader *reader, CXCursor cursor);

bool oc_scope_is_in(const struct oc_scope *scope, const struct oc_scope *outer) {
    while (scope && scope != outer)
        scope = scope->outer;
    return scope != NULL;
}

const struct oc_scope *oc_scope_arm(const struct oc_scope *scope) {
    while (scope->is_loop)
        scope = scope->outer;
    return scope;
}

bool oc_hostevents_share_loop(const struct oc_event *a, const struct oc_event *b) {
    const struct oc_scope *scope = a->scope;
    while (scope && !(scope->is_loop && oc_scope_is_in(b->scope, scope)))
        scope = scope->outer;
    return scope != NULL;
}

CXCursor oc_hostevents_strip(struct oc_ast *ast, CXCursor expression, bool casts) {
    for (;;) {
        enum CXCursorKind kind = clang_getCursorKind(expression);
        struct oc_cursors parts = oc_ast_expressions(ast, expression);
        bool is_plain =
            (kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr) && parts.count == 1;
        if (!is_plain && !(casts && kind == CXCursor_CStyleCastExpr && parts.count))
            return expression;
        expression = parts.items[parts.count - 1]; // after the bounds of a cast's type
    }
}

static bool is_variable(CXCursor cursor) {
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    return kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl;
}

static CXCursor named(CXCursor expression) {
    CXCursor variable = clang_getCursorKind(expression) == CXCursor_DeclRefExpr
                            ? clang_getCursorReferenced(expression)
                            : clang_getNullCursor();
    return is_variable(variable) ? variable : clang_getNullCursor();
}

static bool is_address_like(CXType type) {
    type = clang_getCanonicalType(type);
    return type.kind == CXType_Pointer || oc_ast_is_array(type);
}

static bool is_unary(CXCursor expression, enum CXUnaryOperatorKind operator) {
    return clang_getCursorKind(expression) == CXCursor_UnaryOperator &&
           clang_getCursorUnaryOperatorKind(expression) == operator;
}

CXCursor oc_hostevents_base(struct oc_ast *ast, CXCursor address) {
    address = oc_hostevents_strip(ast, address, false);
    if (!is_unary(address, CXUnaryOperator_AddrOf))
        return is_address_like(clang_getCursorType(address)) ? named(address)
                                                             : clang_getNullCursor();
    CXCursor object = oc_hostevents_strip(ast, oc_ast_expressions(ast, address).items[0], false);
    int64_t index;
    if (clang_getCursorKind(object) != CXCursor_ArraySubscriptExpr)
        return is_address_like(clang_getCursorType(object)) ? clang_getNullCursor() : named(object);
    struct oc_cursors parts = oc_ast_expressions(ast, object);
    return parts.count == 2 && oc_ast_evaluate(parts.items[1], &index) && index == 0
               ? named(oc_hostevents_strip(ast, parts.items[0], false))
               : clang_getNullCursor();
}

// The array's variable that an address is in: `y + 3`, `&y[i]`, `y`; a null cursor if that is not
// plain to see.
static CXCursor root_of(struct oc_ast *ast, CXCursor address) {
    for (;;) {
        address = oc_hostevents_strip(ast, address, true);
        enum CXCursorKind kind = clang_getCursorKind(address);
        struct oc_cursors parts = oc_ast_expressions(ast, address);
        bool is_part = kind == CXCursor_ArraySubscriptExpr || kind == CXCursor_BinaryOperator ||
                       is_unary(address, CXUnaryOperator_AddrOf);
        if (!is_part || !parts.count || !is_address_like(clang_getCursorType(parts.items[0])))
            return is_part && parts.count == 1 ? root_of(ast, parts.items[0]) : named(address);
        address = parts.items[0];
    }
}

// ---- Events ------------------------------------------------------------------------------------

static struct oc_event *append_event(struct reader *reader, enum oc_event_kind kind,
                                     CXCursor cursor, CXCursor variable) {
    struct oc_events *events = &reader->events;
    events->items = oc_arena_grow(reader->ast->arena, events->items, events->count,
                                  &events->capacity, sizeof *events->items);
    struct oc_event *event = &events->items[events->count++];
    *event = (struct oc_event){.kind = kind,
                               .cursor = cursor,
                               .variable = variable,
                               .scope = reader->scope,
                               .index = clang_getNullCursor(),
                               .value = clang_getNullCursor()};
    return event;
}

static void add_unknown(struct reader *reader, CXCursor cursor) {
    append_event(reader, OC_EVENT_UNKNOWN, cursor, clang_getNullCursor());
}

static void walk_all(struct reader *reader, const struct oc_cursors *cursors, size_t first) {
    for (size_t i = first; i < cursors->count; i++)
        walk_cursor(reader, cursors->items[i]);
}

static struct oc_scope *enter_scope(struct reader *reader, bool is_loop) {
    struct oc_scope *outer = reader->scope;
    reader->scope = OC_NEW_ARRAY(reader->ast->arena, 1, struct oc_scope);
    *reader->scope = (struct oc_scope){.outer = outer,
                                       .is_loop = is_loop,
                                       .counter = clang_getNullCursor(),
                                       .limit = clang_getNullCursor()};
    return outer;
}

static void walk_arm(struct reader *reader, CXCursor arm, bool asks) {
    struct oc_scope *outer = enter_scope(reader, false);
    reader->scope->asks = asks;
    walk_cursor(reader, arm);
    reader->scope = outer;
}

static enum CXChildVisitResult find_use(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct reader *reader = data;
    if (is_variable(named(cursor)))
        append_event(reader, OC_EVENT_OTHER, cursor, named(cursor));
    return CXChildVisit_Recurse;
}

static void add_uses(struct reader *reader, CXCursor cursor) {
    find_use(cursor, cursor, reader);
    clang_visitChildren(cursor, find_use, reader);
}

// What is not understood.
static void add_others(struct reader *reader, CXCursor cursor) {
    add_uses(reader, cursor);
    add_unknown(reader, cursor);
}

// ---- Accesses ----------------------------------------------------------------------------------

// An lvalue on its way to its variable.
struct target {
    CXCursor expression; // less what was taken off
    CXCursor index;
    bool is_element, is_first;
};

// Takes off an operator by which a pointer is followed. False: the pointer is not a variable's.
static bool follow(struct reader *reader, struct target *target, CXCursor pointer, CXCursor index) {
    pointer = oc_hostevents_strip(reader->ast, pointer, false);
    struct oc_cursors parts = oc_ast_expressions(reader->ast, pointer);
    bool is_sum = clang_getCursorKind(pointer) == CXCursor_BinaryOperator &&
                  clang_getCursorBinaryOperatorKind(pointer) == CXBinaryOperator_Add &&
                  is_address_like(clang_getCursorType(parts.items[0]));
    if (is_sum && clang_Cursor_isNull(index)) {
        pointer = oc_hostevents_strip(reader->ast, parts.items[0], false);
        index = parts.items[1];
        walk_cursor(reader, index);
    }
    *target = (struct target){pointer, index, true, clang_Cursor_isNull(index)};
    return oc_ast_is_array(clang_getCanonicalType(clang_getCursorType(pointer))) ||
           is_variable(named(pointer));
}

static bool step(struct reader *reader, struct target *target) {
    target->expression = oc_hostevents_strip(reader->ast, target->expression, false);
    CXCursor at = target->expression;
    struct oc_cursors parts = oc_ast_expressions(reader->ast, at);
    switch (clang_getCursorKind(at)) {
    case CXCursor_ArraySubscriptExpr:
        walk_cursor(reader, parts.items[1]);
        return is_address_like(clang_getCursorType(parts.items[0])) &&
               follow(reader, target, parts.items[0], parts.items[1]);
    case CXCursor_MemberRefExpr:
        if (!parts.count)
            return false;
        if (clang_getCanonicalType(clang_getCursorType(parts.items[0])).kind == CXType_Pointer)
            return follow(reader, target, parts.items[0], clang_getNullCursor());
        *target = (struct target){.expression = parts.items[0], .index = clang_getNullCursor()};
        return true;
    case CXCursor_UnaryOperator:
        return is_unary(at, CXUnaryOperator_Deref) &&
               follow(reader, target, parts.items[0], clang_getNullCursor());
    default:
        return false;
    }
}

static bool is_lvalue(CXCursor expression) {
    enum CXCursorKind kind = clang_getCursorKind(expression);
    return kind == CXCursor_DeclRefExpr || kind == CXCursor_ArraySubscriptExpr ||
           kind == CXCursor_MemberRefExpr || is_unary(expression, CXUnaryOperator_Deref);
}

static void add_access(struct reader *reader, CXCursor lvalue, enum oc_event_kind kind, bool reads,
                       CXCursor value) {
    lvalue = oc_hostevents_strip(reader->ast, lvalue, false);
    struct target target = {.expression = lvalue, .index = clang_getNullCursor()};
    bool plain = true;
    while (plain && !is_variable(named(target.expression)))
        plain = step(reader, &target);
    if (!plain) {
        if (is_lvalue(target.expression) &&
            clang_equalCursors(target.expression, lvalue)) // a function, an enumerator
            return;
        walk_cursor(reader, target.expression);
        return;
    }
    CXType type = clang_getCursorType(lvalue), of = clang_getCursorType(target.expression);
    if (is_address_like(type) &&
        (!target.is_element || oc_ast_is_array(clang_getCanonicalType(type))))
        kind = OC_EVENT_OTHER;
    if (!target.is_element && is_address_like(of))
        kind = OC_EVENT_OTHER;
    struct oc_event *event = append_event(reader, kind, lvalue, named(target.expression));
    event->reads = reads;
    event->value = value;
    event->is_object = !target.is_element;
    event->is_first = target.is_first;
    event->index = target.index;
}

// ---- Calls -------------------------------------------------------------------------------------

static void walk_launch(struct reader *reader, CXCursor call) {
    int count = clang_Cursor_getNumArguments(call);
    for (int i = 0; i < count; i++) {
        CXCursor argument = clang_Cursor_getArgument(call, (unsigned)i);
        if (!is_address_like(clang_getCursorType(argument)) ||
            !is_variable(root_of(reader->ast, argument)))
            walk_cursor(reader, argument);
    }
    struct oc_event *event = append_event(reader, OC_EVENT_LAUNCH, call, clang_getNullCursor());
    if (!oc_launches_kernel(reader->ast, reader->unit, call, &event->launch) ||
        oc_launches_has_device(reader->ast, call))
        event->launch.kernel = NULL;
}

static void walk_update(struct reader *reader, CXCursor call) {
    int64_t to = 0;
    bool known = clang_Cursor_getNumArguments(call) > 3 &&
                 oc_ast_evaluate(clang_Cursor_getArgument(call, 3), &to);
    if (!known)
        add_unknown(reader, call);
    else
        append_event(reader, to ? OC_EVENT_UPDATE_TO : OC_EVENT_UPDATE_FROM, call,
                     root_of(reader->ast, clang_Cursor_getArgument(call, 0)));
}

static bool is_one_of(const char *name, const char *const *names) {
    for (; *names; names++)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

static bool takes_function(struct oc_ast *ast, CXCursor call) {
    for (int i = 0; i < clang_Cursor_getNumArguments(call); i++) {
        CXCursor argument =
            oc_hostevents_strip(ast, clang_Cursor_getArgument(call, (unsigned)i), true);
        CXType type = clang_getCanonicalType(clang_getCursorType(argument));
        if (type.kind == CXType_Pointer)
            type = clang_getCanonicalType(clang_getPointeeType(type));
        if (oc_ast_is_function(type))
            return true;
    }
    return false;
}

struct search {
    struct oc_ast *ast;
    struct oc_cursors seen; // functions
    bool harmless;
};

static bool is_harmless(struct search *search, CXCursor call);

static enum CXChildVisitResult find_harm(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct search *search = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_GCCAsmStmt || kind == CXCursor_MSAsmStmt || kind == CXCursor_BlockExpr ||
        (kind >= CXCursor_OMPParallelDirective && kind <= CXCursor_LastStmt) ||
        (kind == CXCursor_CallExpr && !is_harmless(search, cursor)))
        search->harmless = false;
    return search->harmless ? CXChildVisit_Recurse : CXChildVisit_Break;
}

// Whether a call moves nothing between the host and a device, as far as the file shows.
static bool is_harmless(struct search *search, CXCursor call) {
    CXCursor function = clang_getCursorReferenced(call);
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl || oc_ast_is_kernel(function))
        return false;
    const char *name = oc_ast_name(search->ast, function);
    if (oc_starts_with(name, "__builtin_") || strcmp(name, OC_NAME_WITHIN) == 0 ||
        oc_starts_with(name, "omp_get_"))
        return true;
    if (oc_starts_with(name, OC_NAME_PREFIX) || oc_starts_with(name, "omp_"))
        return false;
    if (oc_ast_in_system_header(function))
        return !takes_function(search->ast, call);
    CXCursor definition = clang_getCursorDefinition(function);
    if (clang_Cursor_isNull(definition))
        return false;
    for (size_t i = 0; i < search->seen.count; i++)
        if (clang_equalCursors(search->seen.items[i], definition))
            return true;
    oc_cursors_add(search->ast, &search->seen, definition);
    clang_visitChildren(definition, find_harm, search);
    return search->harmless;
}

static void add_call(struct reader *reader, CXCursor call) {
    static const char *const ends[] = {"exit",    "_exit",      "_Exit", "abort", "quick_exit",
                                       "longjmp", "siglongjmp", "err",   "errx",  NULL};
    CXCursor function = clang_getCursorReferenced(call);
    struct search search = {.ast = reader->ast, .harmless = true};
    bool known = clang_getCursorKind(function) == CXCursor_FunctionDecl;
    const char *name = known ? oc_ast_name(reader->ast, function) : "";
    enum oc_event_kind kind = OC_EVENT_CALL;
    if (is_one_of(name, ends))
        kind = OC_EVENT_EXIT;
    else if (!known || !is_harmless(&search, call))
        kind = OC_EVENT_UNKNOWN;
    else if (oc_ast_in_system_header(function) || oc_starts_with(name, "__"))
        return;
    append_event(reader, kind, call, clang_getNullCursor());
}

static void walk_call(struct reader *reader, CXCursor call) {
    static const char *const unevaluated[] = {"__builtin_constant_p", "__builtin_object_size",
                                              "__builtin_dynamic_object_size", NULL};
    struct oc_ast *ast = reader->ast;
    CXCursor launched = oc_launches_function(ast, call), function = clang_getCursorReferenced(call);
    bool is_function = clang_getCursorKind(function) == CXCursor_FunctionDecl;
    if (!clang_Cursor_isNull(launched) || (is_function && oc_ast_is_kernel(function))) {
        walk_launch(reader, call);
        return;
    }
    const char *name = is_function ? oc_ast_name(ast, function) : "";
    if (is_one_of(name, unevaluated))
        return;
    if (strcmp(name, OC_NAME_UPDATE) == 0) {
        walk_update(reader, call);
        return;
    }
    bool is_library = is_function && oc_ast_in_system_header(function);
    for (int i = 0; i < clang_Cursor_getNumArguments(call); i++) {
        CXCursor argument = clang_Cursor_getArgument(call, (unsigned)i);
        CXCursor root = is_address_like(clang_getCursorType(argument)) ? root_of(ast, argument)
                                                                       : clang_getNullCursor();
        if (is_library && is_variable(root))
            append_event(reader, OC_EVENT_LIBRARY, call, root);
        else
            walk_cursor(reader, argument);
    }
    if (!is_function)
        add_others(reader, call);
    else
        add_call(reader, call);
}

// ---- Statements --------------------------------------------------------------------------------

static enum CXChildVisitResult find_question(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    bool *asks = data;
    *asks = *asks || (clang_getCursorKind(cursor) == CXCursor_CallExpr &&
                      !oc_ast_in_system_header(clang_getCursorReferenced(cursor)));
    return *asks ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static void walk_condition(struct reader *reader, CXCursor statement) {
    struct oc_cursors parts = oc_ast_children(reader->ast, statement);
    if (parts.count < 2 || parts.count > 3 ||
        !clang_isExpression(clang_getCursorKind(parts.items[0]))) {
        reader->events.unknown = true;
        return;
    }
    bool asks = false;
    find_question(parts.items[0], statement, &asks);
    clang_visitChildren(parts.items[0], find_question, &asks);
    int64_t value;
    bool known = oc_ast_evaluate(parts.items[0], &value);
    walk_cursor(reader, parts.items[0]);
    for (size_t i = 1; i < parts.count; i++)
        if (!known || (value != 0) == (i == 1))
            walk_arm(reader, parts.items[i], asks);
}

static void walk_logical(struct reader *reader, const struct oc_cursors *sides) {
    walk_cursor(reader, sides->items[0]);
    walk_arm(reader, sides->items[1], true); // what it depends on is not looked at
}

// `i < n`: the counter and its limit.
static void read_limit(struct reader *reader, CXCursor condition) {
    condition = oc_hostevents_strip(reader->ast, condition, false);
    struct oc_cursors sides = oc_ast_expressions(reader->ast, condition);
    if (clang_getCursorKind(condition) != CXCursor_BinaryOperator || sides.count != 2 ||
        clang_getCursorBinaryOperatorKind(condition) != CXBinaryOperator_LT)
        return;
    reader->scope->counter = named(oc_hostevents_strip(reader->ast, sides.items[0], true));
    reader->scope->limit = sides.items[1];
}

static bool is_beginning(CXCursor statement) {
    return clang_getCursorKind(statement) == CXCursor_DeclStmt ||
           (clang_getCursorKind(statement) == CXCursor_BinaryOperator &&
            clang_getCursorBinaryOperatorKind(statement) == CXBinaryOperator_Assign);
}

static void walk_loop(struct reader *reader, CXCursor loop) {
    struct oc_cursors parts = oc_ast_children(reader->ast, loop);
    size_t first = 0;
    if (clang_getCursorKind(loop) == CXCursor_ForStmt && parts.count > 1 &&
        (parts.count == 4 || is_beginning(parts.items[0])))
        walk_cursor(reader, parts.items[first++]);
    int64_t again;
    bool is_loop = clang_getCursorKind(loop) != CXCursor_DoStmt || parts.count != 2 ||
                   !oc_ast_evaluate(parts.items[1], &again) || again;
    struct oc_scope *outer = enter_scope(reader, is_loop);
    if (!is_loop) // `do ... while (0)`: its jumps lead to its end
        reader->events.unknown = true;
    if (clang_getCursorKind(loop) == CXCursor_ForStmt && parts.count > first + 1)
        read_limit(reader, parts.items[first]);
    walk_all(reader, &parts, first);
    reader->scope = outer;
}

static void walk_nested_region(struct reader *reader, CXCursor region) {
    struct oc_cursors items = oc_dataregions_items(reader->ast, region);
    for (size_t i = 0; i < items.count; i++)
        add_uses(reader, items.items[i]);
    walk_cursor(reader, oc_dataregions_block(reader->ast, region));
}

static void walk_variables(struct reader *reader, CXCursor statement) {
    struct oc_cursors variables = oc_ast_children(reader->ast, statement);
    for (size_t i = 0; i < variables.count; i++) {
        CXCursor value = clang_getCursorKind(variables.items[i]) == CXCursor_VarDecl
                             ? clang_Cursor_getVarDeclInitializer(variables.items[i])
                             : clang_getNullCursor();
        if (!clang_Cursor_isNull(value))
            walk_cursor(reader, value);
    }
}

static void walk_binary(struct reader *reader, CXCursor cursor) {
    struct oc_cursors sides = oc_ast_expressions(reader->ast, cursor);
    bool is_compound = clang_getCursorKind(cursor) == CXCursor_CompoundAssignOperator;
    enum CXBinaryOperatorKind operator =
        is_compound ? CXBinaryOperator_Invalid : clang_getCursorBinaryOperatorKind(cursor);
    if (is_compound || operator == CXBinaryOperator_Assign) {
        walk_cursor(reader, sides.items[1]);
        add_access(reader, sides.items[0], OC_EVENT_WRITE, is_compound,
                   is_compound ? clang_getNullCursor() : sides.items[1]);
    } else if (operator == CXBinaryOperator_LAnd || operator == CXBinaryOperator_LOr) {
        walk_logical(reader, &sides);
    } else {
        walk_all(reader, &sides, 0);
    }
}

static void walk_unary(struct reader *reader, CXCursor cursor) {
    struct oc_cursors parts = oc_ast_expressions(reader->ast, cursor);
    enum CXUnaryOperatorKind operator = clang_getCursorUnaryOperatorKind(cursor);
    if (operator == CXUnaryOperator_AddrOf)
        add_uses(reader, cursor);
    else if (operator == CXUnaryOperator_Deref)
        add_access(reader, cursor, OC_EVENT_READ, false, clang_getNullCursor());
    else if (operator >= CXUnaryOperator_PostInc && operator <= CXUnaryOperator_PreDec)
        add_access(reader, parts.items[0], OC_EVENT_WRITE, true, clang_getNullCursor());
    else
        walk_all(reader, &parts, 0);
}

static void walk_children(struct reader *reader, CXCursor cursor) {
    struct oc_cursors parts = oc_ast_children(reader->ast, cursor);
    for (size_t i = 0; i < parts.count; i++) {
        enum CXCursorKind kind = clang_getCursorKind(parts.items[i]);
        if (clang_isExpression(kind) || clang_isStatement(kind))
            walk_cursor(reader, parts.items[i]);
    }
}

static void walk_other(struct reader *reader, CXCursor cursor) {
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    CXCursor chosen;
    if (kind >= CXCursor_OMPParallelDirective && kind <= CXCursor_LastStmt)
        reader->events.unknown = true;
    else if (oc_ast_chosen(reader->ast, cursor, &chosen))
        walk_cursor(reader, chosen);
    else
        walk_children(reader, cursor);
}

static void walk_cursor(struct reader *reader, CXCursor cursor) {
    struct oc_cursors parts;
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_UnaryExpr: // sizeof
        break;
    case CXCursor_DeclStmt:
        walk_variables(reader, cursor);
        break;
    case CXCursor_DeclRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_MemberRefExpr:
        add_access(reader, cursor, OC_EVENT_READ, false, clang_getNullCursor());
        break;
    case CXCursor_CStyleCastExpr: // after what its type has
    case CXCursor_CompoundLiteralExpr:
        parts = oc_ast_expressions(reader->ast, cursor);
        walk_all(reader, &parts, parts.count ? parts.count - 1 : 0);
        break;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        walk_binary(reader, cursor);
        break;
    case CXCursor_UnaryOperator:
        walk_unary(reader, cursor);
        break;
    case CXCursor_CallExpr:
        walk_call(reader, cursor);
        break;
    case CXCursor_IfStmt:
    case CXCursor_ConditionalOperator:
        walk_condition(reader, cursor);
        break;
    case CXCursor_ForStmt:
        if (oc_dataregions_is_region(reader->ast, cursor)) {
            walk_nested_region(reader, cursor);
            break;
        }
        walk_loop(reader, cursor);
        break;
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
        walk_loop(reader, cursor);
        break;
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt:
    case CXCursor_ReturnStmt:
        walk_children(reader, cursor);
        reader->scope->jumps = true;
        break;
    case CXCursor_GenericSelectionExpr:
    case CXCursor_BlockExpr:
        add_others(reader, cursor);
        break;
    case CXCursor_SwitchStmt:
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt:
    case CXCursor_LabelStmt:
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt:
        reader->events.unknown = true;
        break;
    default:
        walk_other(reader, cursor);
    }
}

struct oc_events oc_hostevents_read(struct oc_ast *ast, const struct oc_unit *unit,
                                    CXCursor block) {
    struct reader reader = {.ast = ast, .unit = unit};
    enter_scope(&reader, false);
    walk_cursor(&reader, block);
    return reader.events;
}
