/* Rank 0 waits for a message while the others put into its window: they reach it only if it calls the MPI library. */
#include "common.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int *base;
  MPI_Win window;
  MPI_Win_allocate((MPI_Aint)(ranks * sizeof *base), sizeof *base, MPI_INFO_NULL, W, &base, &window);
  for (int i = 0; i < ranks; i++) base[i] = -1;
  MPI_Barrier(W);
  if (rank == 0) {
    for (int k = 1; k < ranks; k++) MPI_Recv(NULL, 0, MPI_INT, k, 0, W, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    for (int k = 1; k < ranks; k++) must(base[k] == k, "put");
    MPI_Win_unlock(0, window);
  } else {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Put(&rank, 1, MPI_INT, 0, rank, 1, MPI_INT, window);
    MPI_Win_unlock(0, window);
    MPI_Send(NULL, 0, MPI_INT, 0, 0, W);
  }
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
