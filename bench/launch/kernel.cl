__kernel void increase(__global float *restrict y) {
    y[get_local_id(0)] += 1;
}
