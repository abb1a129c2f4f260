// grouppaths.h - lane functions on paths that only some lanes of a group take.
//
// The code of one group (groups.h) is cut at lane functions, and a loop runs each piece for all
// lanes. So all lanes have to come to each cut. Here the control flow around a lane function that
// only some lanes meet is changed: all lanes come to it, and each knows whether it takes part
// (lanepaths.h).
#ifndef OC_GROUPPATHS_H
#define OC_GROUPPATHS_H

#include "ir/ir.h"

// Changes a group's code, which has lane functions of groups of `lanes`. Before such a call there
// is one of OC_NAME_PRESENT_IN_GROUP if not all lanes take part. Code that has another form is left
// as it is. Returns false after a reported failure.
bool oc_grouppaths_join(struct oc_ir *ir, LLVMValueRef function, unsigned lanes);

#endif
