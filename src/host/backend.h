// backend.h - the host's back end in our own process: from the bitcode that the host pass wrote to
// an object, without the start of another clang.
//
// The object is clang's, section by section: the same passes with the same tuning, on the module as
// clang would read it. Only .llvm_addrsig is missing, which linkers that fold identical code
// (--icf=safe) take as "fold nothing of this". What the C API cannot say otherwise is brought into
// another form first: constructors, which would be called from .ctors.
//
// Nothing is reported here. Where LLVM has something to say, or the module is not known to be
// harmless, there is no object: clang's back end has to run then, from the same bitcode, and says
// it in its own words. The driver asks for this only where clang's options are plain
// (oc_frontend_is_plain).
#ifndef OC_BACKEND_H
#define OC_BACKEND_H

#include "base/text.h"
#include "ir/ir.h"

struct oc_backend_request {
    const char *in;         // bitcode; not read where there is a module already
    const char *out_object; // written whole; if there is no object, no file of this name is left
    const char *triple;     // of data; bitcode has its own
    const char *level;      // "2" or "3"
    const char *relocation; // clang's -mrelocation-model
    const char *cpu;        // -target-cpu
    struct oc_args features;
};

// May end the process, with success, where LLVM can go no further.
void oc_backend_emit(struct oc_arena *arena, const struct oc_backend_request *request);

// An object, for the same machine, of a module that has data only. Failure is reported.
bool oc_backend_emit_data(struct oc_ir *ir, const struct oc_backend_request *request);

#endif
