// signals.h - signals: numbers that one waits for.
//
// Handles are checked: what uses a signal that was destroyed, or is none, gets a status where the
// real runtime gives one, and ends the program elsewhere. No handle is used again. A queue's
// doorbell is a signal that may only be stored to.
#ifndef AMD_HSA_SIGNALS_H
#define AMD_HSA_SIGNALS_H

#include "support.h"

// Whether a handle is of a signal that is alive. With the lock, as all that follows.
bool signal_is_alive(hsa_signal_t signal);

// The value; and what a copy or a packet does that is done: subtracts 1. The program ends if the
// signal is not alive; `user` says what uses it.
int64_t signal_value(hsa_signal_t signal, const char *user);
void signal_finish(hsa_signal_t signal, const char *user);

// "signal 12 (value 1)", in one of several buffers of the thread's.
const char *signal_text(hsa_signal_t signal);

bool signal_holds(int64_t value, hsa_signal_condition_t condition, int64_t expected);

// A signal that calls `ring` when something is stored to it.
hsa_signal_t signal_make_doorbell(int64_t value, void (*ring)(void *queue, int64_t value),
                                  void *queue);
void signal_destroy(hsa_signal_t signal);

// How many signals are alive.
uint64_t signal_count(void);

#endif
