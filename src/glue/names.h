// names.h - names in the glue's text that the IR passes look for, or that device images have.
#ifndef OC_GLUE_NAMES_H
#define OC_GLUE_NAMES_H

#include "model/unit.h"

// The symbol of a kernel's entry, or of a device variable, in device images: its name and '$'.
// Letters outside ASCII are replaced, since PTX does not allow them. The symbol must not be a C
// name: libomptarget loads x86-64 images with RTLD_GLOBAL, and a library that is loaded later would
// find an image's entry instead of its own kernel.
const char *oc_glue_entry(struct oc_arena *arena, const char *name);

// The suffix of the symbols by which the host's object of an incomplete unit, and what a link of
// device code makes, refer to each other: ".", the unit's id, and a text that tells who reads it in
// a linker's message what to do.
const char *oc_glue_suffix(struct oc_arena *arena, const struct oc_unit *unit);

// Whether the host may run the code that was compiled for the x86-64 image. It may not if kernels
// use device variables, since the host and the image have separate copies of those.
bool oc_glue_can_share(const struct oc_unit *unit);

// The unit's entries in libomptarget's table: kernels, device variables, and the marker.
size_t oc_glue_entry_count(const struct oc_unit *unit);

// Names that the IR passes look for. Those that end in '_' are prefixes, followed by the kernel's
// name. None of our fixed names begins with __offloadcc_k_, so they cannot collide with these.
#define OC_GLUE_ENTRY "__offloadcc_k_entry_"
#define OC_GLUE_THREAD "__offloadcc_k_thread_"
#define OC_GLUE_BLOCKS "__offloadcc_k_blocks_"
#define OC_GLUE_BODY "__offloadcc_k_body_"
#define OC_GLUE_FIBRE "__offloadcc_k_fibre_"
#define OC_GLUE_FRAME "__offloadcc_k_frame_"
#define OC_GLUE_TYPES "__offloadcc_k_types_"
#define OC_GLUE_WHOLE "__offloadcc_k_whole_"
#define OC_GLUE_HOST "__offloadcc_k_host_"
#define OC_GLUE_SELF "__offloadcc_k_self_"
#define OC_GLUE_UNIT "__offloadcc_unit"
#define OC_GLUE_DESCRIPTOR "__offloadcc_unit_descriptor"
#define OC_GLUE_ENTRIES "__offloadcc_entries"

// The variable that every device image defines (glue/preamble.h, __offloadcc_marker).
#define OC_GLUE_MARKER "__offloadcc_image_marker"

#endif
