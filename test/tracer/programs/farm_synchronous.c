/*
 * A farm that always ends: each worker says that it is ready and sends a result, the master takes "ready" from any source,
 * then the result of this source, and answers it. Synchronous sends make every other order of the same calls a deadlock.
 * Worker 2 first gets much data, which takes longer in shared memory than in the model: there, others are first.
 */
#include "common.h"

static void spin(double seconds) {
  const double start = MPI_Wtime();
  while (MPI_Wtime() - start < seconds) {
  }
}

int main(int argc, char **argv) {
  static char big[8 << 20];
  begin(&argc, &argv);
  int x = 0;
  if (rank == 0) {
    MPI_Status status;
    MPI_Send(big, sizeof big, MPI_CHAR, 2, 1, W);
    for (int i = 0; i < N * (ranks - 1); i++) {
      MPI_Recv(&x, 1, MPI_INT, MPI_ANY_SOURCE, 17, W, &status);
      MPI_Recv(&x, 1, MPI_INT, status.MPI_SOURCE, 16, W, MPI_STATUS_IGNORE);
      MPI_Ssend(&x, 1, MPI_INT, status.MPI_SOURCE, 14, W);
    }
  } else {
    if (rank == 2) MPI_Recv(big, sizeof big, MPI_CHAR, 0, 1, W, MPI_STATUS_IGNORE);
    for (int i = 0; i < N; i++) {
      spin(rank == 1 ? 0.0015 : 0.001);
      MPI_Ssend(&x, 1, MPI_INT, 0, 17, W);
      MPI_Send(&x, 1, MPI_INT, 0, 16, W);
      MPI_Recv(&x, 1, MPI_INT, 0, 14, W, MPI_STATUS_IGNORE);
    }
  }
  MPI_Finalize();
  return 0;
}
