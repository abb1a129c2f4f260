// members.h - pointers in structs: what they point to is mapped with the struct. Private to the
// scan (see scan.h).
//
// A struct can be mapped if each pointer in it, in structs in it, and in the structs that those
// point to has a count (counts.h) or is an offload_device_ptr, which goes as it is. How deep that
// is has to be known: a list is refused.
#ifndef OC_MEMBERS_H
#define OC_MEMBERS_H

#include "scan/ast/ast.h"
#include "scan/counts.h"

struct oc_members {
    struct oc_member *items;
    size_t count;
    bool device_pointers; // and others, which are offload_device_ptr

    // Where the struct cannot be mapped: a member, and what it is: "is a pointer without a count;
    // ...". NULL if that was reported.
    const char *path;
    const char *problem;
};

// The pointers of a struct or union, or of the elements of an array. False: it cannot be mapped.
bool oc_members_read(struct oc_ast *ast, const struct oc_counts *counts, CXType type,
                     struct oc_members *out);

#endif
