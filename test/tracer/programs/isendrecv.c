/* What a trace does not tell (MPI 4): a nonblocking exchange around a ring, between barriers. */
#include "common.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  MPI_Barrier(W);
#if MPI_VERSION >= 4 || (defined OPEN_MPI && OMPI_MAJOR_VERSION >= 5)
  int value = -1;
  MPI_Request request;
  MPI_Isendrecv(&rank, 1, MPI_INT, right(), 0, &value, 1, MPI_INT, left(), 0, W, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  must(value == left(), "exchange");
#endif
  MPI_Barrier(W);
  MPI_Finalize();
  return 0;
}
