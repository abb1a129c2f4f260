// glue.h - the C text that is compiled at the end of a user's source file.
//
// Whatever depends on C's types and calling conventions is left to clang: how a struct is passed,
// what a bound means, how a loop gets its debug lines. So the scan's findings become C text,
// appended to the file through a VFS overlay, under the file's own name. Per kernel k with
// parameters 0..n-1:
//
//   __offloadcc_k_thread_k(slots)   calls k with arguments unpacked from 8-byte slots: one thread
//   __offloadcc_k_body_k(...)       CPUs: one thread, of which src/cpu/cpu.c makes loops over
//   blocks
//                                   and threads; the block size is a parameter
//   __offloadcc_k_blocks_k(...)     CPUs: runs blocks (glue/preamble.h, blocks_fn): calls the body,
//                                   with constants for block sizes that launches name
//   __offloadcc_k_frame_k           CPUs: the memory that the body needs
//   __offloadcc_k_fibre_k(slots, p) CPUs: one thread, for src/cpu/fibres/coroutine.h
//   __offloadcc_k_entry_k(slots, g) devices: what is launched; takes 64-bit integers and pointers
//   __offloadcc_k_host_k(...)       host: the launching function; src/host/host.c puts it in k's
//   place
//   __offloadcc_k_self_k            host: the description that the runtime works from
//   __offloadcc_k_types_k           host: map types, by rule; src/model/narrow.c may drop
//   directions
//   __offloadcc_k_whole_k           host: null; src/model/narrow.c may fill it in
//   __offloadcc_k_walk_k(...)       host: lists what pointers in arrays of structs lead to (maps.h)
//
// and once, on the host, the entries, the descriptor and the constructor that registers them.
//
// The text stands any macro of the user's: every identifier in it is undefined first. In a
// preprocessed file there are no macros, and none are used here either.
#ifndef OC_GLUE_H
#define OC_GLUE_H

#include "base/text.h"
#include "model/unit.h"

// For the host: everything above but the entries' functions.
const char *oc_glue_host(struct oc_arena *arena, const struct oc_unit *unit);

// For a device. runs_grid: its entries loop over the grid themselves (struct oc_target).
const char *oc_glue_device(struct oc_arena *arena, const struct oc_unit *unit, bool runs_grid);

#endif
