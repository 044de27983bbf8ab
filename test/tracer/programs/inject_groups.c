/* Collectives between two groups, which are the first rank and the others. */
#include "common.h"

int main(int argc, char **argv) {
  MPI_Comm own, between;
  MPI_Request request;
  int in = 0;
  begin(&argc, &argv);
  MPI_Comm_split(W, rank > 0, rank, &own);
  MPI_Intercomm_create(own, 0, W, rank > 0 ? 0 : 1, 5, &between);
  MPI_Allreduce(&rank, &in, 1, MPI_INT, MPI_SUM, between);
  must(in == (rank > 0 ? 0 : ranks * (ranks - 1) / 2), "sum of the other group");
  MPI_Ibarrier(between, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(own);
  MPI_Comm_free(&between);
  MPI_Comm_free(&own);
  MPI_Finalize();
  return 0;
}
