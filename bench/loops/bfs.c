// After Rodinia's bfs: the distance of all nodes of a graph from one, level by level.
#include "loops.h"

enum { DEGREE = 6 };

static INDEX n = 200000;
static int *first_edge, *edges, *distance;
static unsigned char *in_front, *in_next, *visited;
static int more[1];

#define VISIT                                                                                      \
    if (Front[i]) {                                                                                \
        Front[i] = 0;                                                                              \
        for (int e = First[i]; e < First[i + 1]; e++) {                                            \
            int to = Edges[e];                                                                     \
            if (!Visited[to]) {                                                                    \
                Distance[to] = Distance[i] + 1;                                                    \
                Next[to] = 1;                                                                      \
            }                                                                                      \
        }                                                                                          \
    }
#define ADVANCE                                                                                    \
    if (Next[i]) {                                                                                 \
        Front[i] = 1;                                                                              \
        Visited[i] = 1;                                                                            \
        Next[i] = 0;                                                                               \
        *More = 1;                                                                                 \
    }

#ifdef OPENMP
#define EACH(code)                                                                                 \
    _Pragma("omp parallel for") for (INDEX i = 0; i < nodes; i++) {                                \
        code                                                                                       \
    }
#define KERNEL static void
#define LAUNCH(kernel) kernel
#else
#define EACH(code)                                                                                 \
    INDEX i = GLOBAL_ID(0);                                                                        \
    WHERE(i < nodes) {                                                                             \
        code                                                                                       \
    }
#define KERNEL static offload_kernel void
#define LAUNCH(kernel) offload(kernel, .threads = {(size_t)n})
#endif

KERNEL visit(INDEX nodes, const int First[nodes + 1], INDEX count, const int Edges[count],
             unsigned char Front[nodes], unsigned char Next[nodes],
             const unsigned char Visited[nodes], int Distance[nodes]){EACH(VISIT)} KERNEL
    advance(INDEX nodes, unsigned char Front[nodes], unsigned char Next[nodes],
            unsigned char Visited[nodes], int More[1]) {
    EACH(ADVANCE)
}

static void run(void) {
    for (size_t i = 0; i < (size_t)n; i++) {
        in_front[i] = in_next[i] = visited[i] = i == 0;
        in_next[i] = 0;
        distance[i] = i == 0 ? 0 : -1;
    }
    do {
        *more = 0;
        LAUNCH(visit)(n, first_edge, n * DEGREE, edges, in_front, in_next, visited, distance);
        LAUNCH(advance)(n, in_front, in_next, visited, more);
    } while (*more);
}

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    size_t nodes = (size_t)n;
    first_edge = (int *)allocate((nodes + 1) * sizeof *first_edge);
    edges = (int *)allocate(nodes * DEGREE * sizeof *edges);
    distance = (int *)allocate(nodes * sizeof *distance);
    in_front = (unsigned char *)allocate(nodes);
    in_next = (unsigned char *)allocate(nodes);
    visited = (unsigned char *)allocate(nodes);
    for (size_t i = 0; i <= nodes; i++)
        first_edge[i] = (int)(i * DEGREE);
    for (size_t i = 0; i < nodes * DEGREE; i++)
        edges[i] = (int)(scatter(i) % nodes);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n, distance[i]);
    return sum;
}
