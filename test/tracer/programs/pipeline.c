/* A pipeline with an allreduce every third round, and computation in between. */
#include "common.h"
#include <time.h>

static double cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static void compute(double us) {
  const double until = cpu() + us;
  while (cpu() < until) {
  }
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  double mine = rank, sum = 0;
  for (int i = 0; i < 9; i++) {
    if (rank > 0) MPI_Recv(&sum, 1, MPI_DOUBLE, left(), 0, W, MPI_STATUS_IGNORE);
    compute(300);
    if (rank < ranks - 1) MPI_Send(&mine, 1, MPI_DOUBLE, right(), 0, W);
    compute(100);
    if (i % 3 == 2) MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, W);
  }
  must(sum == ranks * (ranks - 1) / 2, "sum");
  MPI_Finalize();
  return 0;
}
