/* A rendezvous whose receiver has posted its receive and then computes: prints, in ms, when the sender was done and the receiver. */
#include <unistd.h>

#include "common.h"

static char large[20000], got[20000];

int main(int argc, char **argv) {
  begin(&argc, &argv);
  double took[2] = {0, 0};
  MPI_Request request;
  for (int i = 0; i < 3; i++) { /* the last one counts: all are warm then */
    const double before = MPI_Wtime();
    if (rank == 1) {
      MPI_Irecv(got, sizeof got, MPI_CHAR, 0, MPI_ANY_TAG, W, &request);
      usleep(30000);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
      MPI_Send(large, sizeof large, MPI_CHAR, 1, i, W);
      took[0] = (MPI_Wtime() - before) * 1e3;
    }
    took[1] = (MPI_Wtime() - before) * 1e3;
    MPI_Barrier(W);
  }
  if (rank == 0) {
    MPI_Recv(&took[1], 1, MPI_DOUBLE, 1, 9, W, MPI_STATUS_IGNORE);
    printf("%.2f %.2f\n", took[0], took[1]);
  } else {
    MPI_Send(&took[1], 1, MPI_DOUBLE, 0, 9, W);
  }
  MPI_Finalize();
  return 0;
}
