// Counts are as bounds are: integer expressions without effects, here over members.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
int file_scope;
int function(int n);
#define STRUCT(name, expression) \
    struct name { int n; int *p offload_count(1); float *data offload_count(expression); }; \
    offload_kernel void k_##name(struct name v) { (void)v; }
STRUCT(effect, n++)
STRUCT(fraction, 1.5 * n)
STRUCT(negative, 2 - 3)
STRUCT(variable, n + file_scope)
STRUCT(call, function(n))
STRUCT(memory, p[0])
STRUCT(statement, ({ n; }))

// CHECK: :10:1: error: count 'n++' of member 'data' has a side effect; a count is an integer expression over members of the same struct and constants
// CHECK: :11:1: error: count '1.5 * n' of member 'data' computes with type 'double'; a count is an integer expression over members of the same struct and constants
// CHECK: :12:1: error: count '2 - 3' of member 'data' is negative (-1); a count is an integer expression over members of the same struct and constants
// CHECK: :13:1: error: count 'n + file_scope' of member 'data' uses 'file_scope', which is neither a member nor a constant; a count is an integer expression over members of the same struct and constants
// CHECK: :14:1: error: count 'function(n)' of member 'data' calls 'function'; a count is an integer expression over members of the same struct and constants
// CHECK: :15:1: error: count 'p[0]' of member 'data' reads memory through a pointer; a count is an integer expression over members of the same struct and constants
// CHECK: :16:1: error: count '({ n; })' of member 'data' uses an expression that is not supported in bounds; a count is an integer expression over members of the same struct and constants
// CHECK-NOT: {{(error|note):}}
