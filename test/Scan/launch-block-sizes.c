// The block sizes that launches in the unit give a kernel: each once, the first three.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: %python -c "import json, sys; [print(k['name'], *(tuple(b) for b in k['block_sizes'])) for k in json.load(open(sys.argv[1]))['kernels']]" %t/unit.json | FileCheck %s
#include <offload.h>
enum { SIDE = 16 };
offload_kernel void defaults(void) {}
offload_kernel void given(void) {}
offload_kernel void many(void) {}
offload_kernel void by_blocks(void) {}
offload_kernel void whole(void) {}
offload_kernel void not_known(void) {}
offload_kernel void by_pointer(void) {}
offload_kernel void never(void) {}
offload_kernel void flat(void) {}
offload_kernel void nested(int value) {}
static int launch_inside(void) { offload(nested, .block_size = {5}, .threads = {1})(2); return 1; }

void run(int n, unsigned m, void (*pointer)(void))
{
    offload(defaults, .threads = {n})();
    if (n)
        offload(defaults, .threads = {n, n, n})();
    for (int i = 0; i < n; i++)
        offload(defaults, .threads = {(size_t)n, m + 1}, .device = 1)();
    offload(given, .threads = {n, n}, .block_size = {SIDE, 2 * 8})();
    offload(given, .block_size = {SIDE, SIDE}, .threads = {n})();
    offload(given, .block_size = {64}, .blocks = {n}, .threads = {n})();
    offload(many, .blocks = {1}, .block_size = {1})();
    offload(many, .blocks = {1}, .block_size = {2})();
    offload(many, .blocks = {1}, .block_size = {3})();
    offload(many, .blocks = {1}, .block_size = {4})();
    offload(by_blocks, .blocks = {n})();
    offload(by_blocks, .blocks = {n, 1, n})();
    offload(whole)();
    offload(not_known, .threads = {n}, .block_size = {m})();
    offload(not_known, .threads = {n}, .block_size = {32, m})();
    offload(not_known, .threads = {n}, .block_size[0] = 3)();
    offload(not_known, .threads = {n}, .block_size = {[1] = 3})();
    offload(not_known, .threads[0] = n)();
    offload(not_known, .threads = {n}, .blocks = {2})();
    offload(pointer, .threads = {n}, .block_size = {7})();
    offload(flat, .threads = {n, 1})();
    offload(nested, .threads = {n}, .block_size = {4, 0, 2})(launch_inside());
}
// CHECK: defaults (256, 1, 1) (8, 8, 4) (32, 8, 1)
// CHECK-NEXT: given (16, 16, 1) (64, 1, 1)
// CHECK-NEXT: many (1, 1, 1) (2, 1, 1) (3, 1, 1)
// CHECK-NEXT: by_blocks (256, 1, 1) (8, 8, 4)
// CHECK-NEXT: whole (32, 1, 1)
// CHECK-NEXT: {{^}}not_known{{$}}
// CHECK-NEXT: {{^}}by_pointer{{$}}
// CHECK-NEXT: {{^}}never{{$}}
// CHECK-NEXT: flat (256, 1, 1)
// CHECK-NEXT: nested (5, 1, 1) (4, 1, 2)
