/*
 * Communicators of the same members, made in an order that differs by rank: by MPI_Comm_idup of two parents (two), or by
 * MPI_Comm_create_group and MPI_Comm_idup of the world (group). Rounds of two ranks by ROUNDS: a message on X, an answer on
 * Y, then another message on Y of another size: 2 latencies a round.
 */
#include "common.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  const int two = strcmp(argv[1], "two") == 0, rounds = atoi(argv[2]);
  int v[3] = {0};
  MPI_Comm a, b, x, y;
  MPI_Request making[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Group all;
  MPI_Comm_dup(W, &a);
  MPI_Comm_dup(W, &b);
  MPI_Comm_group(W, &all);
  for (int turn = 0; turn < 2; turn++) {
    const int first = turn == rank % 2;
    if (two && first) MPI_Comm_idup(a, &x, &making[0]);
    if (two && !first) MPI_Comm_idup(b, &y, &making[1]);
    if (!two && first) MPI_Comm_idup(W, &x, &making[0]);
    if (!two && !first) MPI_Comm_create_group(W, all, 5, &y);
  }
  MPI_Waitall(2, making, MPI_STATUSES_IGNORE);
  for (int i = 0; i < rounds && rank < 2; i++)
    if (rank == 0) {
      MPI_Send(v, 1, MPI_INT, 1, 1, x);
      MPI_Recv(v, 1, MPI_INT, 1, 1, y, MPI_STATUS_IGNORE);
      MPI_Send(v, 2, MPI_INT, 1, 1, y);
    } else {
      MPI_Recv(v, 1, MPI_INT, 0, 1, x, MPI_STATUS_IGNORE);
      MPI_Send(v, 1, MPI_INT, 0, 1, y);
      MPI_Recv(v, 2, MPI_INT, 0, 1, y, MPI_STATUS_IGNORE);
    }
  MPI_Barrier(x);
  MPI_Finalize();
  return 0;
}
