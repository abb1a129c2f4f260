// directions.h - offload.h's marks of pointers, and the directions that follow from them and from
// const. Private to the scan (see scan.h).
#ifndef OC_DIRECTIONS_H
#define OC_DIRECTIONS_H

#include "scan/ast/ast.h"

enum oc_mark { OC_MARK_OUT = 1, OC_MARK_SCRATCH = 2, OC_MARK_DEVICE_PTR = 4 };

// The set of marks on a parameter or a member.
unsigned oc_marks_read(CXCursor declaration);

// The name of the first mark in the set, as users write it; NULL if the set is empty.
const char *oc_marks_name(unsigned marks);

// Sets the direction of an array. Returns NULL, or a text that says how its marks contradict each
// other: "is both ...".
const char *oc_direction_read(struct oc_ast *ast, unsigned marks, bool is_const,
                              unsigned *direction);

#endif
