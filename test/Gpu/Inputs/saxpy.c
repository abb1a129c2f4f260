#include "saxpy.h"

int main(void)
{
    float x[1000], y[1000];
    for (int i = 0; i < 1000; i++)
        x[i] = (float)i, y[i] = 1;
    offload(saxpy, .threads = {1000})(1000, 2, x, y);
    for (int i = 0; i < 1000; i++)
        if (y[i] != 1 + 2 * (float)i)
            return 1;
    puts("right");
}
