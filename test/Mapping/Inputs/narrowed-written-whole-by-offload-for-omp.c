// The OpenMP programmer's version of narrowed-written-whole-by-offload-for.c.
int main(void) {
    static int y[100000];
#pragma omp target teams distribute parallel for map(from : y)
    for (int i = 0; i < 100000; i++)
        y[i] = i;
    return y[7] != 7;
}
