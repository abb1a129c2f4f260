// compressed.h - images that --offload-compress has compressed. libzstd is loaded only for them.
#ifndef OC_RUNTIME_COMPRESSED_H
#define OC_RUNTIME_COMPRESSED_H

#include <stddef.h>

// Decompresses `size` bytes at `data`. Returns the image, which is never freed, and sets *whole to
// its size in bytes. On failure returns NULL, and writes the reason to `problem`, a buffer of
// `problem_size` bytes.
void *__offloadcc_decompress(const void *data, size_t size, size_t *whole, char *problem,
                             size_t problem_size);

#endif
