// configure.h - what a pending launch has besides its options.
#ifndef OC_RUNTIME_CONFIGURE_H
#define OC_RUNTIME_CONFIGURE_H

// In the __line of a struct offload_launch: its arrays may stay on the device (resident/before.h).
// Lines of sources are less.
#define STAYS 0x80000000u

#endif
