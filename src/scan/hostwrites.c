#include "scan/hostwrites.h"

#include "base/names.h"
#include "base/text.h"
#include "scan/hostevents.h"
#include "scan/readsfirst.h"

#include <string.h>

#define WARNING "offload-variable-write"

// A function of the host.
struct function {
    CXCursor definition;
    struct oc_events events;
    bool launches; // it, or a function that it calls
    bool visited;  // in the search that is under way
};

// What is looked for of one device variable.
struct search {
    struct oc_ast *ast;
    const struct oc_unit *unit;
    struct function *functions;
    size_t count, capacity;
    CXCursor variable;
};

static bool is_variable(const struct search *search, CXCursor cursor) {
    return clang_equalCursors(clang_getCanonicalCursor(cursor),
                              clang_getCanonicalCursor(search->variable));
}

static struct function *called_function(const struct search *search, const struct oc_event *event) {
    bool is_call = event->kind == OC_EVENT_CALL || event->kind == OC_EVENT_UNKNOWN;
    CXCursor definition = clang_getCursorDefinition(clang_getCursorReferenced(event->cursor));
    for (size_t i = 0; is_call && i < search->count; i++)
        if (clang_equalCursors(search->functions[i].definition, definition))
            return &search->functions[i];
    return NULL;
}

static void begin_search(const struct search *search) {
    for (size_t i = 0; i < search->count; i++)
        search->functions[i].visited = false;
}

// Whether an event may launch kernels or update the variable unseen, as functions of other files
// may. Those of offload.h do neither, except updates.
static bool is_unseen(const struct search *search, const struct oc_event *event) {
    const char *name = oc_ast_name(search->ast, event->cursor);
    return event->kind == OC_EVENT_UNKNOWN && !called_function(search, event) &&
           (!oc_starts_with(name, OC_NAME_PREFIX) || strcmp(name, OC_NAME_UPDATE) == 0);
}

// ---- Assignments -------------------------------------------------------------------------------

// Whether a function of the library gets the variable's address for writing: memcpy(table, ...).
static bool is_written_by_library(const struct search *search, const struct oc_event *event) {
    CXCursor function = clang_getCursorReferenced(event->cursor);
    int count = clang_Cursor_getNumArguments(function);
    for (int i = 0; i < count; i++) {
        CXType type = clang_getCanonicalType(
            clang_getCursorType(clang_Cursor_getArgument(function, (unsigned)i)));
        if (type.kind == CXType_Pointer &&
            !clang_isConstQualifiedType(clang_getPointeeType(type)) &&
            oc_ast_mentions(clang_Cursor_getArgument(event->cursor, (unsigned)i), search->variable))
            return true;
    }
    return false;
}

static bool is_assignment(const struct search *search, const struct oc_event *event) {
    return is_variable(search, event->variable) &&
           (event->kind == OC_EVENT_WRITE ||
            (event->kind == OC_EVENT_LIBRARY && is_written_by_library(search, event)));
}

// Whether a condition around the event may ask whether there is a device.
static bool depends_on_device(const struct oc_event *event) {
    for (const struct oc_scope *scope = event->scope; scope; scope = scope->outer)
        if (scope->asks)
            return true;
    return false;
}

// The assignment that an event is or calls; NULL if there is none, or if launches or updates may
// follow it in the function that is called.
static const struct oc_event *find_assignment(const struct search *search,
                                              const struct oc_event *event) {
    if (depends_on_device(event))
        return NULL;
    if (is_assignment(search, event))
        return event;
    struct function *function = called_function(search, event);
    if (!function || function->visited || function->launches)
        return NULL;
    function->visited = true;
    const struct oc_event *found = NULL;
    for (size_t i = 0; i < function->events.count; i++) {
        if (is_unseen(search, &function->events.items[i]))
            return NULL;
        if (!found)
            found = find_assignment(search, &function->events.items[i]);
    }
    return found;
}

// The number that an expression is, if it is constant.
static bool read_number(struct oc_ast *ast, CXCursor expression, double *value) {
    expression = oc_hostevents_strip(ast, expression, true);
    CXEvalResult result = clang_Cursor_Evaluate(expression);
    CXEvalResultKind kind = result ? clang_EvalResult_getKind(result) : CXEval_UnExposed;
    if (kind == CXEval_Int)
        *value = (double)clang_EvalResult_getAsLongLong(result);
    if (kind == CXEval_Float)
        *value = clang_EvalResult_getAsDouble(result);
    if (result)
        clang_EvalResult_dispose(result);
    return kind == CXEval_Int || kind == CXEval_Float;
}

// Whether the assigned value is that of the initialiser. For arrays and structs only zero is known.
static bool assigns_initial_value(const struct search *search, const struct oc_event *assignment) {
    CXCursor initializer = clang_Cursor_getVarDeclInitializer(search->variable);
    double initial = 0, value;
    bool known =
        clang_Cursor_isNull(initializer) || read_number(search->ast, initializer, &initial);
    if (assignment->kind == OC_EVENT_WRITE)
        return known && !clang_Cursor_isNull(assignment->value) &&
               read_number(search->ast, assignment->value, &value) && value == initial;
    return known && initial == 0 &&
           strcmp(oc_ast_name(search->ast, assignment->cursor), "memset") == 0 &&
           clang_Cursor_getNumArguments(assignment->cursor) == 3 &&
           read_number(search->ast, clang_Cursor_getArgument(assignment->cursor, 1), &value) &&
           value == 0;
}

// ---- Launches ----------------------------------------------------------------------------------

enum outcome { NONE, FOUND, DOUBTFUL };

// Looks in a function, from an event on, for the first launch of a kernel that uses the variable.
// FOUND: it reads the variable, and is reached from `scope` in any case. DOUBTFUL: the variable may
// have got another value on the device before.
static enum outcome find_launch(const struct search *search, const struct function *function,
                                const struct oc_event *from, const struct oc_scope *scope,
                                const struct oc_event **launch) {
    const struct oc_event *end = function->events.items + function->events.count;
    for (const struct oc_event *event = from; event < end; event++) {
        bool always = oc_scope_is_in(scope, oc_scope_arm(event->scope));
        struct function *called = called_function(search, event);
        if ((event->kind == OC_EVENT_EXIT && always) || is_unseen(search, event))
            return DOUBTFUL;
        if (called && !called->visited && called->events.count) {
            const struct oc_scope *root = called->events.items[0].scope;
            while (root->outer)
                root = root->outer;
            called->visited = true;
            enum outcome outcome =
                called->events.unknown
                    ? DOUBTFUL
                    : find_launch(search, called, called->events.items, root, launch);
            if (outcome == DOUBTFUL || (outcome == FOUND && always))
                return outcome;
        }
        if (event->kind != OC_EVENT_LAUNCH)
            continue;
        if (!event->launch.kernel)
            return DOUBTFUL;
        enum oc_first_use use =
            oc_first_use_of(search->ast, event->launch.definition, search->variable);
        if (use == OC_FIRST_WRITE)
            return DOUBTFUL;
        if (use == OC_FIRST_READ && always) {
            *launch = event;
            return FOUND;
        }
    }
    return NONE;
}

// Whether a launch may come before the event. Before, the variable has its initial value
// everywhere.
static bool may_follow_launch(const struct search *search, const struct function *function,
                              const struct oc_event *event) {
    const struct oc_event *end = function->events.items + function->events.count;
    for (const struct oc_event *other = function->events.items; other < end; other++) {
        const struct function *called = called_function(search, other);
        bool launches = other->kind == OC_EVENT_LAUNCH || (called && called->launches);
        if (launches && (other < event || oc_hostevents_share_loop(event, other)))
            return true;
    }
    return false;
}

// ---- Variables ---------------------------------------------------------------------------------

static bool check_event(struct search *search, const struct function *function,
                        const struct oc_event *event) {
    struct oc_ast *ast = search->ast;
    const struct oc_event *assignment, *launch;
    begin_search(search);
    assignment = find_assignment(search, event);
    if (!assignment)
        return false;
    begin_search(search);
    if (find_launch(search, function, event + 1, event->scope, &launch) != FOUND ||
        (assigns_initial_value(search, assignment) && !may_follow_launch(search, function, event)))
        return false;
    const char *name = oc_ast_name(ast, search->variable);
    bool is_array = oc_ast_is_array(clang_getCanonicalType(clang_getCursorType(search->variable)));
    oc_report(ast->diag, OC_WARNING, oc_ast_place(ast, assignment->cursor), WARNING,
              "this write to device variable '%s' changes only the host's copy, but the launch in "
              "line %u uses the device's; write offload_update_to(%s%s, %s) after the write",
              name, oc_ast_place(ast, launch->cursor).line, is_array ? "" : "&", name,
              is_array ? "..." : "1");
    return true;
}

// Whether a launch gets the variable's address.
static bool is_passed(const struct search *search, CXCursor launch) {
    int count = clang_Cursor_getNumArguments(launch);
    for (int i = 0; i < count; i++) {
        CXCursor argument = clang_Cursor_getArgument(launch, (unsigned)i);
        if (clang_getCanonicalType(clang_getCursorType(argument)).kind == CXType_Pointer &&
            oc_ast_mentions(argument, search->variable))
            return true;
    }
    return false;
}

// Whether a function may update the variable, or use it in a way that its events do not show.
static bool is_doubtful(const struct search *search, const struct function *function) {
    if (function->events.unknown)
        return oc_ast_mentions(function->definition, search->variable);
    for (size_t i = 0; i < function->events.count; i++) {
        const struct oc_event *event = &function->events.items[i];
        bool updates = event->kind == OC_EVENT_UPDATE_TO;
        if (((updates || event->kind == OC_EVENT_OTHER) && is_variable(search, event->variable)) ||
            (updates && clang_Cursor_isNull(event->variable)) ||
            (event->kind == OC_EVENT_LAUNCH && is_passed(search, event->cursor)))
            return true;
    }
    return false;
}

// Warns once of each variable.
static void check_variable(struct search *search) {
    for (size_t i = 0; i < search->count; i++)
        if (is_doubtful(search, &search->functions[i]))
            return;
    for (size_t i = 0; i < search->count; i++) {
        const struct function *function = &search->functions[i];
        for (size_t e = 0; !function->events.unknown && e < function->events.count; e++)
            if (check_event(search, function, &function->events.items[e]))
                return;
    }
}

// ---- The unit ----------------------------------------------------------------------------------

static enum CXChildVisitResult add_function(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct search *search = data;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor) ||
        oc_ast_in_system_header(cursor) || oc_ast_is_kernel(cursor))
        return CXChildVisit_Continue;
    struct oc_cursors parts = oc_ast_children(search->ast, cursor);
    search->functions = oc_arena_grow(search->ast->arena, search->functions, search->count,
                                      &search->capacity, sizeof *search->functions);
    search->functions[search->count++] = (struct function){
        .definition = cursor,
        .events = oc_hostevents_read(search->ast, search->unit, parts.items[parts.count - 1]),
    };
    return CXChildVisit_Continue;
}

static void find_launching(const struct search *search) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < search->count; i++) {
            struct function *function = &search->functions[i];
            for (size_t e = 0; !function->launches && e < function->events.count; e++) {
                const struct oc_event *event = &function->events.items[e];
                const struct function *called = called_function(search, event);
                function->launches = event->kind == OC_EVENT_LAUNCH || (called && called->launches);
                changed |= function->launches;
            }
        }
    }
}

// What is at file scope and keeps the variable's address, such as a pointer.
static enum CXChildVisitResult find_pointer(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    const struct search *search = data;
    bool is_pointer = clang_getCursorKind(cursor) == CXCursor_VarDecl &&
                      !is_variable(search, cursor) && oc_ast_mentions(cursor, search->variable);
    return is_pointer ? CXChildVisit_Break : CXChildVisit_Continue;
}

void oc_hostwrites_check(struct oc_ast *ast, const struct oc_unit *unit,
                         const struct oc_cursors *variables) {
    struct search search = {.ast = ast, .unit = unit};
    CXCursor file = clang_getTranslationUnitCursor(ast->unit);
    if (!variables->count || !oc_diag_shows(ast->diag, WARNING))
        return;
    clang_visitChildren(file, add_function, &search);
    find_launching(&search);
    for (size_t i = 0; i < variables->count; i++) {
        search.variable = variables->items[i];
        if (!clang_visitChildren(file, find_pointer, &search))
            check_variable(&search);
    }
}
