// logic.h - conditions that are made of two others.
#ifndef OC_LOGIC_H
#define OC_LOGIC_H

#include "ir/ir.h"

// Reads the two operands of a condition `a && b` or `a || b` of i1. Returns false if the condition
// has another form.
bool oc_logic_read_both(LLVMValueRef condition, LLVMValueRef *left, LLVMValueRef *right,
                        bool *is_or);

#endif
