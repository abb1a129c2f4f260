#include "hip.h"

enum { TILE = 128, DEPTH = 8, OWN = 8 };

extern "C" __global__ void __launch_bounds__(256)
    gemm(int m, int n, int depth, float alpha, const float *__restrict__ a,
         const float *__restrict__ b, float beta, float *__restrict__ c) {
    __shared__ float a_tile[DEPTH][TILE];
    __shared__ alignas(16) float b_tile[DEPTH][TILE];
    int me = (int)threadIdx.x;
    int row = (int)blockIdx.y * TILE, column = (int)blockIdx.x * TILE;
    int a_row = me / 2, a_column = me % 2 * 4, b_row = me / 32, b_column = me % 32 * 4;
    int own_row = me / 16 * OWN, own_column = me % 16 * OWN;
    float sum[OWN][OWN] = {};
    for (int k = 0; k < depth; k += DEPTH) {
        float4 part = *(const float4 *)&a[(row + a_row) * depth + k + a_column];
        a_tile[a_column][a_row] = part.x;
        a_tile[a_column + 1][a_row] = part.y;
        a_tile[a_column + 2][a_row] = part.z;
        a_tile[a_column + 3][a_row] = part.w;
        *(float4 *)&b_tile[b_row][b_column] =
            *(const float4 *)&b[(k + b_row) * n + column + b_column];
        __syncthreads();
        for (int i = 0; i < DEPTH; i++) {
            float left[OWN], above[OWN];
            for (int j = 0; j < OWN; j++) {
                left[j] = a_tile[i][own_row + j];
                above[j] = b_tile[i][own_column + j];
            }
            for (int y = 0; y < OWN; y++)
                for (int x = 0; x < OWN; x++)
                    sum[y][x] += left[y] * above[x];
        }
        __syncthreads();
    }
    for (int y = 0; y < OWN; y++)
        for (int x = 0; x < OWN; x += 4) {
            float4 *to = (float4 *)&c[(row + own_row + y) * n + column + own_column + x];
            float4 old = *to;
            old.x = alpha * sum[y][x] + beta * old.x;
            old.y = alpha * sum[y][x + 1] + beta * old.y;
            old.z = alpha * sum[y][x + 2] + beta * old.z;
            old.w = alpha * sum[y][x + 3] + beta * old.w;
            *to = old;
        }
}
