// tmpfiles.h - the files that libomptarget's host plugin loads x86-64 images from.
#ifndef OC_RUNTIME_TMPFILES_H
#define OC_RUNTIME_TMPFILES_H

// Removes the files in /tmp that libomptarget has loaded images from. Costs little if nothing was
// loaded since the last call.
void __offloadcc_remove_image_files(void);

#endif
