// Neither a goto nor a case leads into a region. These are clang's messages.
//
// RUN: not %offloadcc -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

void by_goto(int n, int *x)
{
    if (n)
        goto inside;
    // CHECK: :[[#@LINE-1]]:9: error: cannot jump from this goto statement to its label
    // CHECK: :[[#@LINE+1]]:5: note: jump bypasses initialization of variable with __attribute__((cleanup))
    offload_data(offload_to(x, n)) {
    inside:
        x[0] = 1;
    }
}

void by_case(int n, int *x)
{
    switch (n) {
        offload_data(offload_to(x, n)) {
        case 1:
            // CHECK: :[[#@LINE-1]]:9: error: cannot jump from switch statement to this case label
            x[0] = 1;
        }
    }
}
