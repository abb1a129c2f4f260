// The OpenMP programmer's version of narrowed-written-whole-by-rows.c.
int main(void) {
    static float x[30][50], y[50][30];
#pragma omp target teams distribute parallel for collapse(2) map(to : x) map(from : y)
    for (int row = 0; row < 30; row++)
        for (int column = 0; column < 50; column++)
            y[column][row] = x[row][column];
    return y[0][0] != 0;
}
