// Macros that the user has defined change nothing in what data regions and device memory are made of.
//
// RUN: %offloadcc -Wall -Wextra -Werror --offload-arch=none %s -o %t
// RUN: %t
#define to 1
#define from 2
#define tofrom 3
#define alloc 4
#define p 5
#define n 6
#define id 7
#define begun 8
#define end 9
#define region 10
#define item 11
#define direction 12
#define cleanup 13
#define unused 14
#include <offload.h>

int main(void)
{
    int x[3] = {to, from, item}, y[3];
    offload_data(offload_to(x, to), offload_from(x + 1, 1), offload_alloc(x + 2, 1)) {
        offload_update_to(x, 1);
        offload_update_from(x + 2, to);
    }
    offload_enter_data(offload_tofrom(x, 3));
    offload_exit_data(offload_tofrom(x, 3));
    void *memory = offload_malloc(sizeof x);
    offload_memcpy(memory, x, sizeof x);
    offload_memcpy(y, memory, sizeof x);
    offload_free(memory);
    return y[0] != to || y[2] != item;
}
