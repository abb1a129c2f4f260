#include "scan/directions.h"

#include "base/names.h"

static const struct {
    enum oc_mark mark;
    const char *name;
} names[] = {
    {OC_MARK_OUT, OC_ANNOTATION_OUT},
    {OC_MARK_SCRATCH, OC_ANNOTATION_SCRATCH},
    {OC_MARK_DEVICE_PTR, OC_ANNOTATION_DEVICE_PTR},
};

unsigned oc_marks_read(CXCursor declaration) {
    unsigned marks = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (oc_ast_is_marked(declaration, names[i].name))
            marks |= names[i].mark;
    return marks;
}

const char *oc_marks_name(unsigned marks) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (marks & names[i].mark)
            return names[i].name;
    return NULL;
}

const char *oc_direction_read(struct oc_ast *ast, unsigned marks, bool is_const,
                              unsigned *direction) {
    unsigned wanted = marks & (OC_MARK_OUT | OC_MARK_SCRATCH);
    if (wanted == (OC_MARK_OUT | OC_MARK_SCRATCH))
        return "is both offload_out and offload_scratch; choose one";
    if (wanted && is_const)
        return oc_arena_printf(ast->arena,
                               "is %s, but its elements are const, so the kernel cannot write "
                               "them; remove one of the two",
                               oc_marks_name(wanted));
    if (wanted)
        *direction = wanted == OC_MARK_OUT ? OC_MAP_FROM : OC_MAP_ALLOC;
    else
        *direction = is_const ? OC_MAP_TO : OC_MAP_TO | OC_MAP_FROM;
    return NULL;
}
