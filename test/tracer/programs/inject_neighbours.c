/* 23 collectives among neighbours, also of ranks that are neighbours twice: exit code 1 where a value is wrong. */
#include <mpi.h>

int main(int n, char **words) {
  int rank, ranks, wrong = 0, near[2], given[2], got[2];
  const int around = 1;
  MPI_Comm grid, graph;
  MPI_Request request;
  MPI_Init(&n, &words);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks, &around, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  MPI_Cart_shift(grid, 0, 1, near, near + 1);
  for (int k = 0; k < 2; k++) given[k] = 2 * rank + k;
  for (int i = 0; i < 20; i++) {
    if (i % 2 == 0) MPI_Neighbor_alltoall(given, 1, MPI_INT, got, 1, MPI_INT, grid);
    else {
      MPI_Ineighbor_alltoall(given, 1, MPI_INT, got, 1, MPI_INT, grid, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    /* What goes to one side comes from the other. */
    for (int k = 0; k < 2; k++) wrong += got[k] != 2 * near[k] + (k ^ 1);
  }
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, grid);
  for (int k = 0; k < 2; k++) wrong += got[k] != near[k];
  const int sent[2] = {1, 0}, received[2] = {0, 1}, places[2] = {0, 1};
  MPI_Neighbor_alltoallv(given, sent, places, MPI_INT, got, received, places, MPI_INT, grid);
  wrong += got[1] != 2 * near[1];
  const int from[2] = {(rank + ranks - 1) % ranks, (rank + ranks - 1) % ranks};
  const int to[2] = {(rank + 1) % ranks, (rank + 1) % ranks};
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, from, MPI_UNWEIGHTED, 2, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  MPI_Neighbor_alltoall(given, 1, MPI_INT, got, 1, MPI_INT, graph);
  /* MPICH has the blocks of one neighbour in the opposite order. */
  wrong += got[0] + got[1] != 4 * from[0] + 1;
  MPI_Finalize();
  return wrong != 0;
}
