// The OpenMP programmer's version of narrowed-written-whole.c.
int main(void) {
    static float x[1000], y[1000];
#pragma omp target teams distribute parallel for map(to : x) map(from : y)
    for (int i = 0; i < 1000; i++)
        y[i] = 2 * x[i];
    return y[0] != 0;
}
