#include "scan/hostaccess.h"

#include "base/names.h"
#include "scan/dataregions.h"
#include "scan/hostevents.h"
#include "scan/readsfirst.h"

#include <string.h>

#define WARNING "offload-region-host-access"

// Parameters of kernels by what was found of them, each looked at once.
struct known {
    struct oc_cursors written, unwritten, read_first, overwritten;
};

// A function's regions, on the way to one.
struct place {
    struct oc_ast *ast;
    const struct oc_unit *unit;
    struct known *known;
    struct oc_cursors named;     // variables in items of the regions around
    struct oc_cursors addressed; // pointers whose address the function takes
    bool maps;                   // the function maps or releases by hand
};

// An item whose address is a variable's.
struct item {
    struct oc_ast *ast;
    struct known *known;
    const struct oc_events *events;
    CXCursor region, variable, count;
    const char *name;
    bool comes_back;
    const struct oc_event *write_cause, *read_cause; // that was said last
    bool said_end;
};

static bool contains_cursor(const struct oc_cursors *cursors, CXCursor cursor) {
    for (size_t i = 0; i < cursors->count; i++)
        if (clang_equalCursors(cursors->items[i], cursor))
            return true;
    return false;
}

static CXCursor variable_in(struct oc_ast *ast, CXCursor expression) {
    expression = oc_hostevents_strip(ast, expression, true);
    return clang_getCursorKind(expression) == CXCursor_DeclRefExpr
               ? clang_getCursorReferenced(expression)
               : clang_getNullCursor();
}

// ---- How far an item or a launch goes ----------------------------------------------------------

// `count` elements from the array's first on; a constant, or what the expression says.
struct extent {
    bool constant;
    int64_t value;
    CXCursor variable; // or null
};

// Whether a variable of the function has one value in all of the block.
static bool is_fixed(const struct oc_events *events, CXCursor variable) {
    bool fixed = clang_getCursorLinkage(variable) == CXLinkage_NoLinkage;
    for (size_t i = 0; i < events->count; i++)
        fixed = fixed && !((events->items[i].kind == OC_EVENT_WRITE ||
                            events->items[i].kind == OC_EVENT_OTHER ||
                            events->items[i].kind == OC_EVENT_LIBRARY) &&
                           clang_equalCursors(events->items[i].variable, variable));
    return fixed;
}

static struct extent extent_of(const struct item *item, CXCursor count) {
    struct extent extent = {.variable = variable_in(item->ast, count)};
    extent.constant = oc_ast_evaluate(count, &extent.value);
    if (!is_fixed(item->events, extent.variable))
        extent.variable = clang_getNullCursor();
    return extent;
}

// `n`, `n - 1`, or a constant that is not larger.
static bool is_at_most(struct oc_ast *ast, CXCursor limit, const struct extent *extent) {
    int64_t value, less;
    if (extent->constant)
        return oc_ast_evaluate(limit, &value) && value <= extent->value;
    if (clang_Cursor_isNull(extent->variable))
        return false;
    limit = oc_hostevents_strip(ast, limit, true);
    struct oc_cursors sides = oc_ast_expressions(ast, limit);
    if (clang_getCursorKind(limit) == CXCursor_BinaryOperator && sides.count == 2 &&
        clang_getCursorBinaryOperatorKind(limit) == CXBinaryOperator_Sub &&
        oc_ast_evaluate(sides.items[1], &less) && less >= 0)
        limit = sides.items[0];
    return clang_equalCursors(variable_in(ast, limit), extent->variable);
}

static const struct oc_scope *counting_loop(struct oc_ast *ast, const struct oc_event *access) {
    CXCursor counter =
        clang_Cursor_isNull(access->index) ? access->index : variable_in(ast, access->index);
    const struct oc_scope *scope = clang_Cursor_isNull(counter) ? NULL : access->scope;
    while (scope && !clang_equalCursors(scope->counter, counter))
        scope = scope->outer;
    return scope;
}

// Whether the element is certainly among those.
static bool covers(struct oc_ast *ast, const struct extent *extent, const struct oc_event *access) {
    CXType type = clang_getCanonicalType(clang_getCursorType(access->variable));
    int64_t index;
    if (access->is_object || access->is_first)
        return true;
    if (extent->constant && type.kind == CXType_ConstantArray &&
        extent->value >= clang_getArraySize(type))
        return true;
    if (oc_ast_evaluate(access->index, &index))
        return index == 0 || (extent->constant && index > 0 && index < extent->value);
    CXCursor expression = oc_hostevents_strip(ast, access->index, true);
    const struct oc_scope *loop = counting_loop(ast, access);
    if (loop)
        return is_at_most(ast, loop->limit, extent);
    return clang_getCursorKind(expression) == CXCursor_BinaryOperator && !extent->constant &&
           is_at_most(ast, expression, extent); // `n - 1`
}

// The elements that a launch hands to a parameter, as far as its first bound says.
static struct extent launch_extent(const struct item *item, const struct oc_kernel_launch *launch,
                                   unsigned i) {
    const struct oc_kernel *kernel = launch->kernel;
    const struct oc_expression *bound = kernel->params[i].bounds[0].expression;
    struct extent extent = {.variable = clang_getNullCursor()};
    size_t param;
    if (oc_expression_is_param(bound, &param))
        return extent_of(item, clang_Cursor_getArgument(launch->call, (unsigned)param));
    extent.constant = oc_expression_is_constant(bound, &extent.value);
    return extent;
}

// ---- Launches ----------------------------------------------------------------------------------

static CXCursor kernel_param(const struct oc_event *launch, unsigned i) {
    return clang_Cursor_getArgument(launch->launch.definition, i);
}

static int64_t element_size(CXCursor variable) {
    CXType type = clang_getCanonicalType(clang_getCursorType(variable));
    if (type.kind == CXType_Pointer)
        return clang_Type_getSizeOf(clang_getPointeeType(type));
    return clang_Type_getSizeOf(oc_ast_is_array(type) ? clang_getArrayElementType(type) : type);
}

static bool is_const(CXCursor param) {
    bool is_const;
    CXType type = clang_getCanonicalType(clang_getCursorType(param));
    oc_ast_element(type.kind == CXType_Pointer ? clang_getPointeeType(type)
                                               : clang_getArrayElementType(type),
                   &is_const);
    return is_const;
}

static bool find_writes(struct oc_ast *ast, CXCursor definition, CXCursor param) {
    static const struct oc_unit no_kernels;
    struct oc_cursors parts = oc_ast_children(ast, definition);
    struct oc_events events = oc_hostevents_read(ast, &no_kernels, parts.items[parts.count - 1]);
    bool writes = events.unknown;
    for (size_t e = 0; e < events.count; e++)
        writes = writes || ((events.items[e].kind == OC_EVENT_WRITE ||
                             events.items[e].kind == OC_EVENT_OTHER ||
                             events.items[e].kind == OC_EVENT_LIBRARY) &&
                            clang_equalCursors(events.items[e].variable, param));
    return writes;
}

// Whether the kernel's text writes the parameter's elements, or hands them on.
static bool kernel_writes(const struct item *item, const struct oc_event *launch, unsigned i) {
    CXCursor param = kernel_param(launch, i);
    struct known *known = item->known;
    if (is_const(param) || contains_cursor(&known->unwritten, param))
        return false;
    if (contains_cursor(&known->written, param))
        return true;
    bool writes = find_writes(item->ast, launch->launch.definition, param);
    oc_cursors_add(item->ast, writes ? &known->written : &known->unwritten, param);
    return writes;
}

static bool kernel_reads_first(const struct item *item, const struct oc_event *launch, unsigned i) {
    CXCursor param = kernel_param(launch, i);
    struct known *known = item->known;
    if (contains_cursor(&known->read_first, param))
        return true;
    if (contains_cursor(&known->overwritten, param))
        return false;
    bool reads = oc_reads_first(item->ast, param);
    oc_cursors_add(item->ast, reads ? &known->read_first : &known->overwritten, param);
    return reads;
}

enum question { READS, WRITES };

// Whether a launch is given the accessed element, and reads or may write its array.
static bool launch_uses(const struct item *item, const struct oc_event *launch,
                        const struct oc_event *access, enum question question) {
    const struct oc_kernel *kernel = launch->launch.kernel;
    for (unsigned i = 0; kernel && i < kernel->param_count; i++) {
        CXCursor argument = clang_Cursor_getArgument(launch->launch.call, i);
        if (kernel->params[i].kind != OC_PARAM_ARRAY)
            continue;
        struct extent extent = launch_extent(item, &launch->launch, i);
        if (clang_equalCursors(oc_hostevents_base(item->ast, argument), item->variable) &&
            element_size(item->variable) == element_size(kernel_param(launch, i)) &&
            covers(item->ast, &extent, access) &&
            (question == READS ? kernel_reads_first(item, launch, i)
                               : kernel_writes(item, launch, i)))
            return true;
    }
    return false;
}

// Whether the launch may write what the host wrote before anything reads it.
static bool may_overwrite(const struct item *item, const struct oc_event *launch) {
    const struct oc_kernel *kernel = launch->launch.kernel;
    int count = clang_Cursor_getNumArguments(launch->cursor);
    for (unsigned i = 0; (int)i < count; i++)
        if (oc_ast_mentions(clang_Cursor_getArgument(launch->cursor, i), item->variable) &&
            (!kernel || kernel->params[i].kind == OC_PARAM_AGGREGATE ||
             (kernel->params[i].kind == OC_PARAM_ARRAY && !is_const(kernel_param(launch, i)) &&
              !kernel_reads_first(item, launch, i))))
            return true;
    return false;
}

// ---- What may come between ---------------------------------------------------------------------

// An array is apart from another variable; a pointer may lead to it.
static bool may_concern(const struct item *item, CXCursor variable) {
    if (clang_Cursor_isNull(variable) || clang_equalCursors(variable, item->variable))
        return true;
    CXType types[] = {clang_getCanonicalType(clang_getCursorType(variable)),
                      clang_getCanonicalType(clang_getCursorType(item->variable))};
    struct oc_cursors others = oc_dataregions_items(item->ast, item->region);
    CXCursor address, count;
    for (size_t i = 0; i < others.count; i++)
        if (oc_dataregions_item(item->ast, others.items[i], &address, &count) &&
            clang_equalCursors(oc_hostevents_base(item->ast, address), variable))
            return false; // it is another array
    return types[0].kind == CXType_Pointer || types[1].kind == CXType_Pointer;
}

// The innermost loop that both are in, of which no turn leaves it; or NULL. An element that each
// turn chooses anew is in none.
static const struct oc_scope *common_loop(const struct item *item, const struct oc_event *access,
                                          const struct oc_event *other) {
    int64_t index;
    const struct oc_scope *loop = access->scope, *counting = counting_loop(item->ast, access);
    bool fixed = access->is_object || access->is_first || oc_ast_evaluate(access->index, &index);
    bool jumps = false;
    for (; loop && !(loop->is_loop && oc_scope_is_in(other->scope, loop) &&
                     (fixed || (counting && counting != loop && oc_scope_is_in(counting, loop))));
         loop = loop->outer)
        jumps |= loop->jumps;
    for (const struct oc_scope *at = other->scope; loop && at != loop; at = at->outer)
        jumps |= at->jumps;
    return loop && !jumps && !loop->jumps ? loop : NULL;
}

// Whether an event happens wherever the access does.
static bool always_with(const struct oc_event *event, const struct oc_event *access) {
    return oc_scope_is_in(access->scope, oc_scope_arm(event->scope));
}

// ---- Writes ------------------------------------------------------------------------------------

static bool is_saved(const struct item *item, const struct oc_event *write) {
    const struct oc_events *events = item->events;
    for (const struct oc_event *e = events->items; e < events->items + events->count; e++) {
        bool after = e > write, again = oc_hostevents_share_loop(write, e);
        switch (e->kind) {
        case OC_EVENT_UPDATE_TO:
            if ((after || again) && may_concern(item, e->variable))
                return true;
            break;
        case OC_EVENT_UPDATE_FROM: // the host wants the device's elements
            if (after && may_concern(item, e->variable))
                return true;
            break;
        case OC_EVENT_UNKNOWN:
            if (after || again)
                return true;
            break;
        case OC_EVENT_EXIT:
            if (after && always_with(e, write))
                return true;
            break;
        case OC_EVENT_LAUNCH:
            if ((after || again) && may_overwrite(item, e))
                return true;
            break;
        default:
            break;
        }
    }
    return false;
}

// The launch that uses the device's element in the place of what the host wrote.
static const struct oc_event *user_of(const struct item *item, const struct oc_event *write) {
    const struct oc_event *end = item->events->items + item->events->count;
    for (const struct oc_event *e = write + 1; e < end; e++)
        if (e->kind == OC_EVENT_LAUNCH && always_with(e, write) &&
            launch_uses(item, e, write, READS))
            return e;
    for (const struct oc_event *e = item->events->items; e < write; e++)
        if (e->kind == OC_EVENT_LAUNCH && always_with(e, write) && common_loop(item, write, e) &&
            launch_uses(item, e, write, READS))
            return e;
    return NULL;
}

static unsigned line_of(const struct item *item, CXCursor cursor) {
    return oc_ast_place(item->ast, cursor).line;
}

static bool check_write(struct item *item, const struct oc_event *write) {
    if (is_saved(item, write))
        return false;
    const struct oc_event *cause = user_of(item, write);
    if (!cause && !item->comes_back)
        return false;
    if (cause ? cause == item->write_cause : item->said_end)
        return true;
    item->write_cause = cause;
    item->said_end |= !cause;
    if (cause)
        oc_report(item->ast->diag, OC_WARNING, oc_ast_place(item->ast, write->cursor), WARNING,
                  "this write to the host's copy of '%s' does not reach the device: the region in "
                  "line %u keeps the array there, and the launch in line %u uses it; write "
                  "offload_update_to(%s, ...) after the write",
                  item->name, line_of(item, item->region), line_of(item, cause->cursor),
                  item->name);
    else
        oc_report(item->ast->diag, OC_WARNING, oc_ast_place(item->ast, write->cursor), WARNING,
                  "this write to the host's copy of '%s' is lost: the end of the region in line %u "
                  "copies the device's elements over it; write offload_update_to(%s, ...) after "
                  "the write",
                  item->name, line_of(item, item->region), item->name);
    return true;
}

// ---- Reads -------------------------------------------------------------------------------------

static bool may_be_same(const struct oc_event *a, const struct oc_event *b) {
    int64_t values[2] = {0, 0};
    bool known = !a->is_object && !b->is_object &&
                 (a->is_first || oc_ast_evaluate(a->index, &values[0])) &&
                 (b->is_first || oc_ast_evaluate(b->index, &values[1]));
    return !known || values[0] == values[1];
}

// Whether after this the host's element may be the right one.
static bool refreshes(const struct item *item, const struct oc_event *event,
                      const struct oc_event *read) {
    switch (event->kind) {
    case OC_EVENT_UPDATE_FROM:
    case OC_EVENT_LIBRARY:
        return may_concern(item, event->variable);
    case OC_EVENT_WRITE:
        return event != read && clang_equalCursors(event->variable, item->variable) &&
               may_be_same(event, read);
    case OC_EVENT_CALL:
    case OC_EVENT_UNKNOWN:
        return true;
    default:
        return false;
    }
}

// The launch whose elements the host does not see.
static const struct oc_event *writer_for(const struct item *item, const struct oc_event *read) {
    const struct oc_event *begin = item->events->items, *end = begin + item->events->count;
    for (const struct oc_event *e = read; e-- > begin;) {
        if (refreshes(item, e, read))
            break;
        if (e->kind == OC_EVENT_LAUNCH && always_with(e, read) &&
            launch_uses(item, e, read, WRITES))
            return e;
    }
    for (const struct oc_event *e = read; e < end; e++) {
        const struct oc_scope *loop = NULL;
        if (e->kind == OC_EVENT_LAUNCH && always_with(e, read))
            loop = common_loop(item, read, e);
        if (loop && !launch_uses(item, e, read, WRITES))
            loop = NULL;
        bool refreshed = !loop;
        for (const struct oc_event *other = begin; !refreshed && other < end; other++)
            refreshed = oc_scope_is_in(other->scope, loop) && refreshes(item, other, read);
        if (!refreshed)
            return e;
    }
    return NULL;
}

static void check_read(struct item *item, const struct oc_event *read) {
    const struct oc_event *cause = writer_for(item, read);
    if (!cause || cause == item->read_cause)
        return;
    item->read_cause = cause;
    oc_report(item->ast->diag, OC_WARNING, oc_ast_place(item->ast, read->cursor), WARNING,
              "this reads the host's copy of '%s', which does not have what the launch in line %u "
              "may have written: the region in line %u keeps the array on the device; write "
              "offload_update_from(%s, ...) before the read",
              item->name, line_of(item, cause->cursor), line_of(item, item->region), item->name);
}

// ---- Items -------------------------------------------------------------------------------------

// Pointers in structs stay the host's.
static bool has_pointers(CXType type) {
    type = clang_getCanonicalType(type);
    return type.kind == CXType_Pointer || type.kind == CXType_Record;
}

static bool is_plain(const struct oc_event *access) {
    for (const struct oc_scope *scope = access->scope; scope; scope = scope->outer)
        if (scope->asks)
            return false;
    return !has_pointers(clang_getCursorType(access->cursor)) &&
           !clang_isVolatileQualifiedType(clang_getCursorType(access->cursor));
}

// Whether the variable names the mapped memory in all of the block.
static bool is_steady(const struct place *place, const struct item *item) {
    CXType type = clang_getCanonicalType(clang_getCursorType(item->variable));
    bool is_pointer = type.kind == CXType_Pointer;
    bool is_local = clang_getCursorLinkage(item->variable) == CXLinkage_NoLinkage;
    if (is_pointer && contains_cursor(&place->addressed, item->variable))
        return false;
    for (size_t i = 0; i < item->events->count; i++) {
        const struct oc_event *event = &item->events->items[i];
        if (event->kind == OC_EVENT_OTHER && clang_equalCursors(event->variable, item->variable))
            return false;
        if (is_pointer && !is_local &&
            (event->kind == OC_EVENT_CALL || event->kind == OC_EVENT_UNKNOWN))
            return false;
    }
    return true;
}

static void check_item(const struct place *place, struct item *item) {
    struct extent extent = extent_of(item, item->count);
    if (!is_steady(place, item))
        return;
    for (size_t i = 0; i < item->events->count; i++) {
        const struct oc_event *event = &item->events->items[i];
        bool writes = event->kind == OC_EVENT_WRITE;
        if ((!writes && event->kind != OC_EVENT_READ) ||
            !clang_equalCursors(event->variable, item->variable) || !is_plain(event) ||
            !covers(item->ast, &extent, event))
            continue;
        bool said = writes && check_write(item, event);
        if (!said && (!writes || event->reads))
            check_read(item, event);
    }
}

static void check_region(const struct place *place, CXCursor region, const struct oc_cursors *items,
                         const struct oc_cursors *variables) {
    struct oc_ast *ast = place->ast;
    if (place->maps || oc_dataregions_has_device(ast, region))
        return;
    struct oc_events events =
        oc_hostevents_read(ast, place->unit, oc_dataregions_block(ast, region));
    for (size_t i = 0; i < items->count && !events.unknown; i++) {
        struct item item = {.ast = ast, .known = place->known, .events = &events, .region = region};
        CXCursor address;
        const char *direction = oc_dataregions_item(ast, items->items[i], &address, &item.count);
        item.variable = oc_hostevents_base(ast, address);
        size_t named = 0;
        for (size_t v = 0; v < variables->count; v++)
            named += clang_equalCursors(variables->items[v], item.variable) != 0;
        if (clang_Cursor_isNull(item.variable) || strcmp(direction, "alloc") == 0 || named != 1 ||
            contains_cursor(&place->named, item.variable))
            continue;
        item.name = oc_ast_name(ast, item.variable);
        item.comes_back = strcmp(direction, "to") != 0;
        check_item(place, &item);
    }
}

// ---- Functions ---------------------------------------------------------------------------------

static enum CXChildVisitResult visit_data_region(CXCursor cursor, CXCursor parent,
                                                 CXClientData data) {
    (void)parent;
    const struct place *place = data;
    struct oc_ast *ast = place->ast;
    if (!oc_dataregions_is_region(ast, cursor))
        return CXChildVisit_Recurse;
    struct oc_cursors items = oc_dataregions_items(ast, cursor), variables = {0};
    struct place inner = *place;
    inner.named = (struct oc_cursors){0};
    for (size_t i = 0; i < place->named.count; i++)
        oc_cursors_add(ast, &inner.named, place->named.items[i]);
    for (size_t i = 0; i < items.count; i++) {
        CXCursor address, count;
        oc_dataregions_item(ast, items.items[i], &address, &count);
        oc_cursors_add(ast, &variables, oc_hostevents_base(ast, address));
        oc_cursors_add(ast, &inner.named, variables.items[i]);
    }
    check_region(place, cursor, &items, &variables);
    clang_visitChildren(oc_dataregions_block(ast, cursor), visit_data_region, &inner);
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult learn(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct place *place = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_CallExpr) {
        const char *name = oc_ast_name(place->ast, cursor);
        place->maps |=
            strcmp(name, OC_NAME_ENTER_DATA) == 0 || strcmp(name, OC_NAME_EXIT_DATA) == 0;
    } else if (kind == CXCursor_UnaryOperator &&
               clang_getCursorUnaryOperatorKind(cursor) == CXUnaryOperator_AddrOf) {
        CXCursor object = oc_ast_expressions(place->ast, cursor).items[0];
        CXCursor variable = variable_in(place->ast, object);
        if (!clang_Cursor_isNull(variable))
            oc_cursors_add(place->ast, &place->addressed, variable);
    }
    return CXChildVisit_Recurse;
}

struct unit {
    struct oc_ast *ast;
    const struct oc_unit *unit;
    struct known known;
    bool requires; // `#pragma omp requires`, such as unified_shared_memory: one copy of everything
};

// libclang has no kind for the directive, which is where its first word is.
static enum CXChildVisitResult find_requires(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct unit *unit = data;
    const char *text = clang_getCursorKind(cursor) == CXCursor_UnexposedDecl
                           ? oc_ast_source_text(unit->ast, cursor, clang_getNullCursor())
                           : NULL;
    unit->requires |= text && strcmp(text, "requires") == 0;
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct unit *unit = data;
    struct place place = {.ast = unit->ast, .unit = unit->unit, .known = &unit->known};
    if (unit->requires || clang_getCursorKind(cursor) != CXCursor_FunctionDecl ||
        !clang_isCursorDefinition(cursor) || oc_ast_in_system_header(cursor) ||
        oc_ast_is_kernel(cursor))
        return CXChildVisit_Continue;
    clang_visitChildren(cursor, learn, &place);
    clang_visitChildren(cursor, visit_data_region, &place);
    return CXChildVisit_Continue;
}

void oc_hostaccess_check(struct oc_ast *ast, const struct oc_unit *unit) {
    struct unit data = {.ast = ast, .unit = unit};
    if (!oc_diag_shows(ast->diag, WARNING))
        return;
    clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), find_requires, &data);
    clang_visitChildren(clang_getTranslationUnitCursor(ast->unit), visit_top, &data);
}
