// race.h - tells ThreadSanitizer what runs at the same time, in programs that are built with it.
#ifndef OC_RUNTIME_RACE_H
#define OC_RUNTIME_RACE_H

#include <stdbool.h>

// If one thread calls order_before, and another then calls order_after with the same address,
// ThreadSanitizer treats what the first did before as ordered before what the second does after.
bool __offloadcc_race_is_watched(void); // whether the program is built with ThreadSanitizer
void __offloadcc_race_start(void);      // each thread that takes part in a launch calls it first
void __offloadcc_race_order_before(void *address);
void __offloadcc_race_order_after(void *address);

#endif
