// annotations.h - what offload.h's marks have become in IR.
//
// A mark is an annotate attribute. Of a global variable or a function clang makes an entry of
// @llvm.global.annotations; of a parameter a call of llvm.var.annotation, which takes its address
// and so keeps it in memory: every access through an offload_out pointer would load it first. Of a
// member it makes a call of llvm.ptr.annotation at each use, which returns the member's address.
#ifndef OC_ANNOTATIONS_H
#define OC_ANNOTATIONS_H

#include "ir/ir.h"

// A constant without the address-space casts around it.
LLVMValueRef oc_annotations_without_casts(LLVMValueRef constant);

// The next entry from *index on with the mark `mark`, or with any if that is NULL, and the global
// variable that has it. NULL at the end.
LLVMValueRef oc_annotations_next(struct oc_ir *ir, const char *mark, unsigned *index,
                                 LLVMValueRef *variable);

const char *oc_annotations_mark(LLVMValueRef entry);

// Where an entry's mark stands; the column is not known.
struct oc_place oc_annotations_place(struct oc_ir *ir, LLVMValueRef entry);

// An entry as clang makes it; and the list of them, where there is none.
LLVMValueRef oc_annotations_entry(struct oc_ir *ir, LLVMValueRef variable, const char *mark,
                                  struct oc_place place);
void oc_annotations_add(struct oc_ir *ir, const struct oc_values *entries);

// Collects the calls that clang makes of __builtin_annotation(value, mark), which return the value.
void oc_annotations_of_values(struct oc_ir *ir, const char *mark, struct oc_values *out);

// Drops our marks of parameters and members, and leaves those that are the user's own.
void oc_annotations_drop_in_code(struct oc_ir *ir);

// Drops all entries. They name functions and variables in a section for the compiler alone, which
// no device has.
void oc_annotations_drop_of_globals(struct oc_ir *ir);

#endif
