// compressed.h - images that --offload-compress made smaller. libzstd is loaded for them alone.
#ifndef OC_RUNTIME_COMPRESSED_H
#define OC_RUNTIME_COMPRESSED_H

#include <stddef.h>

// What was compressed, which nobody frees; NULL: it cannot be had, and why, in a buffer of so many
// bytes.
void *__offloadcc_decompress(const void *data, size_t size, size_t *whole, char *problem,
                             size_t problem_size);

#endif
