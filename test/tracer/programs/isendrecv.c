/*
 * Nonblocking exchanges of MPI 4 around a ring, N rounds of each kind one after the other: with a wait, in place with a
 * test, from any source, and towards the ends of a line. Without MPI 4, only barriers. MPICH 4.0 leaves the statuses as they were.
 */
#include "common.h"

#if MPI_VERSION >= 4 || (defined OPEN_MPI && OMPI_MAJOR_VERSION >= 5)
static void rounds(void) {
  MPI_Request request;
  MPI_Status status;
  for (int i = 0; i < N; i++) {
    int value = -1, both = 10 * rank + i, over = 0, end = -7;
    MPI_Isendrecv(&rank, 1, MPI_INT, right(), i, &value, 1, MPI_INT, left(), i, W, &request);
    MPI_Wait(&request, &status);
    must(value == left(), "exchange");
    MPI_Isendrecv_replace(&both, 1, MPI_INT, right(), i, left(), i, W, &request);
    while (!over) MPI_Test(&request, &over, &status);
    must(both == 10 * left() + i && request == MPI_REQUEST_NULL, "exchange in place");
    MPI_Isendrecv(&rank, 1, MPI_INT, right(), 9, &value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, W, &request);
    MPI_Waitall(1, &request, &status);
    must(value == left(), "exchange with any source");
    MPI_Isendrecv(&rank, 1, MPI_INT, rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL, 3, &end, 1, MPI_INT,
                  rank > 0 ? rank - 1 : MPI_PROC_NULL, 3, W, &request);
    MPI_Wait(&request, &status);
    must(end == (rank > 0 ? rank - 1 : -7), "line");
  }
}
#else
static void rounds(void) {}
#endif

int main(int argc, char **argv) {
  begin(&argc, &argv);
  MPI_Barrier(W);
  rounds();
  MPI_Barrier(W);
  MPI_Finalize();
  return 0;
}
