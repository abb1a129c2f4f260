// names.h - names in the glue's text that the IR passes look for, and that images have.
#ifndef OC_GLUE_NAMES_H
#define OC_GLUE_NAMES_H

#include "model/unit.h"

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

// The variable that every device image defines (glue/preamble.h, __offloadcc_marker).
#define OC_GLUE_MARKER "__offloadcc_image_marker"

#endif
