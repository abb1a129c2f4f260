// random.h - random numbers for kernels, and for the host.
//
// A number follows from a key, which a program chooses, and a counter, which is different for each
// number: a thread may use its index, and how many it has had before. Equal arguments give equal
// numbers on all machines.
#ifndef DEVICE_RANDOM_H
#define DEVICE_RANDOM_H

#include <offload.h>
#include <stdint.h>

// 64 random bits.
offload_device uint64_t random_bits(uint64_t key, uint64_t counter);

// A number from 0 to 1, without 1, evenly distributed.
offload_device double random_uniform(uint64_t key, uint64_t counter);

// A number of the normal distribution with mean 0 and deviation 1.
offload_device double random_normal(uint64_t key, uint64_t counter);

#endif
