// Fourier transforms of 8 complex numbers in registers, and of 512 by 64 threads, which exchange
// theirs through shared memory.
#include <offload.h>

#include <math.h>

struct complex {
    float re, im;
};

static struct complex plus(struct complex a, struct complex b) {
    return (struct complex){a.re + b.re, a.im + b.im};
}

static struct complex minus(struct complex a, struct complex b) {
    return (struct complex){a.re - b.re, a.im - b.im};
}

static struct complex times(struct complex a, struct complex b) {
    return (struct complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static struct complex turned(struct complex a) { // by -90 degrees
    return (struct complex){a.im, -a.re};
}

static void transform2(struct complex *a, struct complex *b) {
    struct complex sum = plus(*a, *b);
    *b = minus(*a, *b);
    *a = sum;
}

// The result is in the order 0, 4, 2, 6, 1, 5, 3, 7.
static void transform8(struct complex v[8]) {
    const float half_root = 0.70710678f;
    for (int i = 0; i < 4; i++)
        transform2(&v[i], &v[i + 4]);
    v[5] = times(v[5], (struct complex){half_root, -half_root});
    v[6] = turned(v[6]);
    v[7] = times(v[7], (struct complex){-half_root, -half_root});
    for (int i = 0; i < 8; i += 4) {
        transform2(&v[i], &v[i + 2]);
        transform2(&v[i + 1], &v[i + 3]);
        v[i + 3] = turned(v[i + 3]);
        transform2(&v[i], &v[i + 1]);
        transform2(&v[i + 2], &v[i + 3]);
    }
}

static int reversed(int i) {
    return (i & 1) * 4 + (i & 2) + (i >> 2);
}

offload_kernel void fourier8(size_t n, struct complex data[n * 8]) {
    size_t thread = offload_global_id(0);
    if (thread >= n)
        return;
    struct complex v[8];
    for (int i = 0; i < 8; i++)
        v[i] = data[(size_t)i * n + thread];
    transform8(v);
    for (int i = 0; i < 8; i++)
        data[(size_t)reversed(i) * n + thread] = v[i];
}

static void turn_by(struct complex v[8], float step) {
    for (int i = 1; i < 8; i++) {
        float angle = step * (float)reversed(i);
        v[i] = times(v[i], (struct complex){cosf(angle), sinf(angle)});
    }
}

offload_kernel void fourier512(size_t n, struct complex data[n * 512]) {
    offload_shared struct complex all[512];
    int me = (int)offload_thread_id(0), high = me / 8, low = me % 8;
    struct complex *part = data + (size_t)offload_block_id(0) * 512, v[8];
    for (int i = 0; i < 8; i++)
        v[i] = part[i * 64 + me];
    transform8(v);
    turn_by(v, -6.2831853f / 512 * (float)me);
    for (int i = 0; i < 8; i++)
        all[reversed(i) * 64 + me] = v[i];
    offload_barrier();
    for (int i = 0; i < 8; i++)
        v[i] = all[high * 64 + i * 8 + low];
    transform8(v);
    turn_by(v, -6.2831853f / 64 * (float)low);
    offload_barrier();
    for (int i = 0; i < 8; i++)
        all[(high * 8 + reversed(i)) * 8 + low] = v[i];
    offload_barrier();
    for (int i = 0; i < 8; i++)
        v[i] = all[me * 8 + i];
    transform8(v);
    for (int i = 0; i < 8; i++)
        part[reversed(i) * 64 + low * 8 + high] = v[i];
}
