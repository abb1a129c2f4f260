// Images: bilinear interpolation, and a summed-area histogram of brightness in shared memory.
#include <offload.h>

#include <math.h>

struct image {
    int width, height;
};

static float at(struct image size, const float *pixels, int column, int row) {
    column = column < 0 ? 0 : column < size.width ? column : size.width - 1;
    row = row < 0 ? 0 : row < size.height ? row : size.height - 1;
    return pixels[row * size.width + column];
}

offload_kernel void rotate(struct image from, const float in[from.width * from.height],
                           struct image to, float sine, float cosine,
                           float out[to.width * to.height]) {
    int column = (int)offload_global_id(0), row = (int)offload_global_id(1);
    if (column >= to.width || row >= to.height)
        return;
    float x = (float)column - 0.5f * (float)to.width, y = (float)row - 0.5f * (float)to.height;
    float u = cosine * x - sine * y + 0.5f * (float)from.width;
    float v = sine * x + cosine * y + 0.5f * (float)from.height;
    float left = floorf(u), top = floorf(v);
    int i = (int)left, j = (int)top;
    float right = u - left, down = v - top;
    float above = at(from, in, i, j) * (1 - right) + at(from, in, i + 1, j) * right;
    float below = at(from, in, i, j + 1) * (1 - right) + at(from, in, i + 1, j + 1) * right;
    out[row * to.width + column] = above * (1 - down) + below * down;
}

enum { BINS = 64 };

offload_kernel void brightness(size_t n, const unsigned char pixels[n * 4],
                               unsigned int bins[BINS]) {
    offload_shared unsigned int mine[BINS];
    unsigned int me = offload_thread_id(0);
    if (me < BINS)
        mine[me] = 0;
    offload_barrier();
    offload_for (i, n) {
        unsigned int value =
            (299u * pixels[i * 4] + 587u * pixels[i * 4 + 1] + 114u * pixels[i * 4 + 2]) / 1000;
        offload_atomic_add(&mine[value * BINS / 256], 1);
    }
    offload_barrier();
    if (me < BINS)
        offload_atomic_add(&bins[me], mine[me]);
}
