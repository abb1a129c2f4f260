// Structs by value: kernel arguments, function arguments and results of all sizes and mixtures,
// nested, with arrays, unions; assigned, compared by members, in arrays.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %run_kernel -O3
#include <offload.h>

#include "Inputs/check.h"

enum { N = 300 };

struct small {
    char a, b;
};
struct pair {
    float x, y;
};
struct triple {
    double x, y, z;
};
struct mixed {
    int i;
    double d;
    short s[3];
    struct pair p;
};
struct large {
    long values[20];
    struct mixed inner[2];
};
union number {
    unsigned long bits;
    double value;
    struct pair halves;
};
struct packed {
    char tag;
    int value;
    double weight;
} __attribute__((packed));
struct empty_tail {
    int n;
    char end[1];
};

static struct small swap(struct small s) {
    return (struct small){s.b, s.a};
}
static struct pair turn(struct pair p) {
    return (struct pair){-p.y, p.x};
}
static struct triple cross(struct triple a, struct triple b) {
    return (struct triple){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
__attribute__((noinline)) static struct mixed change(struct mixed m, int by) {
    m.i += by;
    m.s[(unsigned)by % 3] = (short)by;
    m.p = turn(m.p);
    return m;
}
__attribute__((noinline)) static struct large fill(struct large l, struct mixed m) {
    for (int i = 0; i < 20; i++)
        l.values[i] += m.i * i;
    l.inner[1] = change(m, 1);
    l.inner[0] = change(l.inner[1], 2);
    return l;
}
static union number negate(union number u) {
    u.bits ^= 1ul << 63;
    return u;
}
static struct packed weigh(struct packed p, float by) {
    p.weight *= by, p.value++, p.tag++;
    return p;
}

struct everything {
    struct small small;
    struct triple triple;
    struct large large;
    union number number;
    struct packed packed;
    struct empty_tail tail;
};

static struct everything compute(struct small s, struct triple t, struct mixed m, struct large l,
                                 union number u, struct packed p, struct empty_tail e, int i) {
    struct everything all = {.small = swap(s), .tail = e};
    s.a = (char)i;
    all.triple = cross(t, (struct triple){i, 2, 3});
    all.large = fill(l, change(m, i));
    all.number = i % 2 ? negate(u) : u;
    all.packed = weigh(p, 0.5f);
    all.tail.n += s.a;
    return all;
}

offload_kernel void run(int n, struct small s, struct triple t, struct mixed m, struct large l,
                        union number u, struct packed p, struct empty_tail e,
                        struct everything out[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        out[i] = compute(s, t, m, l, u, p, e, i);
}

static struct everything out[N];

int main(void) {
    struct small s = {'x', 'y'};
    struct triple t = {1, 5, 9};
    struct mixed m = {4, 2.5, {1, 2, 3}, {0.5f, -1}};
    struct large l = {.values = {100, 200, [19] = 7}, .inner = {m, m}};
    union number u = {.value = 12.5};
    struct packed p = {'p', 1000, 3};
    struct empty_tail e = {6, {'e'}};
    offload(run, .threads = {N})(N, s, t, m, l, u, p, e, out);
    for (int i = 0; i < N; i++) {
        struct everything all = compute(s, t, m, l, u, p, e, i), *o = &out[i];
        CHECK(o->small.a == 'y' && o->small.b == 'x', "%d", i);
        CHECK(o->triple.x == all.triple.x && o->triple.z == all.triple.z, "%d", i);
        for (int k = 0; k < 20; k++)
            EQUAL(o->large.values[k], all.large.values[k]);
        for (int k = 0; k < 2; k++) {
            struct mixed *a = &o->large.inner[k], *b = &all.large.inner[k];
            CHECK(a->i == b->i && a->d == b->d && a->s[0] == b->s[0] && a->s[1] == b->s[1] &&
                      a->s[2] == b->s[2] && a->p.x == b->p.x && a->p.y == b->p.y,
                  "%d, %d", i, k);
        }
        CHECK(o->number.value == (i % 2 ? -12.5 : 12.5), "%g", o->number.value);
        CHECK(o->packed.tag == 'q' && o->packed.value == 1001 && o->packed.weight == 1.5, "%d", i);
        EQUAL(o->tail.n, 6 + (char)i);
        EQUAL(o->tail.end[0], 'e');
    }
    return finish();
}
