// An offload_out array that may be written whole, in some launch, is not warned of.
// RUN: %offloadcc -c -O2 --offload-arch=x86-64,sm_90 -Werror %s -o %t.o 2>&1 | count 0
// RUN: %offloadcc -c -O0 --offload-arch=x86-64,gfx90a -Werror %s -o %t.o 2>&1 | count 0
// RUN: %offloadcc -c -O2 --offload-arch=none -Werror %s -o %t.o 2>&1 | count 0
#include <offload.h>
#include <stdint.h>

#define ID offload_global_id(0)

struct padded {
    char c;
    int i;
};

offload_kernel void one(offload_out float y[1]) {
    y[0] = 1;
}

offload_kernel void members(size_t n, offload_out struct padded y[n]) {
    if (ID < n) {
        y[ID].c = 1;
        y[ID].i = 2;
    }
}

offload_kernel void by_condition(size_t n, int mode, const float x[n], offload_out float y[n]) {
    if (ID < n && (mode == 42 || x[ID] > 1))
        y[ID] = 1;
}

offload_kernel void from_somewhere(int n, int from, offload_out float y[n]) {
    if ((int)ID + from + 1 < n)
        y[(int)ID + from + 1] = 1; // from may be -1
}

offload_kernel void by_a_stride(size_t n, size_t stride, offload_out float y[n]) {
    if (ID > 0 && ID * stride < n)
        y[ID * stride] = 1; // stride may be 0
}

offload_kernel void modulo_256(offload_out float y[256]) {
    y[(uint8_t)(3 * ID)] = 1;
    if (ID > 0)
        y[(uint8_t)ID] = 2;
}

offload_kernel void modulo_2_to_32(unsigned n, offload_out float y[n]) {
    unsigned i = (unsigned)ID * 2654435761u;
    if (i < n)
        y[i] = 1;
}

offload_kernel void two_halves(size_t n, offload_out float y[n]) {
    if (2 * ID < n)
        y[2 * ID] = 1;
    if (2 * ID + 1 < n)
        y[2 * ID + 1] = 1;
}

offload_kernel void edges_apart(size_t n, offload_out float y[n]) {
    if (ID > 0 && ID + 1 < n)
        y[ID] = 1;
    else if (ID < n)
        y[ID] = 2;
}

offload_kernel void edges_by_one_thread(int n, offload_out float y[n]) {
    int i = (int)ID;
    if (i >= 1 && i < n - 1)
        y[i] = 1;
    if (i == 1) {
        y[0] = 2;
        y[n - 1] = 2;
    }
}

offload_kernel void not_the_first_turn(int n, int m, offload_out float y[m]) {
    for (int j = 0; j < n; j++)
        for (int k = 0; k < m; k++)
            if (j > 0)
                y[k] = 1;
}

offload_kernel void after_a_loop(int n, int m, const float x[n], offload_out float y[m]) {
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += x[k];
    for (int k = 0; k < m; k++)
        y[k] = sum;
}

offload_kernel void backwards(int n, offload_out float y[n]) {
    int i = (int)ID;
    if (i > 0 && i <= n)
        y[n - i] = 1;
}

offload_kernel void rows_beyond_their_width(size_t h, size_t w, size_t pitch, offload_out float y[h * w]) {
    size_t row = offload_global_id(1);
    if (row < h && ID + 1 < w)
        y[row * pitch + ID] = 1; // pitch may be w - 1
}

offload_kernel void by_data(size_t n, const unsigned at[n], offload_out float y[n]) {
    if (ID < n)
        y[at[ID]] = 1;
}

offload_kernel void through_the_flat_array(size_t h, size_t w, offload_out float y[h][w]) {
    if (ID > 0 && ID <= h * w)
        (&y[0][0])[ID - 1] = 1;
}

static void put(float *y, size_t i, size_t n) {
    if (i && i < n)
        y[i] = 1;
    else if (n)
        put(y, i + 1, n - 1);
}
offload_kernel void in_a_function(size_t n, offload_out float y[n]) {
    put(y, ID, n);
    if (ID < n)
        offload_atomic_store(&y[0], 1.0f);
}
