// bfloat.c - conversions of __bf16 for programs whose libgcc has none; a file of its own, so that
// others do not get it from the archive.
#include "builtins/bfloat.h"
