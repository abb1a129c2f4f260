// Input and output by files that the function opens: what a call reads or writes comes back or goes there, and the other
// arrays stay on the device. A file that is opened elsewhere may be one of fopencookie, whose functions may look at all
// arrays.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OFFLOADCC_RESIDENT=off %t %t.data | FileCheck %s
// RUN: env OFFLOADCC_RESIDENT=poison %t %t.data | FileCheck %s
// RUN: env OFFLOADCC_REPORT=summary %t %t.data > %t.out 2>&1 && FileCheck %s < %t.out
// RUN: FileCheck --check-prefix=COPIED %s < %t.out
#define _GNU_SOURCE
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };

offload_kernel void add(size_t n, int more, int x[n]) {
    offload_for (i, n)
        x[i] += more;
}

static int *seen, *hidden, *filled;

// `seen` comes back 5 times, `hidden` and `filled` twice each. What fread changes of `filled` goes there again.
// COPIED: the stream sees 510
// COPIED: to device copies from device copies
// COPIED-NEXT: {{^}} 12000 3 32004 9 {{.*}}: add: x
__attribute__((noinline)) static void write_snapshots(const char *name) {
    for (int step = 0; step < 5; step++) {
        char line[64];
        offload(add)(N, 1, seen);
        offload(add)(N, 2, hidden);
        FILE *file = fopen(name, step ? "ab" : "wb");
        if (!file) {
            perror(name);
            exit(1);
        }
        snprintf(line, sizeof line, "step %d\n", step);
        fputs(line, file);
        fwrite(seen, sizeof *seen, N, file);
        fclose(file);
        printf("wrote step %d\n", step);
        fflush(stdout);
    }
}

__attribute__((noinline)) static void read_snapshot(const char *name) {
    char line[64];
    offload(add)(N, 1000, filled); // what is read takes the place of this
    FILE *file = fopen(name, "rb");
    if (!file || !fgets(line, sizeof line, file) || fread(filled, sizeof *filled, N, file) != N)
        exit(1);
    fclose(file);
    offload(add)(N, 100, filled);
    printf("read %s%d\n", line, filled[N - 1]);
}

static ssize_t look(void *cookie, const char *text, size_t size) {
    (void)cookie, (void)text;
    fprintf(stderr, "the stream sees %d\n", hidden[N / 2]);
    return (ssize_t)size;
}

__attribute__((noinline)) static void write_to(FILE *file) {
    offload(add)(N, 500, hidden);
    fprintf(file, "anything");
    fflush(file);
}

// CHECK: wrote step 4
// CHECK: read step 0
// CHECK-NEXT: 101
// CHECK-NEXT: at the end 510 5
int main(int argc, char **argv) {
    (void)argc;
    seen = calloc(N, sizeof *seen);
    hidden = calloc(N, sizeof *hidden);
    filled = calloc(N, sizeof *filled);
    write_snapshots(argv[1]);
    read_snapshot(argv[1]);
    FILE *file = fopencookie(NULL, "w", (cookie_io_functions_t){.write = look});
    write_to(file);
    printf("at the end %d %d\n", hidden[N / 2], seen[0]);
    return 0;
}
