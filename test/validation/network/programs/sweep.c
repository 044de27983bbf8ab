/* A pipeline: blocks of work go through all ranks, from the first to the last and back. `sweep BLOCKS SWEEPS` */
#include <mpi.h>
#include <stdlib.h>

#include "compute.h"

#define DOUBLES 128

static double block[DOUBLES];

static void pass(int from, int to, int blocks, int ranks) {
  for (int i = 0; i < blocks; i++) {
    if (from >= 0 && from < ranks) MPI_Recv(block, DOUBLES, MPI_DOUBLE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    compute(1500);
    if (to >= 0 && to < ranks) MPI_Send(block, DOUBLES, MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
  }
}

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int blocks = argc > 1 ? atoi(argv[1]) : 5, sweeps = argc > 2 ? atoi(argv[2]) : 5;
  for (int i = 0; i < sweeps; i++) {
    pass(rank - 1, rank + 1, blocks, ranks);
    pass(rank + 1, rank - 1, blocks, ranks);
  }
  MPI_Finalize();
  return 0;
}
