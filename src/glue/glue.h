// glue.h - the C text that is compiled at the end of a user's source file.
//
// clang decides whatever depends on C's types and calling conventions: how a struct is passed, what
// a bound means, how a loop gets its debug lines. So the scan's findings become C text, which a VFS
// overlay appends to the file, under the file's own name. For each kernel k with parameters 0..n-1:
//
//   __offloadcc_k_thread_k(slots)   calls k with arguments unpacked from 8-byte slots: one thread
//   __offloadcc_k_body_k(...)       CPUs: one thread. src/cpu/cpu.c turns it into loops over blocks
//                                   and threads. The block size is a parameter
//   __offloadcc_k_blocks_k(...)     CPUs: runs blocks (glue/preamble.h, blocks_fn): calls the body,
//                                   with constants for the block sizes that launches name
//   __offloadcc_k_frame_k           CPUs: the size of the memory that the body needs
//   __offloadcc_k_fibre_k(slots, p) CPUs: one thread, for src/cpu/fibres/coroutine.h
//   __offloadcc_k_entry_k(slots, g) devices: the function that is launched; its parameters are
//                                   64-bit integers and pointers
//   __offloadcc_k_host_k(...)       host: the function that launches; src/host/host.c replaces k by
//                                   it
//   __offloadcc_k_self_k            host: the kernel's description, for the runtime
//   __offloadcc_k_types_k           host: map types by the prototype; src/host/descriptions.c may
//                                   remove directions
//   __offloadcc_k_whole_k           host: null; src/host/descriptions.c may set it
//   __offloadcc_k_walk_k(...)       host: lists the arrays that pointers in arrays of structs point
//                                   to (maps.h)
//
// and once, on the host, the entries, the descriptor and the constructor that registers them.
//
// User macros cannot affect the text: it has an #undef for every identifier in it first. In a
// preprocessed file there are no macros, and the text uses none.
#ifndef OC_GLUE_H
#define OC_GLUE_H

#include "base/text.h"
#include "model/unit.h"

// For the host: everything above but the entries' functions.
const char *oc_glue_host(struct oc_arena *arena, const struct oc_unit *unit);

// For a device. runs_grid: the device calls an entry once for the whole grid, so the entry loops
// over the grid itself (struct oc_target).
const char *oc_glue_device(struct oc_arena *arena, const struct oc_unit *unit, bool runs_grid);

#endif
