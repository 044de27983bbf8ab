/* Numbers past 32 bits: a type of 8 GiB, and with MPI 4 counts of 5e9, sent to nobody. */
#include "common.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  MPI_Datatype huge;
  MPI_Request request;
  MPI_Type_contiguous(1 << 30, MPI_DOUBLE, &huge);
  MPI_Type_commit(&huge);
  for (int i = 0; i < N; i++) {
    MPI_Send(&rank, 1, huge, MPI_PROC_NULL, i, W);
    MPI_Irecv(&rank, 1, huge, MPI_PROC_NULL, i, W, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
#if MPI_VERSION >= 4
  const MPI_Count counts[1] = {0};
  const MPI_Aint displs[1] = {0};
  MPI_Send_c(&rank, 5000000000, MPI_INT, MPI_PROC_NULL, 1, W);
  MPI_Allgatherv_c(&rank, 0, huge, &rank, counts, displs, huge, MPI_COMM_SELF);
#else
  const int counts[1] = {0}, displs[1] = {0};
  MPI_Allgatherv(&rank, 0, huge, &rank, counts, displs, huge, MPI_COMM_SELF);
#endif
  MPI_Type_free(&huge);
  MPI_Finalize();
  return 0;
}
