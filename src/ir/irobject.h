// irobject.h - what a link needs to know of an object that is LLVM's bitcode, as -flto makes it.
#ifndef OC_IROBJECT_H
#define OC_IROBJECT_H

#include "link/inputs.h"

// An oc_bitcode_reader.
bool oc_irobject_read(struct oc_arena *arena, struct oc_slice file, const char *section,
                      struct oc_bitcode_object *out);

#endif
