#include "hip.h"

enum { RADIUS = 4, WIDTH = 32, HEIGHT = 16 };

struct volume {
    int width, height, depth;
};

struct taps {
    float weights[RADIUS + 1];
};

extern "C" __global__ void waves(volume size, taps taps, size_t count, const float *in,
                                 float *out) {
    __shared__ float tile[HEIGHT + 2 * RADIUS][WIDTH + 2 * RADIUS];
    int x = (int)threadIdx.x, y = (int)threadIdx.y;
    int column = (int)(blockIdx.x * blockDim.x) + x, row = (int)(blockIdx.y * blockDim.y) + y;
    int line = size.width + 2 * RADIUS, plane = line * (size.height + 2 * RADIUS);
    int at = (row + RADIUS) * line + column + RADIUS;
    bool inside = column < size.width && row < size.height;
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
        __syncthreads();
        if (y < RADIUS && column < size.width) {
            tile[y][x + RADIUS] = in[to - RADIUS * line];
            tile[y + HEIGHT + RADIUS][x + RADIUS] = in[to + HEIGHT * line];
        }
        if (x < RADIUS && row < size.height) {
            tile[y + RADIUS][x] = in[to - RADIUS];
            tile[y + RADIUS][x + WIDTH + RADIUS] = in[to + WIDTH];
        }
        tile[y + RADIUS][x + RADIUS] = current;
        __syncthreads();
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
extern "C" __global__ void diffuse(int width, int height, int depth, float rate,
                                   const float *__restrict__ in, float *__restrict__ out) {
    int x = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int y = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    int z = (int)(blockIdx.z * blockDim.z + threadIdx.z);
    if (x < 1 || y < 1 || z < 1 || x >= width - 1 || y >= height - 1 || z >= depth - 1)
        return;
    int i = (z * height + y) * width + x;
    out[i] = in[i] + rate * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width] +
                             in[i - width * height] + in[i + width * height] - 6 * in[i]);
}
#endif
