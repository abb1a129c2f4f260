#include "hip.h"

extern "C" __global__ void add_scaled(size_t n, float a, const float4 *__restrict__ x,
                                      float4 *__restrict__ y) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 from = x[i], to = y[i];
    to.x += a * from.x;
    to.y += a * from.y;
    to.z += a * from.z;
    to.w += a * from.w;
    y[i] = to;
}

struct particle {
    float4 position, velocity;
};

extern "C" __global__ void drift(size_t n, float time, float4 force, particle *particles) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    particle p = particles[i];
    p.velocity.x += force.x * time;
    p.velocity.y += force.y * time;
    p.velocity.z += force.z * time;
    p.position.x += p.velocity.x * time;
    p.position.y += p.velocity.y * time;
    p.position.z += p.velocity.z * time;
    if (p.position.z < 0) {
        p.position.z = -p.position.z;
        p.velocity.z *= -p.position.w;
    }
    particles[i] = p;
}

enum { TILE = 256 };

extern "C" __global__ void gravity(int n, float softening, const float4 *bodies, float4 *pulls) {
    __shared__ float4 tile[TILE];
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), me = (int)threadIdx.x;
    float4 own = bodies[i], sum = make_float4(0, 0, 0, 0);
    for (int first = 0; first < n; first += TILE) {
        tile[me] = bodies[first + me];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < TILE; j++) {
            float4 other = tile[j];
            float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
            float inverse = rsqrtf(x * x + y * y + z * z + softening);
            float pull = other.w * inverse * inverse * inverse;
            sum.x += x * pull;
            sum.y += y * pull;
            sum.z += z * pull;
        }
        __syncthreads();
    }
    pulls[i] = sum;
}
