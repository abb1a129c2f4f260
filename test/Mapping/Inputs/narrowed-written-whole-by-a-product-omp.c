// The OpenMP programmer's version of narrowed-written-whole-by-a-product.c.
int main(void) {
    static int y[30 * 50];
#pragma omp target teams distribute parallel for collapse(2) map(from : y)
    for (int row = 0; row < 30; row++)
        for (int column = 0; column < 50; column++)
            y[row * 50 + column] = row ^ column;
    return y[1] != 1;
}
