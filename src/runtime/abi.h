// abi.h - the ABI between the runtime and generated code. It includes glue/preamble.h, which has no
// include guard of its own.
#ifndef OC_RUNTIME_ABI_H
#define OC_RUNTIME_ABI_H

#include "glue/preamble.h"

#endif
