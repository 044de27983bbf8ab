/* Computes in pieces of some µs, short and long in turns, each followed by a call; prints their CPU time in µs. */
#include <stdlib.h>
#include <time.h>

#include "common.h"

static double cpu_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static volatile double sum;

static void compute(long steps) {
  for (long i = 0; i < steps; i++) sum += (double)i;
}

int main(int argc, char **argv) {
  int rank, nothing = 0;
  double all = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const long steps = atol(argv[1]);
  for (int i = 0; i < 2000; i++) {
    const double begun = cpu_time();
    compute(steps);
    all += cpu_time() - begun;
    MPI_Send(&nothing, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Send(&nothing, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("%.1f\n", all);
  MPI_Finalize();
  return 0;
}
