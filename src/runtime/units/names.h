// names.h - names and source places for libomptarget, which prints them if the environment variable
// LIBOMPTARGET_INFO or LIBOMPTARGET_PROFILE is set.
//
// libomptarget parses the place at each launch, so launches pass one only if one of these variables
// is set; an empty place costs nothing. It keeps the names of mapped data, so the texts are never
// freed; equal texts are stored once.
#ifndef OC_RUNTIME_NAMES_H
#define OC_RUNTIME_NAMES_H

#include "runtime/abi.h"
#include "runtime/devices/libomptarget.h"

#include <stdbool.h>

bool __offloadcc_names_are_wanted(void);

// A place in the source, of a function. The location has room for what is returned, which is good
// as long as that is.
const struct source_location *__offloadcc_place_for_target(struct source_location *location,
                                                           const char *file, unsigned int line,
                                                           const char *function);

// The place of a launch: of its offload(), or of the kernel where there was none.
const struct source_location *
__offloadcc_launch_for_target(struct source_location *location,
                              const struct __offloadcc_kernel *kernel);

// What is mapped, and where it is declared or named: an element of the arrays of names that
// libomptarget takes. NULL where no names are wanted.
void *__offloadcc_name_for_target(const char *name, const char *file, unsigned int line);

#endif
