// race.h - tells ThreadSanitizer what runs at the same time, in programs that are built with it.
#ifndef OC_RUNTIME_RACE_H
#define OC_RUNTIME_RACE_H

#include <stdbool.h>

// For ThreadSanitizer (race.c): what one thread did before order_before comes before what another
// does after order_after, with the same address.
bool __offloadcc_race_is_watched(void); // by ThreadSanitizer
void __offloadcc_race_start(void);      // of a launch, on each thread that takes part
void __offloadcc_race_order_before(void *address);
void __offloadcc_race_order_after(void *address);

#endif
