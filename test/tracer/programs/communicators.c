/* Communicators of every known kind, with collectives and messages on them. */
#include "common.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  MPI_Comm dup, half, shared, cart, row, group_comm, late;
  int value = rank, got = -1, dims[2] = {0, 2}, periods[2] = {1, 0}, remain[2] = {0, 1};

  MPI_Comm_dup(W, &dup);
  MPI_Allreduce(&value, &got, 1, MPI_INT, MPI_SUM, dup);
  must(got == ranks * (ranks - 1) / 2, "sum");

  /* The last rank is in no half. Keys turn the order around. */
  MPI_Comm_split(W, rank == ranks - 1 ? MPI_UNDEFINED : rank % 2, -rank, &half);
  if (half != MPI_COMM_NULL) {
    MPI_Bcast(&value, 1, MPI_INT, 0, half);
    MPI_Comm_free(&half);
  }
  MPI_Comm_split_type(W, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &shared);
  MPI_Barrier(shared);

  MPI_Dims_create(ranks, 2, dims);
  MPI_Cart_create(W, 2, dims, periods, 0, &cart);
  int up, down;
  MPI_Cart_shift(cart, 0, 1, &up, &down);
  MPI_Sendrecv(&rank, 1, MPI_INT, down, 3, &got, 1, MPI_INT, up, 3, cart, MPI_STATUS_IGNORE);
  MPI_Cart_sub(cart, remain, &row);
  MPI_Allreduce(&rank, &got, 1, MPI_INT, MPI_MAX, row);

  MPI_Group world, evens;
  int range[3] = {0, ranks - 1, 2};
  MPI_Comm_group(W, &world);
  MPI_Group_range_incl(world, 1, &range, &evens);
  MPI_Comm_create(W, evens, &group_comm);
  if (group_comm != MPI_COMM_NULL) {
    MPI_Barrier(group_comm);
    MPI_Comm_free(&group_comm);
  }
  MPI_Group_free(&evens);
  MPI_Group_free(&world);

  MPI_Request request;
  MPI_Comm_idup(dup, &late, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(late);

  MPI_Comm_free(&late);
  MPI_Comm_free(&row);
  MPI_Comm_free(&cart);
  MPI_Comm_disconnect(&shared);
  MPI_Comm_free(&dup);
  /* The number of a freed communicator is not given again. */
  MPI_Comm_dup(W, &dup);
  MPI_Barrier(dup);
  MPI_Comm_free(&dup);
  MPI_Finalize();
  return 0;
}
