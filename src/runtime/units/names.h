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

// The place of a line in a function, in libomptarget's form. The result may be `location`, which
// then has to live as long as the result is used.
const struct source_location *__offloadcc_place_for_target(struct source_location *location,
                                                           const char *file, unsigned int line,
                                                           const char *function);

// The place of a launch: of its offload(), or, for a plain call, of the kernel.
const struct source_location *
__offloadcc_launch_for_target(struct source_location *location,
                              const struct __offloadcc_kernel *kernel);

// The name of mapped data and the place where it is declared or named, as an element of the array
// of names that libomptarget takes. NULL if no names are wanted.
void *__offloadcc_name_for_target(const char *name, const char *file, unsigned int line);

#endif
