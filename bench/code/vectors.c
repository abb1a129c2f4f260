// Structs of four floats, which one instruction loads: arithmetic, particles that move, and gravity
// by tiles in shared memory.
#include <offload.h>

#include <math.h>

typedef struct {
    _Alignas(16) float x;
    float y, z, w;
} float4;

offload_kernel void add_scaled(size_t n, float a, const float4 x[restrict n],
                               float4 y[restrict n]) {
    size_t i = offload_global_id(0);
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

offload_kernel void drift(size_t n, float time, float4 force, struct particle particles[n]) {
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    struct particle p = particles[i];
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

static float reciprocal_root(float x) {
#if defined __NVPTX__
    return __nvvm_rsqrt_approx_f(x);
#elif defined __AMDGPU__
    return __builtin_amdgcn_rsqf(x);
#else
    return 1 / sqrtf(x);
#endif
}

enum { TILE = 256 };

offload_kernel void gravity(int n, float softening, const float4 bodies[n], float4 pulls[n]) {
    offload_shared float4 tile[TILE];
    int i = (int)offload_global_id(0), me = (int)offload_thread_id(0);
    float4 own = bodies[i], sum = {0, 0, 0, 0};
    for (int first = 0; first < n; first += TILE) {
        tile[me] = bodies[first + me];
        offload_barrier();
#pragma unroll 8
        for (int j = 0; j < TILE; j++) {
            float4 other = tile[j];
            float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
            float inverse = reciprocal_root(x * x + y * y + z * z + softening);
            float pull = other.w * inverse * inverse * inverse;
            sum.x += x * pull;
            sum.y += y * pull;
            sum.z += z * pull;
        }
        offload_barrier();
    }
    pulls[i] = sum;
}
