// Breadth-first search: the distance of every node of a graph from node 0, as in Rodinia.
//     bfs [NODES]
#include "../data.h"

#include <offload.h>
#include <stdbool.h>

struct node {
    int first, count; // of its edges
};

offload_kernel void visit(size_t n, size_t edge_count, const struct node nodes[n],
                          const int edges[edge_count], bool mask[n], bool updating[n],
                          const bool visited[n], int cost[n]) {
    size_t i = offload_global_id(0);
    if (i >= n || !mask[i])
        return;
    mask[i] = false;
    for (int edge = nodes[i].first; edge < nodes[i].first + nodes[i].count; edge++) {
        int to = edges[edge];
        if (!visited[to]) {
            cost[to] = cost[i] + 1;
            updating[to] = true;
        }
    }
}

offload_kernel void advance(size_t n, bool mask[n], bool updating[n], bool visited[n],
                            bool more[1]) {
    size_t i = offload_global_id(0);
    if (i >= n || !updating[i])
        return;
    mask[i] = true;
    visited[i] = true;
    updating[i] = false;
    *more = true;
}

void search(size_t n, struct node *nodes, size_t edge_count, int *edges, bool *mask, bool *updating,
            bool *visited, int *cost) {
    bool more = true;
    double seconds = 0;
#ifdef REGION
    offload_data(offload_to(nodes, n), offload_to(edges, edge_count), offload_to(mask, n),
                 offload_to(updating, n), offload_to(visited, n), offload_tofrom(cost, n),
                 offload_alloc(&more, 1))
#endif
    {
        while (more) {
            more = false;
#ifdef REGION
            offload_update_to(&more, 1);
#endif
            double start = now();
            offload(visit, .threads = {n})(n, edge_count, nodes, edges, mask, updating, visited,
                                           cost);
            offload(advance, .threads = {n})(n, mask, updating, visited, &more);
            seconds += now() - start;
#ifdef REGION
            offload_update_from(&more, 1);
#endif
        }
        fprintf(stderr, "seconds: %g\n", seconds);
    }
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000, edge_count = 0;
    struct node *nodes = malloc(n * sizeof *nodes);
    bool *mask = malloc(n * sizeof *mask);
    bool *updating = malloc(n * sizeof *updating);
    bool *visited = malloc(n * sizeof *visited);
    for (size_t i = 0; i < n; i++) {
        nodes[i].first = (int)edge_count;
        nodes[i].count = 1 + (int)(scatter(i) % 4);
        edge_count += (size_t)nodes[i].count;
        mask[i] = updating[i] = visited[i] = false;
    }
    mask[0] = visited[0] = true;
    int *edges = malloc(edge_count * sizeof *edges);
    for (size_t i = 0; i < edge_count; i++)
        edges[i] = (int)(scatter(n + i) % n);
    int *cost = malloc(n * sizeof *cost);
    for (size_t i = 0; i < n; i++)
        cost[i] = -1;
    cost[0] = 0;

    search(n, nodes, edge_count, edges, mask, updating, visited, cost);

    double sum;
    WEIGHTED_SUM(sum, n, cost[i]);
    printf("%.17g\n", sum);
    free(nodes);
    free(edges);
    free(mask);
    free(updating);
    free(visited);
    free(cost);
    return 0;
}
