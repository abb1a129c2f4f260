// annotations.h - offload.h's marks, as clang represents them in IR.
//
// A mark is an annotate attribute. For a global variable or a function, clang makes an entry in
// @llvm.global.annotations. For a parameter, it makes a call of llvm.var.annotation, which takes
// the parameter's address and so keeps the parameter in memory: every access through an offload_out
// pointer would load the pointer first. For a member, it makes a call of llvm.ptr.annotation at
// each use, which returns the member's address.
#ifndef OC_ANNOTATIONS_H
#define OC_ANNOTATIONS_H

#include "ir/ir.h"

// A constant without the address-space casts around it.
LLVMValueRef oc_annotations_without_casts(LLVMValueRef constant);

// Returns the first entry from number *index on that marks a global variable with `mark`, or with
// any mark if that is NULL. Sets *variable to the variable, and *index to the number after the
// entry's. NULL if there is no such entry.
LLVMValueRef oc_annotations_next(struct oc_ir *ir, const char *mark, unsigned *index,
                                 LLVMValueRef *variable);

const char *oc_annotations_mark(LLVMValueRef entry);

// The file and the line of an entry's mark; the column is not known.
struct oc_place oc_annotations_place(struct oc_ir *ir, LLVMValueRef entry);

// Whether a function's address is taken: something else than calls of it and marks mentions it.
bool oc_annotations_address_is_taken(LLVMValueRef function);

// Makes an entry as clang does; and makes the list of these entries, in a module that has none.
LLVMValueRef oc_annotations_entry(struct oc_ir *ir, LLVMValueRef variable, const char *mark,
                                  struct oc_place place);
void oc_annotations_add(struct oc_ir *ir, const struct oc_values *entries);

// Collects the calls that clang makes of __builtin_annotation(value, mark), for this mark. Such a
// call returns the value.
void oc_annotations_of_values(struct oc_ir *ir, const char *mark, struct oc_values *out);

// Removes the calls for our own marks of parameters and members. Those for the user's annotations
// stay.
void oc_annotations_drop_in_code(struct oc_ir *ir);

// Removes all entries. Their list is in a section that is only for the compiler, which devices do
// not have.
void oc_annotations_drop_of_globals(struct oc_ir *ir);

#endif
