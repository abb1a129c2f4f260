// members.h - pointers in structs: the elements that they point to are mapped with the struct.
// Private to the scan (see scan.h).
//
// A struct can be mapped if each of its pointers has a count (counts.h) or is marked
// offload_device_ptr, which is passed unchanged. The same must hold for structs inside the struct,
// and for structs that its pointers point to. A struct that points to its own type, such as a
// linked list, is refused.
#ifndef OC_MEMBERS_H
#define OC_MEMBERS_H

#include "scan/ast/ast.h"
#include "scan/counts.h"

struct oc_members {
    struct oc_member *items;
    size_t count;
    bool device_pointers; // there are also pointers marked offload_device_ptr

    // If the struct cannot be mapped: the member that prevents it, and why: "is a pointer without a
    // count; ...". NULL if that was reported already.
    const char *path;
    const char *problem;
};

// Reads the pointers of a struct or union, or of the elements of an array. Returns false if it
// cannot be mapped.
bool oc_members_read(struct oc_ast *ast, const struct oc_counts *counts, CXType type,
                     struct oc_members *out);

#endif
