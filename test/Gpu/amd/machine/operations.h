// operations.h - finds what a mnemonic does in the tables of the modules.
#ifndef AMD_OPERATIONS_H
#define AMD_OPERATIONS_H

#include "instruction.h"

// The operation of a mnemonic without the suffix of its encoding; NULL if there is none.
const struct operation *operation_find(const char *name);

// The n-th of all operations, in no order; NULL after the last one.
const struct operation *operation_at(size_t n);

// An operation's form, taken apart.
struct form {
    unsigned written, count; // of `types`, the first `written` ones are written
    enum operand_type types[MAX_FORM];
    bool optional[MAX_FORM], also_read[MAX_FORM];
};

// Ends the program if the form is not one.
struct form form_of(const struct operation *operation);

#endif
