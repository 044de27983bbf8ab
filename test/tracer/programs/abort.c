/* Every rank sends itself 1000 messages, then rank 0, or the one that is named, aborts while the others wait for it; with a second argument, it exits with this code. */
#include <stdlib.h>
#include <unistd.h>

#include "common.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  const int who = argc > 1 ? atoi(argv[1]) : 0;
  for (int i = 0; i < 1000; i++)
    MPI_Sendrecv(&rank, 1, MPI_INT, rank, i, &ranks, 1, MPI_INT, rank, i, W, MPI_STATUS_IGNORE);
  MPI_Barrier(W);
  if (rank == who && argc > 2) {
    usleep(100000); /* all have left the barrier */
    exit(atoi(argv[2]));
  }
  if (rank == who) MPI_Abort(W, 4);
  MPI_Barrier(W);
  MPI_Finalize();
  return 0;
}
