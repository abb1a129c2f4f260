// Deriche's recursive smoothing of an image: along the rows both ways, then along the columns.
#include <math.h>
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

struct filter {
    float a[8], b1, b2; // the factors of the values before, and of the results before
};

// A thread a line: `count` elements with `stride` between them, from the first or from the last.
static void along(const float *in, float *out, int count, int stride, const float *a, float b1,
                  float b2) {
    float x1 = 0, y1 = 0, y2 = 0;
    for (int i = 0; i < count; i++) {
        float x = in[i * stride], y = a[0] * x + a[1] * x1 + b1 * y1 + b2 * y2;
        out[i * stride] = y;
        x1 = x, y2 = y1, y1 = y;
    }
}

static void against(const float *in, float *out, int count, int stride, const float *a, float b1,
                    float b2) {
    float x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    for (int i = count - 1; i >= 0; i--) {
        float y = a[2] * x1 + a[3] * x2 + b1 * y1 + b2 * y2;
        out[i * stride] = y;
        x2 = x1, x1 = in[i * stride], y2 = y1, y1 = y;
    }
}

offload_kernel void rows(int w, int h, struct filter f, const float in[h * w], float y1[h * w],
                         float y2[h * w]) {
    int i = offload_global_id(0);
    if (i < h) {
        along(in + i * w, y1 + i * w, w, 1, f.a, f.b1, f.b2);
        against(in + i * w, y2 + i * w, w, 1, f.a, f.b1, f.b2);
    }
}

offload_kernel void columns(int w, int h, struct filter f, const float in[h * w], float y1[h * w],
                            float y2[h * w]) {
    int j = offload_global_id(0);
    if (j < w) {
        along(in + j, y1 + j, h, w, f.a + 4, f.b1, f.b2);
        against(in + j, y2 + j, h, w, f.a + 4, f.b1, f.b2);
    }
}

offload_kernel void add(int count, const float y1[count], const float y2[count], float out[count]) {
    int i = offload_global_id(0);
    if (i < count)
        out[i] = y1[i] + y2[i];
}

static struct filter filter(float alpha) {
    float e = expf(-alpha), e2 = expf(-2 * alpha), k = (1 - e) * (1 - e) / (1 + 2 * alpha * e - e2);
    float a0 = k, a1 = k * e * (alpha - 1), a2 = k * e * (alpha + 1), a3 = -k * e2;
    return (struct filter){{a0, a1, a2, a3, a0, a1, a2, a3}, 2 * e, -e2};
}

int main(int argc, char **argv) {
    int w = argc > 1 ? atoi(argv[1]) : 200, h = w - w / 4, count = w * h;
    float *in = malloc(sizeof(float) * count), *out = malloc(sizeof(float) * count);
    float *y1 = malloc(sizeof(float) * count), *y2 = malloc(sizeof(float) * count);
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            in[i * w + j] = (float)((991 * i + 313 * j) % 65536) / 65535;

    struct filter f = filter(0.25F);
#ifdef REGION
    offload_data(offload_to(in, count), offload_from(out, count), offload_alloc(y1, count),
                 offload_alloc(y2, count))
#endif
    {
        offload(rows, .threads = {h})(w, h, f, in, y1, y2);
        offload(add, .threads = {count})(count, y1, y2, out);
        offload(columns, .threads = {w})(w, h, f, out, y1, y2);
        offload(add, .threads = {count})(count, y1, y2, out);
    }

    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += out[i] * (float)(i % 7 + 1);
    printf("%.15g\n", sum);
    free(in);
    free(out);
    free(y1);
    free(y2);
    return 0;
}
