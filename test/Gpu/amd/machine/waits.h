// waits.h - which loads have come back: a register that one will still write may not be used.
//
// Every memory instruction adds to a counter, s_waitcnt and its like wait until at most so many are
// left. The machine has all values at once; it checks that a program waited for them. Where
// instructions of a counter come back in order, a wait for N means that all but the last N are
// there; else only a wait for 0 means something.
#ifndef AMD_WAITS_H
#define AMD_WAITS_H

#include "wave.h"

// Reads s_waitcnt's operand, "vmcnt(0) lgkmcnt(1)", into in->waits; false: it is something else.
bool waits_read(const char *text, struct instruction *in);

// Notes an instruction that adds to a counter and will write an operand, if that is not NULL.
void waits_add(struct wave *w, enum counter counter, bool in_order, const struct operand *operand);

// Notes a store; `is_late`: it is done when it comes back.
void waits_add_store(struct wave *w, enum counter counter, bool is_late);

// The same of an instruction that may access memory of both kinds, and counts as both.
void waits_add_flat(struct wave *w, enum counter counter, const struct operand *operand);

// Waits until at most `left` are outstanding.
void waits_wait(struct wave *w, enum counter counter, unsigned left);

// Ends the program if the instruction uses a register that is not there yet.
void waits_check(const struct wave *w, const struct instruction *in);

#endif
