/* Messages between the two groups of an intercommunicator and of its copy, then within both as one. */
#include "common.h"

/* Rank 0 by itself and the others tell each other who they are. */
static void meet(MPI_Comm between, int anybody) {
  int in, others;
  MPI_Comm_remote_size(between, &others);
  for (int i = 0; i < others; i++) {
    MPI_Request request;
    MPI_Status status;
    MPI_Irecv(&in, 1, MPI_INT, anybody ? MPI_ANY_SOURCE : i, 4, between, &request);
    MPI_Send(&rank, 1, MPI_INT, i, 4, between);
    MPI_Wait(&request, &status);
    must(rank > 0 ? in == 0 : in == status.MPI_SOURCE + 1, "sender of the other group");
  }
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  MPI_Comm own, between, copy, merged;
  int in, me, all;
  MPI_Group world, group;
  const int first = 0;
  MPI_Comm_group(W, &world);
  if (rank == 0) MPI_Group_incl(world, 1, &first, &group);
  else MPI_Group_excl(world, 1, &first, &group);
  MPI_Comm_create_group(W, group, 3, &own);
  MPI_Intercomm_create(own, 0, W, rank > 0 ? 0 : 1, 5, &between);
  MPI_Comm_dup(between, &copy);
  meet(between, 0);
  meet(copy, 1);
  /* Rank 0 comes last. */
  MPI_Intercomm_merge(copy, rank == 0, &merged);
  MPI_Comm_rank(merged, &me);
  MPI_Comm_size(merged, &all);
  must(me == left(), "place among all");
  MPI_Sendrecv(&me, 1, MPI_INT, (me + 1) % all, 6, &in, 1, MPI_INT, (me + all - 1) % all, 6, merged, MPI_STATUS_IGNORE);
  must(in == (me + all - 1) % all, "sender among all");
  MPI_Comm_free(&merged);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&between);
  MPI_Comm_free(&own);
  MPI_Finalize();
  return 0;
}
