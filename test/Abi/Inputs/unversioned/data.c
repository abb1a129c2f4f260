#include <offload.h>
int main(void)
{
    int x[3] = {0};
    offload_data(offload_to(x, 3))
        x[0]++;
    return 0;
}
