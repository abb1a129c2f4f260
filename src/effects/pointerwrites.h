// pointerwrites.h - finds where a kernel assigns to pointers in an array of structs: by itself
// (`p[i].data = ...`), or with the whole struct (`p[i] = p[j]`, memcpy, memset).
//
// A device's pointers do not come back to the host, whose pointers change where the CPU runs the
// kernel.
#ifndef OC_POINTERWRITES_H
#define OC_POINTERWRITES_H

#include "effects/accesses.h"
#include "effects/structs.h"
#include "model/unit.h"

// Returns an instruction that assigns to a pointer of the structs that `members` describes, and
// sets *whole to whether it assigns other bytes too. `accesses` are those to the structs. NULL if
// there is none: a pointer that is written as it was read does not count, as in a struct that is
// copied to a local variable, changed, and copied back.
LLVMValueRef oc_pointerwrites_find(const struct oc_structs *structs,
                                   const struct oc_member *members, size_t count,
                                   const struct oc_accesses *accesses, bool *whole);

#endif
