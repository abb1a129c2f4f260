// -Woffload-data-break: a break or continue that leaves the block of an offload_data, where a loop or
// switch around it may be meant. Every one that is warned of has its check here.
//
// RUN: rm -rf %t && mkdir %t
// RUN: not %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: not %scan --source=%s --lang=c --out=%t --arch=none --warning=no-offload-data-break -- -isystem %S/../../include 2>&1 | count 0
#include <offload.h>

void alone(int n, float *x)
{
    offload_data(offload_to(x, n)) {
        if (n == 1)
            break;
        if (n == 2)
            continue;
    }
}

void loops(int n, float *x)
{
    for (int i = 0; i < n; i++)
        offload_data(offload_to(x, n)) {
            if (i == 1)
                break;
            // CHECK: :[[#@LINE-1]]:17: warning: 'break' leaves the block of offload_data, not the loop around it; use goto, or set a variable and test it after the block [-Woffload-data-break]
            // CHECK: :[[#@LINE-5]]:5: note: the loop is here
            if (i == 2)
                continue;
            // CHECK: :[[#@LINE-1]]:17: warning: 'continue' leaves the block of offload_data, not the loop around it
            // CHECK: :[[#@LINE-9]]:5: note: the loop is here
            while (n--)
                if (n == 5)
                    break;
                else
                    continue;
        }
    while (n++ < 5) {
        offload_data(offload_to(x, n))
            break;
        // CHECK: :[[#@LINE-1]]:13: warning: 'break'
        // CHECK: :[[#@LINE-4]]:5: note: the loop is here
        break;
    }
    do
        offload_data(offload_to(x, n))
            offload_data(offload_to(x, n))
                continue;
    // CHECK: :[[#@LINE-1]]:17: warning: 'continue'
    // CHECK: :[[#@LINE-5]]:5: note: the loop is here
    while (n++ < 5);
    // A loop within: it is what they leave. The region in it has a loop around it again.
    offload_data(offload_to(x, n))
        for (;;) {
            if (n)
                break;
            offload_data(offload_to(x, n))
                break;
            // CHECK: :[[#@LINE-1]]:17: warning: 'break'
            // CHECK: :[[#@LINE-6]]:9: note: the loop is here
        }
}

void switches(int n, float *x)
{
    switch (n) {
    case 0:
        offload_data(offload_to(x, n)) {
            if (x)
                continue;
            break;
            // CHECK: :[[#@LINE-1]]:13: warning: 'break' leaves the block of offload_data, not the switch around it
            // CHECK: :[[#@LINE-7]]:5: note: the switch is here
        }
        break;
    }
    for (int i = 0; i < n; i++)
        offload_data(offload_to(x, n))
            switch (i) {
            case 0:
                break;
            case 1:
                continue;
                // CHECK: :[[#@LINE-1]]:17: warning: 'continue'
                // CHECK: :[[#@LINE-8]]:5: note: the loop is here
            }
}
