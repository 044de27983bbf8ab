/* A rank waits in a collective for one whose message it has not asked for yet: its receive is open, and that is enough. */
#include "common.h"

static char large[100000], got[100000];

int main(int argc, char **argv) {
  begin(&argc, &argv);
  MPI_Request request;
  MPI_Comm copy;
  int anybody = argc > 1 ? MPI_ANY_SOURCE : left(), sum;
  for (int i = 0; i < 3; i++) {
    MPI_Irecv(got, sizeof got, MPI_CHAR, anybody, i, W, &request);
    MPI_Barrier(W);
    large[0] = (char)(rank + i);
    if (i == 0) MPI_Ssend(large, 1, MPI_CHAR, right(), i, W);
    else MPI_Send(large, sizeof large, MPI_CHAR, right(), i, W);
    if (i == 1) MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, W);
    else if (i == 2) MPI_Comm_dup(W, &copy);
    else MPI_Barrier(W);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    must(got[0] == left() + i, "message");
  }
  MPI_Comm_free(&copy);
  MPI_Finalize();
  return 0;
}
