// irobject.h - what a link needs to know of an object that is LLVM's bitcode, as -flto makes it.
#ifndef OC_IROBJECT_H
#define OC_IROBJECT_H

#include "link/object.h"

// Reads it as oc_object_read reads an ELF object. Returns false if it is not bitcode that this LLVM
// can read.
bool oc_irobject_read(struct oc_arena *arena, struct oc_bytes file, const char *section,
                      struct oc_object *out);

#endif
