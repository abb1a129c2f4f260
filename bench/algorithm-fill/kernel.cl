__kernel void fill(__global float *restrict values, float value) {
    values[get_global_id(0)] = value;
}
