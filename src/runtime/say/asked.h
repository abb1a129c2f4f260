// asked.h - whether OFFLOADCC_CHECK=1 in the environment asks for checks that find mistakes while a
// program runs.
#ifndef OC_RUNTIME_ASKED_H
#define OC_RUNTIME_ASKED_H

#include <stdbool.h>

// The environment is read only once.
bool __offloadcc_checks_are_asked_for(void);

#endif
