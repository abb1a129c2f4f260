// once.h - what is said once, however often it happens.
#ifndef OC_RUNTIME_ONCE_H
#define OC_RUNTIME_ONCE_H

#include <stdbool.h>

// Whether this is the first call with an object and a number, in this program or library.
bool __offloadcc_is_news(const void *object, int number);

#endif
