// libraryheaders.h - headers that include nothing of a project's, so that the probe need not read
// them.
#ifndef OC_LIBRARYHEADERS_H
#define OC_LIBRARYHEADERS_H

#include <stdbool.h>

// Whether <name> is a header of ISO C, POSIX, glibc or clang.
bool oc_is_library_header(const char *name);

#endif
