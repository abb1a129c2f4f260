// The core of LULESH, shortened: an explosion in a corner of a cube of hexahedra that move.
//     lulesh [SIZE [STEPS [SHOW]]]
#include "../data.h"

#include <math.h>
#include <offload.h>

struct domain {
    int size, cycle;
    size_t elements, nodes;
    double time, dt, courant, hydro;
    double *x, *y, *z, *xd, *yd, *zd, *xdd, *ydd, *zdd, *fx, *fy, *fz, *nodal_mass; // nodes
    double *e, *p, *q, *v, *volume, *delta_v, *vdov, *length, *ss;                  // elements
    int *corners;                    // 8 nodes of each element
    int *corner_start, *corner_list; // of each node, where it is in corners
    int *border_x, *border_y, *border_z;
};

// The faces of an element, seen from outside.
static const int faces[6][4] = {{0, 3, 2, 1}, {0, 1, 5, 4}, {1, 2, 6, 5},
                                {2, 3, 7, 6}, {3, 0, 4, 7}, {4, 5, 6, 7}};

// What the volume changes by if a corner moves; returns the volume.
static double normals(const int *corner, const double *x, const double *y, const double *z,
                      double to[3][8]) {
    double volume = 0;
    for (int i = 0; i < 8; i++)
        to[0][i] = to[1][i] = to[2][i] = 0;
    for (int f = 0; f < 6; f++) {
        int a = corner[faces[f][0]], b = corner[faces[f][1]], c = corner[faces[f][2]],
            d = corner[faces[f][3]];
        double ux = x[c] - x[a], uy = y[c] - y[a], uz = z[c] - z[a];
        double wx = x[d] - x[b], wy = y[d] - y[b], wz = z[d] - z[b];
        double nx = (uy * wz - uz * wy) / 8, ny = (uz * wx - ux * wz) / 8,
               nz = (ux * wy - uy * wx) / 8;
        for (int i = 0; i < 4; i++) {
            to[0][faces[f][i]] += nx;
            to[1][faces[f][i]] += ny;
            to[2][faces[f][i]] += nz;
        }
        volume += (nx * (x[a] + x[b] + x[c] + x[d]) + ny * (y[a] + y[b] + y[c] + y[d]) +
                   nz * (z[a] + z[b] + z[c] + z[d])) /
                  3;
    }
    return volume;
}

offload_kernel void stress(size_t n, const double p[n], const double q[n], double sigma[n]) {
    offload_for (i, n)
        sigma[i] = -p[i] - q[i];
}

offload_kernel void corner_forces(size_t n, size_t nodes, const int corners[n][8],
                                  const double x[nodes], const double y[nodes],
                                  const double z[nodes], const double sigma[n], double fx[n][8],
                                  double fy[n][8], double fz[n][8]) {
    offload_for (i, n) {
        double normal[3][8];
        normals(corners[i], x, y, z, normal);
        for (int k = 0; k < 8; k++) {
            fx[i][k] = -sigma[i] * normal[0][k];
            fy[i][k] = -sigma[i] * normal[1][k];
            fz[i][k] = -sigma[i] * normal[2][k];
        }
    }
}

offload_kernel void node_forces(size_t n, size_t corner_count, const int start[n + 1],
                                const int list[corner_count], const double corner_x[corner_count],
                                const double corner_y[corner_count],
                                const double corner_z[corner_count], double fx[n], double fy[n],
                                double fz[n]) {
    offload_for (i, n) {
        double sum_x = 0, sum_y = 0, sum_z = 0;
        for (int k = start[i]; k < start[i + 1]; k++) {
            sum_x += corner_x[list[k]];
            sum_y += corner_y[list[k]];
            sum_z += corner_z[list[k]];
        }
        fx[i] = sum_x;
        fy[i] = sum_y;
        fz[i] = sum_z;
    }
}

offload_kernel void accelerate(size_t n, const double mass[n], const double fx[n],
                               const double fy[n], const double fz[n], double xdd[n], double ydd[n],
                               double zdd[n]) {
    offload_for (i, n) {
        xdd[i] = fx[i] / mass[i];
        ydd[i] = fy[i] / mass[i];
        zdd[i] = fz[i] / mass[i];
    }
}

offload_kernel void hold_border(size_t n, size_t nodes, const int border_x[n],
                                const int border_y[n], const int border_z[n], double xdd[nodes],
                                double ydd[nodes], double zdd[nodes]) {
    offload_for (i, n) {
        xdd[border_x[i]] = 0;
        ydd[border_y[i]] = 0;
        zdd[border_z[i]] = 0;
    }
}

offload_kernel void move(size_t n, double dt, const double xdd[n], const double ydd[n],
                         const double zdd[n], double xd[n], double yd[n], double zd[n], double x[n],
                         double y[n], double z[n]) {
    offload_for (i, n) {
        xd[i] += xdd[i] * dt;
        yd[i] += ydd[i] * dt;
        zd[i] += zdd[i] * dt;
        x[i] += xd[i] * dt;
        y[i] += yd[i] * dt;
        z[i] += zd[i] * dt;
    }
}

offload_kernel void kinematics(size_t n, size_t nodes, const int corners[n][8],
                               const double x[nodes], const double y[nodes], const double z[nodes],
                               const double xd[nodes], const double yd[nodes],
                               const double zd[nodes], const double volume[n], const double v[n],
                               double new_v[n], double delta_v[n], double length[n], double vdov[n],
                               int bad[1]) {
    offload_for (i, n) {
        double normal[3][8], change = 0, area = 0;
        double now = normals(corners[i], x, y, z, normal);
        for (int k = 0; k < 8; k++) {
            int node = corners[i][k];
            change += normal[0][k] * xd[node] + normal[1][k] * yd[node] + normal[2][k] * zd[node];
            area += normal[0][k] * normal[0][k] + normal[1][k] * normal[1][k] +
                    normal[2][k] * normal[2][k];
        }
        new_v[i] = now / volume[i];
        delta_v[i] = new_v[i] - v[i];
        length[i] = now / sqrt(area);
        vdov[i] = change / now;
        if (now <= 0)
            bad[0] = (int)i;
    }
}

offload_kernel void viscosity(size_t n, const double vdov[n], const double length[n],
                              double linear[n], double square[n]) {
    offload_for (i, n) {
        double speed = vdov[i] < 0 ? -vdov[i] * length[i] : 0;
        linear[i] = 0.5 * speed;
        square[i] = 2 * speed * speed;
    }
}

offload_kernel void materials(size_t n, const double new_v[n], const double delta_v[n],
                              const double linear[n], const double square[n], double e[n],
                              double p[n], double q[n], double v[n], double ss[n]) {
    offload_for (i, n) {
        double energy = e[i] - 0.5 * delta_v[i] * (p[i] + q[i]);
        double pressure = energy > 0 ? 2.0 / 3 * energy / new_v[i] : 0;
        energy -= 0.5 * delta_v[i] * (pressure + q[i]);
        if (energy < 0)
            energy = 0;
        p[i] = 2.0 / 3 * energy / new_v[i];
        ss[i] = sqrt(5.0 / 3 * p[i] * new_v[i] + 1e-18);
        q[i] = linear[i] * ss[i] + square[i];
        e[i] = energy;
        v[i] = new_v[i];
    }
}

static inline void increment_time(struct domain *d) {
    if (d->cycle) {
        double limit = d->courant / 2 < d->hydro * 2 / 3 ? d->courant / 2 : d->hydro * 2 / 3;
        if (limit > d->dt)
            limit = limit < 1.1 * d->dt ? d->dt : limit > 1.2 * d->dt ? 1.2 * d->dt : limit;
        d->dt = limit < 0.01 ? limit : 0.01;
    }
    d->time += d->dt;
    d->cycle++;
}

static inline void time_constraints(struct domain *d) {
    d->courant = d->hydro = 1e20;
    for (size_t i = 0; i < d->elements; i++) {
        if (d->vdov[i] == 0)
            continue;
        double speed = d->ss[i] * d->ss[i];
        if (d->vdov[i] < 0)
            speed += 256 * d->length[i] * d->length[i] * d->vdov[i] * d->vdov[i];
        double courant = d->length[i] / sqrt(speed), hydro = 0.1 / (fabs(d->vdov[i]) + 1e-20);
        if (courant < d->courant)
            d->courant = courant;
        if (hydro < d->hydro)
            d->hydro = hydro;
    }
}

static double *zeros(size_t n) {
    return calloc(n, sizeof(double));
}

static struct domain *create(int size) {
    struct domain *d = malloc(sizeof *d);
    size_t side = size + 1, n = (size_t)size * size * size, nodes = side * side * side;
    *d = (struct domain){.size = size, .elements = n, .nodes = nodes, .dt = 1e-4};
    double **of_nodes[] = {&d->x,   &d->y,   &d->z,  &d->xd, &d->yd, &d->zd,        &d->xdd,
                           &d->ydd, &d->zdd, &d->fx, &d->fy, &d->fz, &d->nodal_mass};
    double **of_elements[] = {&d->e,       &d->p,    &d->q,      &d->v, &d->volume,
                              &d->delta_v, &d->vdov, &d->length, &d->ss};
    for (size_t i = 0; i < sizeof of_nodes / sizeof *of_nodes; i++)
        *of_nodes[i] = zeros(nodes);
    for (size_t i = 0; i < sizeof of_elements / sizeof *of_elements; i++)
        *of_elements[i] = zeros(n);
    d->corners = malloc(8 * n * sizeof *d->corners);
    d->corner_start = calloc(nodes + 1, sizeof *d->corner_start);
    d->corner_list = malloc(8 * n * sizeof *d->corner_list);
    d->border_x = malloc(side * side * sizeof *d->border_x);
    d->border_y = malloc(side * side * sizeof *d->border_y);
    d->border_z = malloc(side * side * sizeof *d->border_z);
    for (size_t i = 0; i < nodes; i++) {
        d->x[i] = 1.125 * (double)(i % side) / size;
        d->y[i] = 1.125 * (double)(i / side % side) / size;
        d->z[i] = 1.125 * (double)(i / side / side) / size;
    }
    for (size_t i = 0; i < n; i++) {
        const int offsets[8] = {0, 1, 3, 2, 4, 5, 7, 6}; // bits: x, y, z
        for (int k = 0; k < 8; k++) {
            size_t x = i % size + (offsets[k] & 1), y = i / size % size + (offsets[k] >> 1 & 1);
            size_t z = i / size / size + (offsets[k] >> 2);
            d->corners[8 * i + k] = (int)((z * side + y) * side + x);
            d->corner_start[d->corners[8 * i + k] + 1]++;
        }
        double normal[3][8];
        d->volume[i] = normals(d->corners + 8 * i, d->x, d->y, d->z, normal);
        d->v[i] = 1;
        for (int k = 0; k < 8; k++)
            d->nodal_mass[d->corners[8 * i + k]] += d->volume[i] / 8;
    }
    for (size_t i = 0; i < nodes; i++)
        d->corner_start[i + 1] += d->corner_start[i];
    int *at = malloc(nodes * sizeof *at);
    for (size_t i = 0; i < nodes; i++)
        at[i] = d->corner_start[i];
    for (size_t k = 0; k < 8 * n; k++)
        d->corner_list[at[d->corners[k]]++] = (int)k;
    free(at);
    for (size_t i = 0; i < side * side; i++) {
        d->border_x[i] = (int)(i * side);
        d->border_y[i] = (int)(i / side * side * side + i % side);
        d->border_z[i] = (int)i;
    }
    d->e[0] = 1e3;
    d->p[0] = 2.0 / 3 * d->e[0];
    return d;
}

static void destroy(struct domain *d) {
    void *all[] = {
        d->x,           d->y,        d->z,        d->xd,         d->yd,      d->zd,
        d->xdd,         d->ydd,      d->zdd,      d->fx,         d->fy,      d->fz,
        d->e,           d->p,        d->q,        d->v,          d->volume,  d->delta_v,
        d->ss,          d->vdov,     d->length,   d->nodal_mass, d->corners, d->corner_start,
        d->corner_list, d->border_x, d->border_y, d->border_z};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    free(d);
}

#define CORNERS(p) ((double (*)[8])(p))

int main(int argc, char **argv) {
    int size = argc > 1 ? atoi(argv[1]) : 10, steps = argc > 2 ? atoi(argv[2]) : 20;
    int show = argc > 3;
    printf("%d^3 elements\n", size);
    struct domain *d = create(size);
    double start = now();
    size_t n = d->elements, nodes = d->nodes, border = (size_t)(size + 1) * (size + 1);
    double *x = d->x, *y = d->y, *z = d->z, *xd = d->xd, *yd = d->yd, *zd = d->zd;
    double *xdd = d->xdd, *ydd = d->ydd, *zdd = d->zdd, *fx = d->fx, *fy = d->fy, *fz = d->fz;
    double *e = d->e, *p = d->p, *q = d->q, *v = d->v, *ss = d->ss, *mass = d->nodal_mass;
    double *vdov = d->vdov, *length = d->length, *delta_v = d->delta_v, *volume = d->volume;
    int *corners = d->corners, *corner_start = d->corner_start, *corner_list = d->corner_list;
    int *border_x = d->border_x, *border_y = d->border_y, *border_z = d->border_z;
    double *sigma = zeros(n), *new_v = zeros(n), *linear = zeros(n), *square = zeros(n);
    double *corner_x = zeros(8 * n), *corner_y = zeros(8 * n), *corner_z = zeros(8 * n);
    int bad[1];
#ifdef REGION
    offload_data(offload_to(x, nodes), offload_to(y, nodes), offload_to(z, nodes),
                 offload_to(xd, nodes), offload_to(yd, nodes), offload_to(zd, nodes),
                 offload_alloc(xdd, nodes), offload_alloc(ydd, nodes), offload_alloc(zdd, nodes),
                 offload_alloc(fx, nodes), offload_alloc(fy, nodes), offload_alloc(fz, nodes),
                 offload_to(mass, nodes), offload_tofrom(e, n), offload_to(p, n), offload_to(q, n))
        offload_data(offload_to(v, n), offload_alloc(ss, n), offload_alloc(vdov, n),
                     offload_alloc(length, n), offload_alloc(delta_v, n), offload_to(volume, n),
                     offload_to(corners, 8 * n), offload_to(corner_start, nodes + 1),
                     offload_to(corner_list, 8 * n), offload_to(border_x, border),
                     offload_to(border_y, border), offload_to(border_z, border))
            offload_data(offload_alloc(sigma, n), offload_alloc(new_v, n), offload_alloc(linear, n),
                         offload_alloc(square, n), offload_alloc(corner_x, 8 * n),
                         offload_alloc(corner_y, 8 * n), offload_alloc(corner_z, 8 * n),
                         offload_alloc(bad, 1))
#endif
    {
        while (d->cycle < steps) {
            increment_time(d);
            offload(stress)(n, p, q, sigma);
            offload(corner_forces)(n, nodes, (const int (*)[8])corners, x, y, z, sigma,
                                   CORNERS(corner_x), CORNERS(corner_y), CORNERS(corner_z));
            offload(node_forces)(nodes, 8 * n, corner_start, corner_list, corner_x, corner_y,
                                 corner_z, fx, fy, fz);
            offload(accelerate)(nodes, mass, fx, fy, fz, xdd, ydd, zdd);
            offload(hold_border)(border, nodes, border_x, border_y, border_z, xdd, ydd, zdd);
            offload(move)(nodes, d->dt, xdd, ydd, zdd, xd, yd, zd, x, y, z);
            bad[0] = -1;
#ifdef REGION
            offload_update_to(bad, 1);
#endif
            offload(kinematics)(n, nodes, (const int (*)[8])corners, x, y, z, xd, yd, zd, volume, v,
                                new_v, delta_v, length, vdov, bad);
#ifdef REGION
            offload_update_from(bad, 1);
#endif
            if (bad[0] >= 0) {
                printf("a volume is negative\n");
                exit(1);
            }
            offload(viscosity)(n, vdov, length, linear, square);
#ifdef REGION
            offload_update_from(q, n);
#endif
            for (size_t i = 0; i < n; i++) {
                if (d->q[i] > 1e12) {
                    printf("the viscosity is too large\n");
                    exit(1);
                }
            }
            offload(materials)(n, new_v, delta_v, linear, square, e, p, q, v, ss);
#ifdef REGION
            offload_update_from(vdov, n);
            offload_update_from(length, n);
            offload_update_from(ss, n);
#endif
            time_constraints(d);
            if (show)
                printf("cycle %d, time %.9g, dt %.9g\n", d->cycle, d->time, d->dt);
        }
    }

    fprintf(stderr, "seconds: %g\n", now() - start);
    double sum;
    WEIGHTED_SUM(sum, n, d->e[i]);
    printf("%d cycles, time %.17g, energy %.17g\n", d->cycle, d->time, sum);
    free(sigma);
    free(new_v);
    free(linear);
    free(square);
    free(corner_x);
    free(corner_y);
    free(corner_z);
    destroy(d);
    return 0;
}
