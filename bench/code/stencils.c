// Stencils in three dimensions: radius 4, whose planes pass through registers and a tile in shared
// memory, with and without unrolling; and radius 1 straight from memory.
#include <offload.h>

enum { RADIUS = 4, WIDTH = 32, HEIGHT = 16 };

struct volume {
    int width, height, depth; // without the margin of RADIUS on each side
};

struct taps {
    float weights[RADIUS + 1];
};

offload_kernel void waves(struct volume size, struct taps taps, size_t count, const float in[count],
                          float out[count]) {
    offload_shared float tile[HEIGHT + 2 * RADIUS][WIDTH + 2 * RADIUS];
    int x = (int)offload_thread_id(0), y = (int)offload_thread_id(1);
    int column = (int)offload_global_id(0), row = (int)offload_global_id(1);
    int line = size.width + 2 * RADIUS, plane = line * (size.height + 2 * RADIUS);
    int at = (row + RADIUS) * line + column + RADIUS;
    _Bool inside = column < size.width && row < size.height;
    float behind[RADIUS], front[RADIUS], current = 0;
    for (int i = RADIUS - 1; i >= 0; i--) {
        behind[i] = inside ? in[at] : 0;
        at += plane;
    }
    current = inside ? in[at] : 0;
    int to = at;
    at += plane;
    for (int i = 0; i < RADIUS; i++) {
        front[i] = inside ? in[at] : 0;
        at += plane;
    }
#ifdef UNROLLED
#pragma unroll 9
#else
#pragma unroll 1
#endif
    for (int z = 0; z < size.depth; z++) {
        offload_barrier();
        if (y < RADIUS && column < size.width) {
            tile[y][x + RADIUS] = in[to - RADIUS * line];
            tile[y + HEIGHT + RADIUS][x + RADIUS] = in[to + HEIGHT * line];
        }
        if (x < RADIUS && row < size.height) {
            tile[y + RADIUS][x] = in[to - RADIUS];
            tile[y + RADIUS][x + WIDTH + RADIUS] = in[to + WIDTH];
        }
        tile[y + RADIUS][x + RADIUS] = current;
        offload_barrier();
        float sum = taps.weights[0] * current;
        for (int i = 1; i <= RADIUS; i++)
            sum += taps.weights[i] *
                   (front[i - 1] + behind[i - 1] + tile[y + RADIUS - i][x + RADIUS] +
                    tile[y + RADIUS + i][x + RADIUS] + tile[y + RADIUS][x + RADIUS - i] +
                    tile[y + RADIUS][x + RADIUS + i]);
        if (inside)
            out[to] = sum;
        for (int i = RADIUS - 1; i > 0; i--)
            behind[i] = behind[i - 1];
        behind[0] = current;
        current = front[0];
        for (int i = 0; i < RADIUS - 1; i++)
            front[i] = front[i + 1];
        front[RADIUS - 1] = inside && z + 1 < size.depth ? in[at] : 0;
        at += plane;
        to += plane;
    }
}

#ifndef UNROLLED
offload_kernel void diffuse(int width, int height, int depth, float rate,
                            const float in[restrict width * height * depth],
                            float out[restrict width * height * depth]) {
    int x = (int)offload_global_id(0), y = (int)offload_global_id(1), z = (int)offload_global_id(2);
    if (x < 1 || y < 1 || z < 1 || x >= width - 1 || y >= height - 1 || z >= depth - 1)
        return;
    int i = (z * height + y) * width + x;
    out[i] = in[i] + rate * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width] +
                             in[i - width * height] + in[i + width * height] - 6 * in[i]);
}
#endif
