// libFuzzer: any bytes as an image that is asked what its kernels take.
#include "targets/resources.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct oc_resources resources;
    char *image = malloc(size ? size : 1); // whose end a sanitizer watches
    if (!image)
        return 0;
    memcpy(image, data, size);
    oc_resources_of_cubin(image, size, "k$", &resources);
    oc_resources_of_code_object(image, size, "k$", &resources);
    free(image);
    return 0;
}
