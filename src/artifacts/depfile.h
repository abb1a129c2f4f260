// depfile.h - the files that a compilation read, from the Makefile rules that clang -MD writes.
//
//   x.o: x.c include/my\ header.h /usr/include/stdio.h
//
// A name escapes a space as `\ `, a number sign as `\#` and a dollar sign as `$$`; backslashes are
// doubled before a space and stand for themselves elsewhere
// (clang/lib/Frontend/DependencyFile.cpp).
#ifndef OC_DEPFILE_H
#define OC_DEPFILE_H

#include "base/diag.h"
#include "base/file.h"
#include "base/text.h"

#include <stdbool.h>

// Adds the prerequisites of all rules in `content` to `names`, in order, with repetitions. If the
// text is not Makefile rules, reports that, naming the file `path`, and returns false; `names` may
// have grown.
bool oc_depfile_parse(struct oc_arena *arena, struct oc_bytes content, const char *path,
                      struct oc_diag *diag, struct oc_args *names);

#endif
