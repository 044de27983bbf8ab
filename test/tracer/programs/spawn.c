/* A rank that starts two workers, gives each a task, and collects what they made of it. */
#include "common.h"

int main(int argc, char **argv) {
  MPI_Comm parent, workers;
  int x = 0;
  begin(&argc, &argv);
  MPI_Comm_get_parent(&parent);
  if (parent == MPI_COMM_NULL) {
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, W, &workers, MPI_ERRCODES_IGNORE);
    for (int k = 0; k < 2; k++) MPI_Send(&x, 1, MPI_INT, k, 0, workers);
    for (int k = 0; k < 2; k++) MPI_Recv(&x, 1, MPI_INT, k, 0, workers, MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&workers);
  } else {
    MPI_Recv(&x, 1, MPI_INT, 0, 0, parent, MPI_STATUS_IGNORE);
    MPI_Barrier(W);
    MPI_Send(&x, 1, MPI_INT, 0, 0, parent);
    MPI_Comm_disconnect(&parent);
  }
  MPI_Finalize();
  return 0;
}
