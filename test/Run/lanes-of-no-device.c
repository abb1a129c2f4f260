// A question for the lanes of a device that is not there ends the program at the line that asks.
//
// RUN: %offloadcc -O1 --offload-arch=x86-64 %s -o %t
// RUN: not --crash %t 2>&1 | FileCheck %s
#include <offload_query.h>

int main(void)
{
    // CHECK: there is no device 99
    // CHECK-NEXT: lanes-of-no-device.c:[[@LINE+1]]: offloadcc: note: the launch is here
    return (int)offload_query_lanes(99);
}
