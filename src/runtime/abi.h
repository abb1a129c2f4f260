// abi.h - the ABI with generated code, once: glue/preamble.h is text without guards.
#ifndef OC_RUNTIME_ABI_H
#define OC_RUNTIME_ABI_H

#include "glue/preamble.h"

#endif
