#include "kernels.h"

#include <stdio.h>

int main(void)
{
    int x[5] = {7};
    offload(add, .threads = {5})(5, 1, x);
    add(5, 1, x);
    void (*pointer)(int, int, int *) = add;
    offload(pointer, .threads = {2}, .block_size = {1})(5, 10, x);
    printf("%d %d %d\n", x[0], x[1], x[4]);
}
