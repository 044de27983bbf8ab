/* A token goes around N times; then N exchanges of a ring by Sendrecv and by Sendrecv_replace. */
#include "common.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int token = 0, got = -1;
  for (int i = 0; i < N; i++) {
    if (rank > 0) MPI_Recv(&token, 1, MPI_INT, left(), i, W, MPI_STATUS_IGNORE);
    token++;
    MPI_Send(&token, 1, MPI_INT, right(), i, W);
    if (rank == 0) MPI_Recv(&token, 1, MPI_INT, left(), i, W, MPI_STATUS_IGNORE);
  }
  if (rank == 0) must(token == N * ranks, "token");
  for (int i = 0; i < N; i++) {
    MPI_Sendrecv(&rank, 1, MPI_INT, right(), 7, &got, 1, MPI_INT, left(), 7, W, MPI_STATUS_IGNORE);
    must(got == left(), "neighbour");
    got = rank;
    MPI_Sendrecv_replace(&got, 1, MPI_INT, left(), 8, right(), 8, W, MPI_STATUS_IGNORE);
    must(got == right(), "neighbour");
  }
  MPI_Finalize();
  return 0;
}
