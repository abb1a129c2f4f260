// The OpenMP programmer's version of narrowed-one-result.c.
int main(void) {
    static float x[1000], partial[10], result;
#pragma omp target teams distribute parallel for map(to : x) map(from : partial)
    for (int b = 0; b < 10; b++) {
        float sum = 0;
        for (int i = 0; i < 100; i++)
            sum += x[100 * b + i];
        partial[b] = sum;
    }
#pragma omp target map(to : partial) map(from : result)
    {
        float sum = 0;
        for (int i = 0; i < 10; i++)
            sum += partial[i];
        result = sum;
    }
    return result != 0;
}
