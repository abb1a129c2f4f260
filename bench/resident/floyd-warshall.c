// The lengths of the shortest ways between every two nodes of a graph.
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void shorten(int n, int k, int path[n * n]) {
    int j = offload_global_id(0), i = offload_global_id(1);
    if (i < n && j < n) {
        int through = path[i * n + k] + path[k * n + j];
        if (through < path[i * n + j])
            path[i * n + j] = through;
    }
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 100;
    int *path = malloc(sizeof(int) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            path[i * n + j] = i * j % 7 + 1;
            if ((i + j) % 13 == 0 || (i + j) % 7 == 0 || (i + j) % 11 == 0)
                path[i * n + j] = 999;
        }

#ifdef REGION
    offload_data(offload_tofrom(path, n * n))
#endif
    {
        for (int k = 0; k < n; k++)
            offload(shorten, .threads = {n, n})(n, k, path);
    }

    long sum = 0;
    for (int i = 0; i < n * n; i++)
        sum += (long)path[i] * (i % 7 + 1);
    printf("%ld\n", sum);
    free(path);
    return 0;
}
