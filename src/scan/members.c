#include "scan/members.h"

#include "base/text.h"
#include "scan/bounds.h"
#include "scan/directions.h"
#include "scan/extents/countnames.h"

#include <string.h>

// The struct whose fields are read, and what leads to it.
struct scope {
    const struct scope *outer; // the struct with the pointer to it; NULL: the parameter's own
    CXType record;
    const char *shown; // how messages begin the paths of its members: "items[]."
    unsigned depth;
};

struct reader {
    struct oc_ast *ast;
    const struct oc_counts *counts;
    const struct scope *scope;
    struct oc_members *out;
    struct oc_member *items; // so far, in an array for as many as there can be
    size_t count;
    bool device_pointers;
};

// Where fields are: in the struct itself, or in one that it holds.
struct place {
    const char *path; // of the fields, with the dot: "in."; "" in the struct itself
    long long offset; // in bytes, in the struct itself
    bool in_union;
};

static bool read_fields(struct reader *reader, CXType record, struct place place);

// Keeps what is wrong with a member. Always false.
static bool refuse_member(struct reader *reader, const char *path, const char *problem) {
    reader->out->path = oc_arena_printf(reader->ast->arena, "%s%s", reader->scope->shown, path);
    reader->out->problem = problem;
    return false;
}

// Whether a value of the type has pointers in it.
static bool has_pointers(struct oc_ast *ast, CXType type) {
    bool is_const;
    type = oc_ast_element(type, &is_const);
    if (type.kind == CXType_Atomic)
        return has_pointers(ast, clang_Type_getValueType(type));
    if (type.kind == CXType_Pointer || type.kind == CXType_BlockPointer)
        return true;
    if (type.kind != CXType_Record)
        return false;
    struct oc_cursors fields = oc_ast_fields(ast, type);
    for (size_t i = 0; i < fields.count; i++)
        if (has_pointers(ast, clang_getCursorType(fields.items[i])))
            return true;
    return false;
}

// ---- A pointer ---------------------------------------------------------------------------------

// "const float *data", or of a pointer to rows "float (*data)[4]".
static const char *declaration_of(struct oc_ast *ast, CXCursor field) {
    CXType type = clang_getCursorType(field), pointee = clang_getPointeeType(type);
    if (pointee.kind == CXType_Invalid) { // the type is a typedef's
        type = clang_getCanonicalType(type);
        pointee = clang_getPointeeType(type);
    }
    const char *name = oc_ast_name(ast, field);
    const char *whole = oc_ast_string(ast, clang_getTypeSpelling(type));
    const char *star = strstr(whole, "(*"), *close = star ? strchr(star, ')') : NULL;
    if (!close || !oc_ast_is_array(clang_getCanonicalType(pointee)))
        return oc_arena_printf(ast->arena, "%s *%s",
                               oc_ast_string(ast, clang_getTypeSpelling(pointee)), name);
    return oc_arena_printf(ast->arena, "%.*s%s%s%s", (int)(close - whole), whole,
                           close[-1] == '*' ? "" : " ", name, close);
}

static bool refuse_uncounted(struct reader *reader, CXCursor field, const char *path) {
    struct oc_ast *ast = reader->ast;
    bool is_before;
    const char *declaration = declaration_of(ast, field);
    const char *count = oc_countnames_find_member(ast, field, &is_before), *advice;
    if (count && is_before && !strchr(count, '*'))
        advice = oc_arena_printf(ast->arena, "'%s __counted_by(%s)', or offload_count(expression)",
                                 declaration, count);
    else if (count)
        advice = oc_arena_printf(ast->arena, "'%s offload_count(%s)'", declaration, count);
    else
        advice = oc_arena_printf(ast->arena,
                                 "'%s __counted_by(n)' with a member n before it that counts the "
                                 "elements, or offload_count(expression)",
                                 declaration);
    return refuse_member(
        reader, path,
        oc_arena_printf(ast->arena,
                        "is a pointer without a count; write %s, or mark it offload_device_ptr if "
                        "it is a device address",
                        advice));
}

// False if what the pointer points to cannot be moved to a device. `element` is canonical.
static bool check_element(struct reader *reader, const char *path, CXType element) {
    const char *problem = NULL;
    if (element.kind == CXType_Void)
        problem = "is a 'void *', so the size of what it points to is not known; give it a type of "
                  "elements and a count, or mark it offload_device_ptr";
    else if (oc_ast_is_function(element))
        problem = "points to a function, which a device cannot call; mark it offload_device_ptr if "
                  "the kernel does not use it";
    else if (element.kind == CXType_Pointer || element.kind == CXType_BlockPointer)
        problem = "points to pointers, and what those point to is not mapped; let it point to one "
                  "array, or to structs with a pointer and its count";
    else if (clang_Type_getSizeOf(element) < 0)
        problem = oc_arena_printf(reader->ast->arena,
                                  "points to the incomplete type '%s'; define it before the kernel",
                                  oc_ast_string(reader->ast, clang_getTypeSpelling(element)));
    return !problem || refuse_member(reader, path, problem);
}

// The count, and the dimensions of elements that are arrays.
static bool read_bounds(struct reader *reader, const struct oc_count *count, const char *path,
                        CXType pointee, struct oc_member *member) {
    struct oc_ast *ast = reader->ast;
    struct oc_bound_site site = {
        .what = oc_arena_printf(ast->arena, "count '%s' of member '%s'", count->text, count->name),
        .function = count->function,
        .members = path,
        .count = count,
    };
    CXCursor expression;
    size_t dimensions = 0;
    for (CXType type = pointee; oc_ast_is_array(type);
         type = clang_getCanonicalType(clang_getArrayElementType(type)))
        dimensions++;
    member->bounds = OC_NEW_ARRAY(ast->arena, dimensions + 1, struct oc_bound);
    member->bound_count = dimensions + 1;
    if (!oc_count_expression(ast, count, &expression) ||
        !oc_bound_read(ast, &site, expression, &member->bounds[0])) {
        reader->out->problem = NULL;
        return false;
    }
    member->bounds[0].spelling = count->text;
    for (size_t i = 1; i <= dimensions; i++) {
        member->bounds[i] = oc_bound_constant(ast, clang_getArraySize(pointee));
        pointee = clang_getCanonicalType(clang_getArrayElementType(pointee));
    }
    return true;
}

static bool read_direction(struct reader *reader, unsigned marks, bool is_const,
                           struct oc_member *member) {
    const char *problem = oc_direction_read(reader->ast, marks, is_const, &member->direction);
    if (!problem && member->member_count && !(member->direction & OC_MAP_TO))
        problem = oc_arena_printf(reader->ast->arena,
                                  "is %s, but points to structs with pointers, which have to go to "
                                  "the device; remove the mark",
                                  oc_marks_name(marks));
    return !problem || refuse_member(reader, member->path, problem);
}

// False if the pointer leads to a struct that leads to it, or too far.
static bool check_depth(struct reader *reader, const char *path, CXType element) {
    struct oc_ast *ast = reader->ast;
    if (reader->scope->depth + 1 == OC_MAX_MEMBER_DEPTH && has_pointers(ast, element))
        return refuse_member(
            reader, path,
            oc_arena_printf(
                ast->arena,
                "is reached through more than %d pointers; pass the data as a separate parameter",
                OC_MAX_MEMBER_DEPTH));
    for (const struct scope *scope = reader->scope; scope; scope = scope->outer)
        if (clang_equalTypes(clang_getUnqualifiedType(scope->record),
                             clang_getUnqualifiedType(element)))
            return refuse_member(
                reader, path,
                oc_arena_printf(
                    ast->arena,
                    "points to '%s' again, so the number of elements is not known; keep "
                    "the elements in one array, and link them by their indices in it",
                    oc_ast_string(ast, clang_getTypeSpelling(element))));
    return true;
}

// The members of the structs that a member points to.
static bool read_pointees(struct reader *reader, CXType element, struct oc_member *member) {
    struct scope scope = {
        .outer = reader->scope,
        .record = element,
        .shown = oc_arena_printf(reader->ast->arena, "%s%s[].", reader->scope->shown, member->path),
        .depth = reader->scope->depth + 1,
    };
    struct reader inner = *reader;
    inner.scope = &scope;
    inner.items = OC_NEW_ARRAY(reader->ast->arena, OC_MAX_MEMBERS, struct oc_member);
    inner.count = 0;
    inner.device_pointers = false;
    bool valid = read_fields(&inner, element, (struct place){"", 0, false});
    member->members = inner.items;
    member->member_count = inner.count;
    member->device_pointers = inner.device_pointers;
    return valid;
}

static bool read_pointer(struct reader *reader, CXCursor field, CXType type, struct place place,
                         const char *path) {
    unsigned marks = oc_marks_read(field);
    if (marks & OC_MARK_DEVICE_PTR) {
        reader->device_pointers = true;
        if (marks == OC_MARK_DEVICE_PTR)
            return true;
        return refuse_member(
            reader, path, "is a device pointer, which is passed as it is; remove the other mark");
    }
    CXType pointee = clang_getCanonicalType(clang_getPointeeType(type));
    bool is_const;
    CXType element = oc_ast_element(pointee, &is_const);
    if (type.kind != CXType_Pointer || place.in_union)
        return refuse_member(
            reader, path,
            place.in_union ? "is a pointer in a union, which may hold something else; move it out "
                             "of the union, or mark it offload_device_ptr"
                           : "is a pointer of a kind that devices do not have; remove it");
    if (!check_element(reader, path, element) || !check_depth(reader, path, element))
        return false;
    const struct oc_count *count = oc_counts_find(reader->counts, field);
    if (!count)
        return refuse_uncounted(reader, field, path);
    if (count->problem)
        return refuse_member(reader, path, count->problem);
    if (reader->count == OC_MAX_MEMBERS)
        return refuse_member(
            reader, path,
            oc_arena_printf(
                reader->ast->arena,
                "is one of more than %d pointers; pass the data as a separate parameter",
                OC_MAX_MEMBERS));
    struct oc_member *member = &reader->items[reader->count];
    *member = (struct oc_member){
        .path = path,
        .offset = (uint64_t)place.offset,
        .place = count->place,
        .spelling = oc_ast_string(reader->ast, clang_getTypeSpelling(clang_getCursorType(field))),
        .size = (uint64_t)clang_Type_getSizeOf(element),
        .or_null = count->or_null,
    };
    if (!read_bounds(reader, count, place.path, pointee, member) ||
        (has_pointers(reader->ast, element) && !read_pointees(reader, element, member)) ||
        !read_direction(reader, marks, is_const, member))
        return false;
    reader->count++;
    return true;
}

// ---- Structs -----------------------------------------------------------------------------------

// What a field holds directly, element by element where it is an array. `type` is canonical.
static bool read_value(struct reader *reader, CXCursor field, CXType type, struct place place,
                       const char *path) {
    struct oc_arena *arena = reader->ast->arena;
    if (oc_ast_is_array(type)) {
        CXType element = clang_getCanonicalType(clang_getArrayElementType(type));
        for (long long i = 0; i < clang_getArraySize(type); i++) {
            if (!read_value(reader, field, element, place,
                            oc_arena_printf(arena, "%s[%lld]", path, i)))
                return false;
            place.offset += clang_Type_getSizeOf(element);
        }
        return true;
    }
    if (type.kind != CXType_Record)
        return read_pointer(reader, field, type, place, path);
    place.path = oc_arena_printf(arena, "%s.", path);
    return read_fields(reader, type, place);
}

static bool read_field(struct reader *reader, CXCursor field, struct place place) {
    struct oc_ast *ast = reader->ast;
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    place.offset += clang_Cursor_getOffsetOfField(field) / 8; // no pointer is a bit-field
    if (oc_ast_is_nameless(field))
        return read_fields(reader, type, place);
    const char *path = oc_arena_printf(ast->arena, "%s%s", place.path, oc_ast_name(ast, field));
    if (type.kind == CXType_IncompleteArray)
        return refuse_member(
            reader, path,
            "is a flexible array, whose size is not known; pass the data as a separate "
            "parameter, such as 'float data[n]'");
    if (!has_pointers(ast, type)) {
        const char *mark = oc_counts_mark(ast, field);
        if (!mark)
            mark = oc_marks_name(oc_marks_read(field));
        return !mark || refuse_member(
                            reader, path,
                            oc_arena_printf(
                                ast->arena,
                                "is not a pointer, so '%s' does not apply to it; remove it", mark));
    }
    bool is_const;
    CXType element = oc_ast_element(type, &is_const);
    if (element.kind == CXType_Atomic)
        return refuse_member(reader, path,
                             "holds an _Atomic pointer; make it a plain one with a count");
    if (oc_ast_is_array(type) && element.kind != CXType_Record) {
        reader->device_pointers = oc_marks_read(field) == OC_MARK_DEVICE_PTR;
        return reader->device_pointers ||
               refuse_member(
                   reader, path,
                   "is an array of pointers, which cannot have counts; make it an array of "
                   "structs, each with a pointer and its count, or mark it offload_device_ptr if "
                   "it holds device addresses");
    }
    return read_value(reader, field, type, place, path);
}

static bool read_fields(struct reader *reader, CXType record, struct place place) {
    CXCursor declaration = clang_getTypeDeclaration(record);
    place.in_union = place.in_union || clang_getCursorKind(declaration) == CXCursor_UnionDecl;
    struct oc_cursors fields = oc_ast_fields(reader->ast, record);
    for (size_t i = 0; i < fields.count; i++)
        if (!read_field(reader, fields.items[i], place))
            return false;
    return true;
}

bool oc_members_read(struct oc_ast *ast, const struct oc_counts *counts, CXType type,
                     struct oc_members *out) {
    *out = (struct oc_members){0};
    bool is_const;
    CXType element = oc_ast_element(type, &is_const);
    if (element.kind != CXType_Record)
        return true;
    struct scope scope = {.record = element, .shown = ""};
    struct reader reader = {
        .ast = ast,
        .counts = counts,
        .scope = &scope,
        .out = out,
        .items = OC_NEW_ARRAY(ast->arena, OC_MAX_MEMBERS, struct oc_member),
    };
    if (!read_fields(&reader, element, (struct place){"", 0, false}))
        return false;
    out->items = reader.items;
    out->count = reader.count;
    out->device_pointers = reader.device_pointers;
    return true;
}
