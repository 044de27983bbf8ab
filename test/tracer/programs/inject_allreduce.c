/* Prints, in µs, the median of an allreduce of 8 bytes. With an argument: one of 16 bytes at the end. */
#include "common.h"

#define ROUNDS 9

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  double took[ROUNDS], value[2] = {rank, rank}, sum[2];
  for (int i = 0; i < ROUNDS; i++) {
    const double before = MPI_Wtime();
    MPI_Allreduce(value, sum, 1, MPI_DOUBLE, MPI_SUM, W);
    took[i] = (MPI_Wtime() - before) * 1e6;
    must(sum[0] == ranks * (ranks - 1) / 2, "sum");
  }
  qsort(took, ROUNDS, sizeof *took, by_size);
  if (rank == 0) printf("%.1f\n", took[ROUNDS / 2]);
  MPI_Allreduce(value, sum, argc > 1 ? 2 : 1, MPI_DOUBLE, MPI_SUM, W);
  MPI_Finalize();
  return 0;
}
