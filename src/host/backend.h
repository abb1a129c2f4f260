// backend.h - compiles the host pass's bitcode to an object with LLVM in our own process, so that
// no clang has to be started.
//
// The object is clang's, section by section: the same passes with the same tuning, on the module as
// clang would read it. Only .llvm_addrsig is missing, which linkers that fold identical code
// (--icf=safe) take as "fold nothing of this". Constructors are rewritten as pointers in
// .init_array, because LLVM's C API would put them into .ctors.
//
// Nothing is reported here. If LLVM has an error or a warning, or the module has something that is
// not known to be harmless, no object is written. The driver then runs clang's back end on the same
// bitcode, which prints the message. The driver uses this module only if clang's options are plain
// (oc_frontend_is_plain).
#ifndef OC_BACKEND_H
#define OC_BACKEND_H

#include "base/text.h"
#include "ir/ir.h"

struct oc_backend_request {
    const char *in;         // path of the bitcode; not used by oc_backend_emit_data
    const char *out_object; // path of the object; no file is left there on failure
    const char *triple;     // used by oc_backend_emit_data; bitcode has its own
    const char *level;      // "2" or "3"
    const char *relocation; // clang's -mrelocation-model
    const char *cpu;        // -target-cpu
    struct oc_args features;
};

// Makes a machine for passes over functions, whose attributes say for which processor they are.
// NULL: there is no back end for the triple.
LLVMTargetMachineRef oc_backend_machine(const char *triple);

// Compiles `in`. May end the process, with success and without an object, if LLVM cannot compile
// the module.
void oc_backend_emit(struct oc_arena *arena, const struct oc_backend_request *request);

// Compiles a module that has only data to an object for the request's triple. On failure, reports
// it and returns false.
bool oc_backend_emit_data(struct oc_ir *ir, const struct oc_backend_request *request);

#endif
