#include "problem.h"

#include <offload.h>

offload_kernel void add(float to[COUNT], struct s8 a, struct s16 b, struct s24 c, struct s32 d,
                        struct s40 e, struct s48 f, struct s56 g, struct s64 h, int i, int j,
                        long k, long l, float m, float n, double o, double p) {
    double sum = a.v[0] + b.v[1] + c.v[2] + d.v[3] + e.v[4] + f.v[5] + g.v[6] + h.v[7];
    to[offload_thread_id(0)] =
        (float)(sum + (double)(i + j) + (double)(k + l) + (double)(m + n) + o + p);
}

static void setup(void) {
    offload_enter_data(offload_to(y, COUNT));
}

static void run(void) {
    const struct values *v = &values;
    offload(add, .blocks = {1}, .block_size = {COUNT})(y, v->a, v->b, v->c, v->d, v->e, v->f, v->g,
                                                       v->h, v->i, v->j, v->k, v->l, v->m, v->n,
                                                       v->o, v->p);
}

static void finish(void) {
    offload_update_from(y, COUNT);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
