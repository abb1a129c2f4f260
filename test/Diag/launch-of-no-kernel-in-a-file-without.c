// What is seen not to be a kernel is an error at the launch, also in a file that has no kernel of its own, and through constants,
// brackets and conditions.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=error: %s
#include <offload.h>
#include <stddef.h>
typedef void function(int n, float *x);
offload_kernel function k;
function elsewhere;
static void helper(int n, float *x) { (void)n, (void)x; }
static inline void inlined(int n, float *x) { (void)n, (void)x; }
static function *const constant = &helper, *variable = helper;
struct table { function *entry; };
#define LAUNCH(f) offload(f, .threads = {n})(n, x)

void run(int n, float *x, struct table *table)
{
    offload(helper)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: offload() launches kernels, but 'helper' is not a kernel; mark it offload_kernel, or call it without offload()
    offload((*&helper))(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: {{.*}} 'helper' is not a kernel
    LAUNCH(inlined);
    // CHECK: :[[#@LINE-1]]:5: error: {{.*}} 'inlined' is not a kernel
    offload(elsewhere)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: {{.*}} 'elsewhere' is not a kernel
    offload(n ? helper : k)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: {{.*}} 'helper' is not a kernel
    offload(constant)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: {{.*}} 'helper' is not a kernel
    offload((function *)0)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: offload() is given a null pointer; it launches functions that are marked offload_kernel
    offload((function *)NULL)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: offload() is given a null pointer
    offload(k, .device = -3)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: there is no device -3

    LAUNCH(k);
    offload(0 ? helper : k)(n, x);
    offload(variable)(n, x);
    offload(table->entry)(n, x);
}
