// Host code sees what kernels wrote, whatever it looks with, though arrays stay on the device. With
// OFFLOADCC_RESIDENT=poison, what has not come back has other bytes on the host.
//
// RUN: %offloadcc -O0 -foffload-resident --offload-arch=x86-64 %s -o %t-O0
// RUN: %offloadcc -O2 -foffload-resident --offload-arch=x86-64 %s -o %t-O2
// RUN: %offloadcc -O3 -g -fPIC -foffload-resident --offload-arch=x86-64 %s -o %t-O3
// RUN: env OFFLOADCC_RESIDENT=poison %t-O0 | FileCheck %s
// RUN: env OFFLOADCC_RESIDENT=poison %t-O2 | FileCheck %s
// RUN: env OFFLOADCC_RESIDENT=poison %t-O3 | FileCheck %s
// RUN: env OFFLOADCC_RESIDENT=on %t-O2 | FileCheck %s
// RUN: env OFFLOADCC_RESIDENT=off %t-O2 | FileCheck %s
//
// CHECK-NOT: not
// CHECK: abc defg
// CHECK-NEXT: abcdefghijklmnopqrstuvwxyz
// CHECK-NOT: not
// CHECK: done
#include <offload.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };

offload_kernel void fill(size_t n, int from, offload_out int x[n]) {
    offload_for (i, n)
        x[i] = from + (int)i;
}
offload_kernel void add(size_t n, int more, int x[n]) {
    offload_for (i, n)
        x[i] += more;
}
offload_kernel void copy(size_t n, const int from[n], offload_out int to[n]) {
    offload_for (i, n)
        to[i] = from[i];
}
offload_kernel void letters(size_t n, char x[n]) {
    offload_for (i, n)
        x[i] = i + 1 < n ? (char)('a' + i % 26) : 0;
}
struct pair { short a; int b; };
offload_kernel void pairs(size_t n, struct pair p[n]) {
    offload_for (i, n) {
        p[i].a = (short)i;
        p[i].b += 10;
    }
}

static int global[N];
int shared[N];

static void expect(const char *what, long is, long wanted) {
    if (is != wanted)
        printf("%s: %ld, not %ld\n", what, is, wanted);
}

// ---- Reads -------------------------------------------------------------------------------------

static void in_order(int *x) {
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum += x[i];
    expect("sum", sum, N * (N - 1) / 2 + N * 5);
}
static void backwards(void) {
    int x[N];
    offload(fill)(N, 1, x);
    long sum = 0;
    for (int i = N - 1; i >= 0; i -= 3)
        sum = sum * 3 % 1009 + x[i];
    long wanted = 0;
    for (int i = N - 1; i >= 0; i -= 3)
        wanted = wanted * 3 % 1009 + i + 1;
    expect("backwards", sum, wanted);
}
static void by_index(const unsigned char *order) {
    int x[N];
    offload(fill)(N, 7, x);
    long sum = 0;
    for (int i = 0; i < 256; i++)
        sum += x[order[i]];
    expect("by index", sum, 7 * 256 + 255 * 128);
}
static void in_rows(void) {
    int x[40][25];
    offload(fill)(N, 0, &x[0][0]);
    long columns = 0, triangle = 0;
    for (int j = 0; j < 25; j++)
        for (int i = 0; i < 40; i++)
            columns += x[i][j] * (j & 1);
    expect("columns", columns, 239760);
    offload(add)(N, 1, &x[0][0]);
    for (int i = 0; i < 25; i++)
        for (int j = 0; j <= i; j++)
            triangle += x[i][j];
    expect("triangle", triangle, 132925);
}
static void search(void) {
    int x[N], at = 0;
    offload(fill)(N, 0, x);
    while (at < N && x[at] != 777)
        at++;
    expect("search", at, 777);
}
static int first(const int *x) { return *x; }
static int last_of(int n, ...) {
    va_list list;
    va_start(list, n);
    int value = 0;
    for (int i = 0; i < n; i++)
        value = *va_arg(list, int *);
    va_end(list);
    return value;
}
struct holder { int *data; struct holder *next; };
static int through(const struct holder *holder) {
    return holder->next ? through(holder->next) : holder->data[3];
}
static int compare(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

static void reads(void) {
    int *x = malloc(N * sizeof *x), y[N];
    offload(fill)(N, 0, x);
    offload(add)(N, 5, x);
    in_order(x);
    offload(add)(N, 1, x);
    expect("function", first(x + 2), 8);
    offload(add)(N, 1, x);
    expect("variadic", last_of(2, &y[0], &x[9]), 16);
    struct holder inner = {x, NULL}, outer = {NULL, &inner};
    offload(add)(N, 1, x);
    expect("structs", through(&outer), 11);
    offload(add)(N, 1, x);
    int (*volatile look)(const int *) = first;
    expect("pointer to function", look(x + 1), 10);
    offload(add)(N, 1, x);
    memcpy(y, x + 10, 20 * sizeof *y);
    expect("memcpy", y[19], 39);
    offload(add)(N, 1, x);
    expect("memcmp", memcmp(x, x + 1, 4 * sizeof *x) < 0, 1);
    union { int i; unsigned char bytes[4]; } u;
    memcpy(&u, &x[4], 4);
    expect("union", u.bytes[0], 15);
    offload(add)(N, 1, x);
    qsort(x, N, sizeof *x, compare);
    expect("qsort", x[0], N - 1 + 12);
    offload(add)(N, 1, x);
    char text[40];
    snprintf(text, sizeof text, "%d", x[1]);
    expect("snprintf", atoi(text), N - 2 + 13);
    offload(add)(N, 1, x);
    expect("condition", x[2] > 0 ? x[2] : -1, N - 3 + 14);
    offload(copy)(N, x, y);
    expect("copy", y[N - 1], 14);
    free(x);
    backwards();
    unsigned char order[256];
    for (int i = 0; i < 256; i++)
        order[i] = (unsigned char)(i * 7);
    by_index(order);
    in_rows();
    search();
}

// ---- Writes ------------------------------------------------------------------------------------

static void set(int *x, int value) { *x = value; }

static void writes(void) {
    int x[N], y[N];
    offload(fill)(N, 0, x);
    x[5] = 100; // of what is only on the device
    offload(add)(N, 1, x);
    expect("written", x[5], 101);
    expect("beside it", x[6], 7);
    set(&x[7], 50);
    offload(add)(N, 1, x);
    expect("by a function", x[7], 51);
    for (int i = 0; i < N; i += 2)
        x[i] = -i;
    offload(add)(N, 1, x);
    expect("every second", x[10] * 10000L + x[11], -9 * 10000L + 14);
    memset(x + 100, 0, 100 * sizeof *x);
    offload(add)(N, 1, x);
    expect("memset", x[150] * 1000 + x[99], 1 * 1000 + 103);
    for (int i = 0; i < 40; i++)
        x[i * 20 + 3]++; // many places
    offload(copy)(N, x, y);
    long same = 0;
    for (int i = 0; i < N; i++)
        same += x[i] == y[i];
    expect("many places", same, N);
    memmove(x, x + 1, (N - 1) * sizeof *x);
    offload(add)(N, 0, x);
    expect("memmove", x[150] - x[149], 0);
    for (int turn = 0; turn < 5; turn++) {
        x[turn] = turn;
        offload(add)(N, 10, x);
        y[0] = x[turn];
    }
    expect("in turns", y[0] * 100 + x[0], 14 * 100 + 50);
    static struct pair p[N];
    for (int i = 0; i < N; i++)
        p[i] = (struct pair){1, i};
    offload(pairs)(N, p);
    p[3].b++;
    struct pair q = p[3];
    offload(pairs)(N, p);
    expect("structs", p[3].b * 100L + q.b + p[4].a, 24 * 100 + 14 + 4);
}

// ---- Objects and their ends --------------------------------------------------------------------

static int *escaped;
static long local(int turn) {
    int x[N];
    offload(fill)(N, turn, x);
    escaped = x;
    return x[N / 2];
}
static long variable(size_t n) {
    int x[n];
    offload(fill)(n, 3, x);
    offload(add)(n, 3, x);
    return x[n - 1];
}
static jmp_buf back;
static void jump(int *x) {
    offload(fill)(N, 9, x);
    longjmp(back, 1);
}
static void *thread(void *data) {
    int *x = data;
    expect("in another thread", x[8], 8);
    x[8] = 80;
    offload(add)(N, 1, x);
    return NULL;
}
static void objects(void) {
    long sum = 0;
    for (int i = 0; i < 20; i++)
        sum += local(i);
    expect("locals", sum, 20 * N / 2 + 190);
    for (size_t n = 10; n < 200; n += 10)
        sum += variable(n);
    expect("variable length", sum, 20 * N / 2 + 190 + 19 * 5 + 1900);
    for (int i = 0; i < 10; i++) {
        int *x = calloc(N, sizeof *x);
        offload(add)(N, i, x);
        if (i % 2)
            x = realloc(x, 2 * N * sizeof *x);
        sum += x[N - 1];
        free(x);
    }
    expect("heap", sum, 20 * N / 2 + 190 + 19 * 5 + 1900 + 45);
    offload(fill)(N, 1, global);
    offload(fill)(N, 2, shared);
    expect("globals", global[2] + shared[2], 3 + 4);
    static int kept[N];
    if (!setjmp(back))
        jump(kept);
    expect("longjmp", kept[1], 10);
    offload(fill)(N, 0, shared);
    pthread_t other;
    pthread_create(&other, NULL, thread, shared);
    pthread_join(other, NULL);
    expect("threads", shared[8] * 100 + shared[9], 8110);
    static char text[60];
    offload(letters)(sizeof text, text);
    printf("%.3s %s\n", text, text + 55);
    offload(letters)(27, text);
    puts(text);
    expect("strlen", (long)strlen(text), 26);
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        reads();
        writes();
        objects();
    }
    offload(fill)(N, 0, shared);
    puts("done");
    return shared[0];
}
