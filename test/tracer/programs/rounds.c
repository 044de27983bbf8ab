/* rounds MICROSECONDS [exit]: 100 rounds around the ring, so long each; exit: without MPI_Finalize. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int got;
  for (int i = 0; i < 100; i++) {
    usleep(atoi(argv[1]));
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % ranks, 0, &got, 1, MPI_INT, (rank + ranks - 1) % ranks, 0, W,
                 MPI_STATUS_IGNORE);
  }
  if (argc > 2 && strcmp(argv[2], "exit") == 0) exit(0);
  MPI_Finalize();
  return 0;
}
