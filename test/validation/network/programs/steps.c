/* Steps of an iteration: computation of unlike length, a sum over all ranks, and every other time a barrier. `steps STEPS` */
#include <mpi.h>
#include <stdlib.h>

#include "compute.h"

int main(int argc, char **argv) {
  int rank, ranks;
  double mine = 1, sum;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int steps = argc > 1 ? atoi(argv[1]) : 20;
  for (int i = 0; i < steps; i++) {
    compute(2000 + 4000 * ((rank + i) % ranks) / ranks);
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    compute(1000);
    if (i % 2 == 1) MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
