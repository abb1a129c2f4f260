#include "scan/barriers/divergence.h"

#include "scan/barriers/barriers.h"
#include "scan/barriers/dependence.h"
#include "scan/barriers/rounding.h"

#include <string.h>

#define WARNING "offload-divergent-barrier"

// ---- States ------------------------------------------------------------------------------------

// Why not all threads come to a place.
struct reason {
    enum { IN_BRANCH, IN_LOOP, AFTER_EXIT } kind;
    CXCursor condition;
};

// Threads that have left, each NULL if all are still there.
struct exits {
    const struct reason *returned;
    const struct reason *broke, *continued; // the innermost statement that this is about
    const struct reason *jumped;            // until the next label
};

struct state {
    bool *dependent; // one for each of the function's variables: its value depends on the thread
    const struct reason *inside; // of the branches and loops around
    struct exits exits;
    bool dead; // nothing comes here
};

// What flows around a loop, or from a switch or loop to its end. It grows in each round.
struct flow {
    bool *dependent;
    const struct reason *returned, *broke, *repeats;
    struct exits left; // in cases that ended
};

struct walk {
    struct oc_ast *ast;
    const struct oc_barriers *barriers;
    const char *name; // of the function
    struct oc_cursors variables;
    struct flow **flows; // in the order of walking
    size_t flow_count, flow_capacity, next_flow;
    struct flow *loop, *breakable; // the innermost
    const struct state *entry;     // of the innermost switch
    struct state state;
    unsigned optional; // in operands that may not be evaluated
    bool changed;      // in this round, what flows around a loop
    bool reports;
};

static void walk_statement(struct walk *walk, CXCursor cursor);

static const struct reason *either(const struct reason *a, const struct reason *b) {
    return a ? a : b;
}

static const struct reason *make_reason(struct walk *walk, int kind, CXCursor condition) {
    struct reason *reason = OC_NEW(walk->ast->arena, struct reason);
    reason->kind = kind;
    reason->condition = condition;
    return reason;
}

static const struct reason *active(const struct state *state) {
    const struct exits *exits = &state->exits;
    return either(state->inside, either(either(exits->returned, exits->jumped),
                                        either(exits->broke, exits->continued)));
}

static void merge_exits(struct exits *into, const struct exits *from) {
    into->returned = either(into->returned, from->returned);
    into->broke = either(into->broke, from->broke);
    into->continued = either(into->continued, from->continued);
    into->jumped = either(into->jumped, from->jumped);
}

static bool *copy_variables(struct walk *walk, const bool *variables) {
    bool *copy = OC_NEW_ARRAY(walk->ast->arena, walk->variables.count, bool);
    memcpy(copy, variables, walk->variables.count * sizeof *copy);
    return copy;
}

static void merge_variables(struct walk *walk, bool *into, const bool *from) {
    for (size_t i = 0; i < walk->variables.count; i++)
        into[i] = into[i] || from[i];
}

// The same, into what flows around a loop.
static void flow_variables(struct walk *walk, struct flow *flow) {
    for (size_t i = 0; i < walk->variables.count; i++)
        if (walk->state.dependent[i] && !flow->dependent[i])
            walk->changed = flow->dependent[i] = true;
}

static void flow_reason(struct walk *walk, const struct reason **into, const struct reason *from) {
    if (!*into && from) {
        *into = from;
        walk->changed = true;
    }
}

static struct flow *enter_flow(struct walk *walk) {
    struct oc_arena *arena = walk->ast->arena;
    if (walk->next_flow < walk->flow_count)
        return walk->flows[walk->next_flow++];
    if (walk->flow_count == walk->flow_capacity) {
        size_t capacity = walk->flow_capacity ? 2 * walk->flow_capacity : 8;
        struct flow **flows = OC_NEW_ARRAY(arena, capacity, struct flow *);
        if (walk->flow_count)
            memcpy(flows, walk->flows, walk->flow_count * sizeof(struct flow *));
        walk->flows = flows;
        walk->flow_capacity = capacity;
    }
    struct flow *flow = OC_NEW(arena, struct flow);
    flow->dependent = OC_NEW_ARRAY(arena, walk->variables.count, bool);
    walk->flows[walk->flow_count++] = flow;
    walk->next_flow++;
    return flow;
}

static struct oc_dependence dependence(const struct walk *walk) {
    return (struct oc_dependence){walk->ast, &walk->variables, walk->state.dependent};
}

static bool depends_on_thread(const struct walk *walk, CXCursor expression) {
    struct oc_dependence known = dependence(walk);
    return oc_dependence_of(&known, expression);
}

// ---- Barriers ----------------------------------------------------------------------------------

static void report_divergence(struct walk *walk, CXCursor call, const char *barrier, bool is_ours,
                              const struct reason *reason) {
    static const char *const notes[] = {
        [IN_BRANCH] =
            "the condition depends on the thread; threads that do not take this branch do not "
            "reach the barrier: if they return from the kernel, the others go on without their "
            "work, else the others may wait forever; move the barrier out of the branch, and leave "
            "only the work in it",
        [IN_LOOP] = "the loop's condition depends on the thread; threads that have left the loop "
                    "do not reach the barrier: if they return from the kernel, the others go on "
                    "without their work, else the others may wait forever; let all threads of a "
                    "block run the loop the same number of times, and put only the work under a "
                    "condition",
        [AFTER_EXIT] = "the condition depends on the thread; threads that leave here do not reach "
                       "the barrier: if they return from the kernel, the others go on without "
                       "their work, else the others may wait forever; let all threads reach the "
                       "barrier, and put only the work under a condition",
    };
    struct oc_ast *ast = walk->ast;
    if (!walk->reports || !oc_diag_shows(ast->diag, WARNING))
        return;
    oc_report(ast->diag, OC_WARNING, oc_ast_place(ast, call), WARNING,
              is_ours ? "call to '%s' in '%s' may not be reached by every thread of the block"
                      : "call to '%s', which has a barrier, in '%s' may not be reached by every "
                        "thread of the block",
              barrier, walk->name);
    oc_report(ast->diag, OC_NOTE, oc_ast_place(ast, reason->condition), NULL, "%s",
              notes[reason->kind]);
}

static void check_call(struct walk *walk, CXCursor call) {
    const struct reason *reason = active(&walk->state);
    bool is_ours;
    const char *barrier =
        reason && !walk->state.dead ? oc_barriers_called(walk->barriers, call, &is_ours) : NULL;
    if (barrier)
        report_divergence(walk, call, barrier, is_ours, reason);
}

// ---- Expressions -------------------------------------------------------------------------------

static void walk_all(struct walk *w, const struct oc_cursors *cursors, size_t first) {
    for (size_t i = first; i < cursors->count; i++)
        walk_statement(w, cursors->items[i]);
}

static void set_variable(struct walk *walk, CXCursor variable, bool dependent) {
    struct oc_dependence known = dependence(walk);
    size_t index = oc_dependence_variable(&known, variable);
    if (index < walk->variables.count)
        walk->state.dependent[index] =
            dependent || (walk->optional && walk->state.dependent[index]);
}

// Operands after the first, which decides on them.
static void walk_optional(struct walk *w, const struct oc_cursors *operands) {
    const struct reason *outer = w->state.inside;
    if (!operands->count)
        return;
    int truth = operands->count == 3 ? oc_ast_truth(operands->items[0]) : -1;
    if (truth >= 0) {
        walk_statement(w, operands->items[truth ? 1 : 2]);
        return;
    }
    walk_statement(w, operands->items[0]);
    if (!outer && depends_on_thread(w, operands->items[0]))
        w->state.inside = make_reason(w, IN_BRANCH, operands->items[0]);
    w->optional++;
    walk_all(w, operands, 1);
    w->optional--;
    w->state.inside = outer;
}

static CXCursor without_parens(struct oc_ast *ast, CXCursor expression) {
    while (clang_getCursorKind(expression) == CXCursor_ParenExpr) {
        struct oc_cursors parts = oc_ast_expressions(ast, expression);
        if (parts.count != 1)
            break;
        expression = parts.items[0];
    }
    return expression;
}

static void walk_binary(struct walk *w, CXCursor expression) {
    struct oc_cursors operands = oc_ast_expressions(w->ast, expression);
    enum CXBinaryOperatorKind operator = clang_getCursorBinaryOperatorKind(expression);
    if (operator == CXBinaryOperator_LAnd || operator == CXBinaryOperator_LOr) {
        walk_optional(w, &operands);
        return;
    }
    walk_all(w, &operands, 0);
    if (operator < CXBinaryOperator_Assign || operator > CXBinaryOperator_OrAssign ||
        operands.count != 2)
        return;
    CXCursor target = without_parens(w->ast, operands.items[0]);
    if (clang_getCursorKind(target) == CXCursor_DeclRefExpr)
        set_variable(w, clang_getCursorReferenced(target), depends_on_thread(w, expression));
}

static void walk_variable(struct walk *w, CXCursor variable) {
    CXCursor initializer = clang_Cursor_getVarDeclInitializer(variable);
    if (clang_Cursor_isNull(initializer) || clang_Cursor_hasVarDeclGlobalStorage(variable) == 1)
        return;
    walk_statement(w, initializer);
    set_variable(w, variable, depends_on_thread(w, initializer));
}

// ---- Statements --------------------------------------------------------------------------------

// The parts of a statement from the condition on: what is declared before is walked.
static struct oc_cursors walk_declarations(struct walk *w, CXCursor statement) {
    struct oc_cursors parts = oc_ast_children(w->ast, statement);
    while (parts.count && clang_getCursorKind(parts.items[0]) == CXCursor_DeclStmt) {
        walk_statement(w, parts.items[0]);
        parts.items++;
        parts.count--;
    }
    return parts;
}

static void walk_if(struct walk *w, CXCursor statement) {
    struct oc_cursors parts = walk_declarations(w, statement);
    int truth = parts.count ? oc_ast_truth(parts.items[0]) : -1;
    if (truth >= 0 && parts.count > (truth ? 1 : 2)) // the other one is not compiled
        walk_statement(w, parts.items[truth ? 1 : 2]);
    if (truth >= 0 || !parts.count)
        return;
    walk_statement(w, parts.items[0]);
    struct state before = w->state;
    before.dependent = copy_variables(w, w->state.dependent);
    const struct reason *inside = before.inside;
    if (!inside && depends_on_thread(w, parts.items[0]))
        inside = make_reason(w, IN_BRANCH, parts.items[0]);
    w->state.inside = inside;
    if (parts.count > 1)
        walk_statement(w, parts.items[1]);
    struct state then = w->state;
    w->state = before;
    w->state.inside = inside;
    if (parts.count > 2)
        walk_statement(w, parts.items[2]);
    w->state.inside = before.inside;
    merge_exits(&w->state.exits, &then.exits);
    if (w->state.dead)
        w->state.dependent = then.dependent;
    else if (!then.dead)
        merge_variables(w, w->state.dependent, then.dependent);
    w->state.dead = w->state.dead && then.dead;
}

// The parts of a `for`, each null if it is left out. libclang gives those that are there: what
// changes something is no condition.
struct for_parts {
    CXCursor condition, increment, body;
};

static bool changes_something(CXCursor expression) {
    enum CXBinaryOperatorKind binary = clang_getCursorBinaryOperatorKind(expression);
    enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(expression);
    return clang_getCursorKind(expression) == CXCursor_CompoundAssignOperator ||
           binary == CXBinaryOperator_Assign || binary == CXBinaryOperator_Comma ||
           (unary >= CXUnaryOperator_PostInc && unary <= CXUnaryOperator_PreDec);
}

// Walks the part before the loop and splits the rest.
static struct for_parts split_for(struct walk *w, CXCursor statement) {
    struct for_parts out = {clang_getNullCursor(), clang_getNullCursor(), clang_getNullCursor()};
    struct oc_cursors parts = oc_ast_children(w->ast, statement);
    if (!parts.count)
        return out;
    out.body = parts.items[--parts.count];
    size_t first = 0;
    if (parts.count == 3 ||
        (parts.count && (clang_getCursorKind(*parts.items) == CXCursor_DeclStmt ||
                         (parts.count == 2 && changes_something(*parts.items)))))
        walk_statement(w, parts.items[first++]);
    if (parts.count - first == 2) {
        out.condition = parts.items[first];
        out.increment = parts.items[first + 1];
        return out;
    }
    for (; first < parts.count; first++) {
        bool is_last_of_two = !clang_Cursor_isNull(out.condition);
        if (is_last_of_two || changes_something(parts.items[first]))
            out.increment = parts.items[first];
        else
            out.condition = parts.items[first];
    }
    return out;
}

// A loop whose condition is tested before the body, or after it (`do`). Parts may be null.
static void walk_loop(struct walk *w, struct for_parts parts, bool tests_first) {
    struct state outer = w->state;
    struct flow *outer_loop = w->loop, *outer_breakable = w->breakable;
    struct flow *flow = w->loop = w->breakable = enter_flow(w);
    bool has_condition = !clang_Cursor_isNull(parts.condition);
    int64_t value = 1;
    merge_variables(w, w->state.dependent, flow->dependent);
    w->state.exits.returned = either(w->state.exits.returned, flow->returned);
    w->state.inside = either(active(&w->state), either(flow->broke, flow->repeats));
    w->state.exits.broke = w->state.exits.continued = NULL;
    if (has_condition && tests_first) {
        walk_statement(w, parts.condition);
        if (!w->state.inside && depends_on_thread(w, parts.condition) &&
            !oc_rounding_may_be(w->ast, parts.condition))
            w->state.inside = make_reason(w, IN_LOOP, parts.condition);
    }
    flow_variables(w, flow); // no round at all
    walk_statement(w, parts.body);
    w->state.exits.continued = NULL;
    w->state.dead = false;
    if (!clang_Cursor_isNull(parts.increment))
        walk_statement(w, parts.increment);
    if (has_condition && !tests_first) {
        walk_statement(w, parts.condition);
        if (!oc_ast_evaluate(parts.condition, &value) && depends_on_thread(w, parts.condition))
            flow_reason(w, &flow->repeats, make_reason(w, IN_LOOP, parts.condition));
    }
    flow_variables(w, flow);
    if (value) { // `do ... while (0)` does not repeat
        flow_reason(w, &flow->returned, w->state.exits.returned);
        flow_reason(w, &flow->broke, w->state.exits.broke);
    }
    merge_variables(w, w->state.dependent, flow->dependent);
    w->state.inside = outer.inside;
    w->state.exits.broke = outer.exits.broke;
    w->state.exits.continued = outer.exits.continued;
    w->state.dead = outer.dead;
    w->loop = outer_loop;
    w->breakable = outer_breakable;
}

static void walk_while(struct walk *w, CXCursor statement) {
    struct oc_cursors parts = walk_declarations(w, statement);
    if (parts.count == 2)
        walk_loop(w, (struct for_parts){parts.items[0], clang_getNullCursor(), parts.items[1]},
                  true);
}

static void walk_do(struct walk *w, CXCursor statement) {
    struct oc_cursors parts = oc_ast_children(w->ast, statement);
    if (parts.count == 2)
        walk_loop(w, (struct for_parts){parts.items[1], clang_getNullCursor(), parts.items[0]},
                  false);
}

static void walk_switch(struct walk *w, CXCursor statement) {
    struct oc_cursors parts = walk_declarations(w, statement);
    if (parts.count != 2)
        return;
    walk_statement(w, parts.items[0]);
    struct state outer = w->state;
    const struct state *outer_entry = w->entry;
    struct flow *outer_breakable = w->breakable, *flow = w->breakable = enter_flow(w);
    w->state.inside = active(&w->state);
    if (!w->state.inside && depends_on_thread(w, parts.items[0]))
        w->state.inside = make_reason(w, IN_BRANCH, parts.items[0]);
    w->state.exits.broke = NULL;
    struct state entry = w->state;
    entry.dependent = copy_variables(w, w->state.dependent);
    flow->left = (struct exits){0};
    w->entry = &entry;
    w->state.dead = true; // until the first case
    walk_statement(w, parts.items[1]);
    merge_exits(&w->state.exits, &flow->left);
    merge_variables(w, w->state.dependent, entry.dependent);
    merge_variables(w, w->state.dependent, flow->dependent);
    w->state.inside = outer.inside;
    w->state.exits.broke = outer.exits.broke;
    w->state.dead = outer.dead;
    w->entry = outer_entry;
    w->breakable = outer_breakable;
}

// A case begins where the switch does, or goes on from the case before.
static void walk_case(struct walk *w, CXCursor statement) {
    struct oc_cursors parts = oc_ast_children(w->ast, statement);
    if (w->entry && w->state.dead) {
        merge_exits(&w->breakable->left, &w->state.exits);
        memset(w->state.dependent, 0, w->variables.count * sizeof *w->state.dependent);
        w->state.exits = w->entry->exits;
    }
    w->state.dead = false;
    if (w->entry)
        merge_variables(w, w->state.dependent, w->entry->dependent);
    if (parts.count)
        walk_statement(w, parts.items[parts.count - 1]);
}

static void leave(struct walk *w, struct flow *flow, const struct reason **exit) {
    const struct reason *reason = active(&w->state);
    if (reason && !*exit)
        *exit = make_reason(w, AFTER_EXIT, reason->condition);
    if (flow)
        flow_variables(w, flow);
    w->state.dead = true;
}

static void walk_statement(struct walk *w, CXCursor cursor) {
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    struct oc_cursors parts = oc_ast_children(w->ast, cursor);
    struct exits *exits = &w->state.exits;
    switch (kind) {
    case CXCursor_IfStmt:
        walk_if(w, cursor);
        break;
    case CXCursor_ForStmt:
        walk_loop(w, split_for(w, cursor), true);
        break;
    case CXCursor_WhileStmt:
        walk_while(w, cursor);
        break;
    case CXCursor_DoStmt:
        walk_do(w, cursor);
        break;
    case CXCursor_SwitchStmt:
        walk_switch(w, cursor);
        break;
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        walk_case(w, cursor);
        break;
    case CXCursor_ReturnStmt:
        walk_all(w, &parts, 0);
        leave(w, NULL, &exits->returned);
        break;
    case CXCursor_BreakStmt:
        leave(w, w->breakable, &exits->broke);
        break;
    case CXCursor_ContinueStmt:
        leave(w, w->loop, &exits->continued);
        break;
    case CXCursor_GotoStmt:
        leave(w, NULL, &exits->jumped);
        break;
    case CXCursor_LabelStmt:
        exits->jumped = NULL;
        w->state.dead = false;
        walk_all(w, &parts, 0);
        break;
    case CXCursor_VarDecl:
        walk_variable(w, cursor);
        break;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        walk_binary(w, cursor);
        break;
    case CXCursor_ConditionalOperator:
        walk_optional(w, &parts);
        break;
    case CXCursor_CallExpr:
        walk_all(w, &parts, 0);
        check_call(w, cursor);
        break;
    case CXCursor_UnaryExpr: // sizeof
        break;
    default:
        if (!clang_isDeclaration(kind) && !clang_isReference(kind))
            walk_all(w, &parts, 0);
    }
}

// ---- Functions ---------------------------------------------------------------------------------

static enum CXChildVisitResult add_variable(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct walk *walk = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_ParmDecl ||
        (kind == CXCursor_VarDecl && clang_Cursor_hasVarDeclGlobalStorage(cursor) != 1))
        oc_cursors_add(walk->ast, &walk->variables, cursor);
    return CXChildVisit_Recurse;
}

static void walk_round(struct walk *w, CXCursor function) {
    w->changed = false;
    w->next_flow = 0;
    w->state = (struct state){.dependent = OC_NEW_ARRAY(w->ast->arena, w->variables.count, bool)};
    struct oc_cursors parts = oc_ast_children(w->ast, function);
    for (size_t i = 0; i < parts.count; i++)
        if (clang_getCursorKind(parts.items[i]) == CXCursor_CompoundStmt)
            walk_statement(w, parts.items[i]);
}

static void check_function(const struct oc_barriers *barriers, CXCursor function) {
    struct walk walk = {
        .ast = barriers->ast, .barriers = barriers, .name = oc_ast_name(barriers->ast, function)};
    clang_visitChildren(function, add_variable, &walk);
    do
        walk_round(&walk, function);
    while (walk.changed);
    walk.reports = true;
    walk_round(&walk, function);
}

void oc_divergence_check(struct oc_ast *ast) {
    if (!oc_diag_shows(ast->diag, WARNING))
        return;
    struct oc_barriers barriers;
    oc_barriers_find(ast, &barriers);
    for (size_t i = 0; i < barriers.count; i++)
        if (barriers.callers[i].reaches)
            check_function(&barriers, barriers.callers[i].definition);
}
