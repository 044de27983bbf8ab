/*
 * Periodic grids with one and two ranks in a dimension: both neighbours are one rank. Prints what came from which side, which
 * is not the same in all libraries (MPICH 4.0.2: of MPI_Neighbor_alltoallv, what its rank sent to that side).
 */
#include "common.h"

static void try_on(MPI_Comm comm, int wide) {
  const int wraps = 1, given[2] = {-1, 1}, ones[2] = {1, 1}, places[2] = {0, 1};
  int got[2];
  MPI_Comm grid;
  MPI_Cart_create(comm, 1, &wide, &wraps, 0, &grid);
  MPI_Neighbor_alltoall(given, 1, MPI_INT, got, 1, MPI_INT, grid);
  printf("%d alltoall %d %d\n", rank, got[0], got[1]);
  MPI_Neighbor_alltoallv(given, ones, places, MPI_INT, got, ones, places, MPI_INT, grid);
  printf("%d alltoallv %d %d\n", rank, got[0], got[1]);
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, grid);
  printf("%d allgather %d %d\n", rank, got[0], got[1]);
  MPI_Comm_free(&grid);
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  MPI_Comm pair;
  MPI_Comm_split(W, rank / 2, rank, &pair);
  int size;
  MPI_Comm_size(pair, &size);
  try_on(pair, size);
  MPI_Comm_free(&pair);
  try_on(MPI_COMM_SELF, 1);
  MPI_Finalize();
  return 0;
}
