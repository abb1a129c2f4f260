// query.h - what clang would do with a command line, from its own -### output.
//
//   Debian clang version 22.1.8
//   clang: warning: ...
//    "/usr/lib/llvm-22/bin/clang" "-cc1" "-triple" ...
//    "/usr/bin/ld" ...
#ifndef OC_DRIVER_QUERY_H
#define OC_DRIVER_QUERY_H

#include "base/text.h"

struct oc_query {
    struct oc_args *commands;
    size_t count;
    struct oc_text banner;      // clang's version and installation, as -v prints them
    struct oc_text diagnostics; // the messages of clang's driver
};

// Reads what `clang -###` wrote to standard error.
void oc_query_parse(struct oc_arena *arena, const char *text, size_t length, struct oc_query *out);

// The word after the last `option` in a command; NULL if the command does not have the option.
const char *oc_query_value(const struct oc_args *command, const char *option);

// Whether the command is a cc1 command that compiles `input`.
bool oc_query_compiles(const struct oc_args *command, const char *input);

#endif
