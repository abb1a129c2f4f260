// What a C file may have beside its kernels, each where back ends have choices of their own.
#include <math.h>
#include <offload.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

offload_kernel void scale(size_t n, float by, float a[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        a[i] = sqrtf(a[i]) * by;
}

offload_global int device_counter;
_Thread_local int per_thread = 3;
static _Thread_local char per_thread_buffer[64];
int common_like;
extern int elsewhere;
extern int hidden_elsewhere __attribute__((visibility("hidden")));
extern void weak_elsewhere(void) __attribute__((weak));
__attribute__((section("own_data"))) int in_a_section = 1;
__attribute__((section(".init_array"))) void (*by_hand)(void) = 0;
__attribute__((used, retain)) static int kept;
__attribute__((weak)) int weak_value(void) { return 1; }
int aliased(int x) { return x + 1; }
extern int alias_of(int) __attribute__((alias("aliased")));
static const char *const names[] = {"one", "two", "three"};
static const double table[] = {1.5, 2.5, 3.5, 4.5};
#ifdef WITH_IFUNC // clang does not compile one for devices
static int (*resolve(void))(int) { return aliased; }
int indirect(int) __attribute__((ifunc("resolve")));
#else
#define indirect aliased
#endif

__attribute__((constructor)) static void first(void) { per_thread++; }
__attribute__((constructor)) static void second(void) { in_a_section++; }
__attribute__((constructor(200))) static void early(void) { common_like++; }
__attribute__((constructor(300))) void later(void) { common_like *= 2; }
__attribute__((destructor)) static void last(void) { puts("last"); }
__attribute__((destructor(150))) static void very_last(void) { puts("very last"); }

static jmp_buf place;
int jumps(int n) {
    if (setjmp(place))
        return 1;
    if (n > 3)
        longjmp(place, n);
    return (int)table[n & 3];
}

int sum_of(int count, ...) {
    va_list list;
    va_start(list, count);
    int sum = 0;
    while (count-- > 0)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}

const char *choose(unsigned i) {
    switch (i) {
    case 0: return names[0];
    case 1: return "a text";
    case 2: return names[2];
    case 3: return "another text";
    case 4: return strerror((int)i);
    case 5: return per_thread_buffer;
    default: return weak_elsewhere ? names[1] : "";
    }
}

int interpret(const unsigned char *code, int x) {
    static const void *const labels[] = {&&add, &&twice, &&stop};
    goto *labels[*code++];
add:
    x += elsewhere + hidden_elsewhere;
    goto *labels[*code++];
twice:
    x *= 2;
    goto *labels[*code++];
stop:
    return x;
}

unsigned long cycles(unsigned *high) {
    unsigned low;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(*high));
    return low;
}

__attribute__((cold, noinline)) static void unlikely(int i) { printf("%d %s\n", i, names[i % 3]); }
__attribute__((optnone, noinline)) int slow(int i) { return i * 3; }
__attribute__((minsize)) int small(int i) { return i / 7; }
__attribute__((target("avx2"))) void wide(float *restrict a, const float *b, int n) {
    for (int i = 0; i < n; i++)
        a[i] += b[i] * b[i];
}

struct pair { double x, y; } sums(const double *a, long n) {
    struct pair sum = {0, 0};
    for (long i = 0; i + 1 < n; i += 2) {
        sum.x += a[i] * 2;
        sum.y += a[i + 1] * 2;
    }
    return sum;
}

int counts(_Atomic int *at, const int *values, int n) {
    int local[8] = {0};
    for (int i = 0; i < n; i++) {
        local[values[i] & 7]++;
        if (__builtin_expect(values[i] < 0, 0))
            unlikely(i);
    }
    atomic_fetch_add(at, local[0]);
    return local[1] + (int)fmal(1, 2, local[2]) + kept;
}

__int128 wide_product(__int128 a, __int128 b) { return a * b / 3; }
_Complex double product(_Complex double a, _Complex double b) { return a * b; }

int main(void) {
    float a[1000] = {1};
    offload(scale, .threads = {1000})(1000, 2, a);
    return indirect((int)a[0]) + alias_of(1) + device_counter;
}
