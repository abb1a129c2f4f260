// What is no C expression over the struct's members is reported at the member.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct s {
    int n;
    float *misspelt offload_count(m);
    float *incomplete offload_count(n +);
    struct { int k; } in;
    float *no_number offload_count(in + 1);
    float *fine offload_count(in.k);
};
offload_kernel void k(struct s v)
{
    (void)v;
}

// CHECK: {{^(.*/)?}}count-that-clang-refuses.c:7:12: error: count 'm' of member 'misspelt': use of undeclared identifier 'm'; a count is an integer expression over members of the same struct and constants
// CHECK: {{^(.*/)?}}count-that-clang-refuses.c:8:12: error: count 'n +' of member 'incomplete': expected expression; a count is an integer expression over members of the same struct and constants
// CHECK: {{^(.*/)?}}count-that-clang-refuses.c:10:12: error: count 'in + 1' of member 'no_number': invalid operands to binary expression ('struct {{.*}}' and 'int'); a count is an integer expression over members of the same struct and constants
// CHECK-NOT: {{(error|note):}}
