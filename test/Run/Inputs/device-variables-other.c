// Another file with a static device variable of the same name.
#include <offload.h>

static offload_global int hits[2] = {100, 200};

offload_kernel void other_count(int n)
{
    if (offload_global_id(0) < (size_t)n)
        offload_atomic_add(&hits[1], 1);
}

int other_hits(void)
{
    offload(other_count, .threads = {5})(5);
    offload_update_from(&hits[1], 1);
    return hits[1];
}
