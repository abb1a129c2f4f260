// dependence.h - whether the value of an expression differs between the threads of a block. Private
// to the scan (see scan.h).
//
// Thread and global indices do, and what is computed from them. Results of functions and what is in
// memory are taken to be the same for all threads.
#ifndef OC_DEPENDENCE_H
#define OC_DEPENDENCE_H

#include "scan/ast/ast.h"

// What is known at a place of a function.
struct oc_dependence {
    struct oc_ast *ast;
    const struct oc_cursors *variables; // the function's local ones
    const bool *dependent;              // of each: whether its value differs between threads
};

// The number of a local variable; the count of the variables, if it is another one.
size_t oc_dependence_variable(const struct oc_dependence *known, CXCursor variable);

// Whether an expression's value differs between threads.
bool oc_dependence_of(const struct oc_dependence *known, CXCursor expression);

#endif
