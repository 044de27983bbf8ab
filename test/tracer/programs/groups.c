/* A communicator of two groups: messages, a collective, and one of both. */
#include "common.h"

#define MOST 64

int main(int argc, char **argv) {
  begin(&argc, &argv);
  MPI_Comm half, between, merged;
  int in[1], all[MOST];
  /* Evens and odds, who talk to the other group's rank 0 and then become one. */
  MPI_Comm_split(W, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, W, 1 - rank % 2, 5, &between);
  if (rank < 2) MPI_Sendrecv(&rank, 1, MPI_INT, 0, 6, in, 1, MPI_INT, 0, 6, between, MPI_STATUS_IGNORE);
  MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, between);
  MPI_Intercomm_merge(between, rank % 2, &merged);
  MPI_Barrier(merged);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&between);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}
