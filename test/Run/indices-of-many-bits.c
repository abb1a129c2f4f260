// Indices near the limits of 32 bits: constants whose highest bit is set in sums that do not wrap,
// and 64-bit ids that become negative ints.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t
#include <offload.h>
#include <stdio.h>
#include <sys/mman.h>

enum { FEW = 100, HIGH_BLOCKS = (1 << 21) + 1, BLOCK_SIZE = 1024 };

static const unsigned far = 0x80000001u;

offload_kernel void write_far(unsigned char bytes[far + FEW])
{
    unsigned i = offload_thread_id(0);
    if (i < FEW)
        bytes[i + 0x80000001u] = (unsigned char)(i + 1);
}

// Only ids from 2^31 on are negative as ints.
offload_kernel void mark_negative(int limit, unsigned char marks[BLOCK_SIZE])
{
    size_t i = offload_global_id(0);
    if (i < 1ul << 32)
        if ((int)i < limit)
            marks[i % BLOCK_SIZE] = 1;
}

int main(void)
{
    int wrong = 0;
    // The kernel's address could also be taken for one as far below the array.
    size_t half = 0x80002000ul;
    unsigned char *room = mmap(0, 2 * half, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
        return 2;
    unsigned char *bytes = room + half - 0x1000;
    offload(write_far, .blocks = {1}, .block_size = {256})(bytes);
    for (unsigned i = 0; i < FEW; i++)
        wrong += bytes[far + i] != (unsigned char)(i + 1);
    if (wrong)
        printf("%d bytes are elsewhere\n", wrong);

    static unsigned char marks[BLOCK_SIZE];
    offload(mark_negative, .blocks = {HIGH_BLOCKS}, .block_size = {BLOCK_SIZE})(-5, marks);
    int unmarked = 0;
    for (int i = 0; i < BLOCK_SIZE; i++)
        unmarked += !marks[i];
    if (unmarked)
        printf("%d marks are missing\n", unmarked);
    return wrong || unmarked;
}
