/* What a trace does not tell (MPI 4): a persistent collective, between barriers. */
#include "common.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  MPI_Barrier(W);
#if MPI_VERSION >= 4
  int value = rank;
  MPI_Request request;
  MPI_Bcast_init(&value, 1, MPI_INT, 0, W, MPI_INFO_NULL, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  must(value == 0, "bcast");
  MPI_Request_free(&request);
#endif
  MPI_Barrier(W);
  MPI_Finalize();
  return 0;
}
