// packets.h - whether a kernel dispatch packet is one that hardware runs.
//
// What hardware reports is a status for the queue's error callback, as the real runtime gives it.
// What it does not notice, but is undefined, ends the program: less private or group memory than
// the kernel was compiled for, and arguments that are not there.
#ifndef AMD_HSA_PACKETS_H
#define AMD_HSA_PACKETS_H

#include "executables.h"

// HSA_STATUS_SUCCESS, or what is wrong, and `why` says more. `place` says where
// the packet is. With the lock.
hsa_status_t packet_check(const hsa_kernel_dispatch_packet_t *packet, const struct agent *gpu,
                          const char *place, struct kernel *kernel, char *why);

#endif
