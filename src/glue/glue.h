// glue.h - the C text that is compiled at the end of a user's source file.
//
// Whatever depends on C's types and calling conventions is left to clang: how a struct is passed,
// what a bound means, how a loop gets its debug lines. So the scan's findings become C text,
// appended to the file through a VFS overlay, under the file's own name. Per kernel k with
// parameters 0..n-1:
//
//   __offloadcc_k_thread_k(slots)   calls k with arguments unpacked from 8-byte slots: one thread
//   __offloadcc_k_body_k(...)       CPUs: one thread, of which src/cpu/cpu.c makes loops over blocks
//                                   and threads; the block size is a parameter
//   __offloadcc_k_blocks_k(...)     CPUs: runs blocks (glue_preamble.h, blocks_fn): calls the body,
//                                   with constants for block sizes that launches name
//   __offloadcc_k_frame_k           CPUs: the memory that the body needs
//   __offloadcc_k_fibre_k(slots, p) CPUs: one thread, for src/cpu/fibres/coroutine.h
//   __offloadcc_k_entry_k(slots, g) devices: what is launched; takes 64-bit integers and pointers
//   __offloadcc_k_host_k(...)       host: the launching function; src/host/host.c puts it in k's place
//   __offloadcc_k_self_k            host: the description that the runtime works from
//   __offloadcc_k_types_k           host: map types, by rule; src/model/narrow.c may drop directions
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

// C text for the end of any source, ready to be appended to it: behind an #undef of each of its
// identifiers, with clang's warnings off.
const char *oc_glue_finish(struct oc_arena *arena, const char *body);

// The symbol of a kernel's entry, or of a device variable, in device images: its name and '$', and
// no letters outside of ASCII, which PTX has not. It is no name of C's: the symbols of x86-64
// images are the program's (LLVM loads them with RTLD_GLOBAL), and a library that is loaded later
// would find an entry where it looks for its kernel.
const char *oc_glue_entry(struct oc_arena *arena, const char *name);

// Whether the host may run the code of the x86-64 image: not where kernels use variables of the
// device's own, of which each has its copy.
bool oc_glue_can_share(const struct oc_unit *unit);

// The unit's entries in libomptarget's table: kernels, device variables, and the marker.
size_t oc_glue_entry_count(const struct oc_unit *unit);

// Names that the IR passes look for: the prefix, to which the kernel's name is added. No fixed name
// of ours begins with __offloadcc_k_, whatever a kernel is called.
#define OC_GLUE_ENTRY "__offloadcc_k_entry_"
#define OC_GLUE_THREAD "__offloadcc_k_thread_"
#define OC_GLUE_BLOCKS "__offloadcc_k_blocks_"
#define OC_GLUE_BODY "__offloadcc_k_body_"
#define OC_GLUE_FIBRE "__offloadcc_k_fibre_"
#define OC_GLUE_FRAME "__offloadcc_k_frame_"
#define OC_GLUE_TYPES "__offloadcc_k_types_"
#define OC_GLUE_WHOLE "__offloadcc_k_whole_"
#define OC_GLUE_HOST "__offloadcc_k_host_"
#define OC_GLUE_DESCRIPTOR "__offloadcc_unit_descriptor"
#define OC_GLUE_ENTRIES "__offloadcc_entries"

// The variable that every device image defines (glue_preamble.h, __offloadcc_marker).
#define OC_GLUE_MARKER "__offloadcc_image_marker"

#endif
