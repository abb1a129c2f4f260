// gpu.c - our device functions on GPUs, over clang's gpuintrin.h. Compiled to bitcode for each GPU
// target and linked into device code.
#include <gpuintrin.h>

unsigned int __offloadcc_thread_id(unsigned int dimension)
{
    return __gpu_thread_id((int)dimension);
}

unsigned int __offloadcc_block_id(unsigned int dimension)
{
    return __gpu_block_id((int)dimension);
}

unsigned int __offloadcc_block_size(unsigned int dimension)
{
    return __gpu_num_threads((int)dimension);
}

unsigned int __offloadcc_block_count(unsigned int dimension)
{
    return __gpu_num_blocks((int)dimension);
}
