/* Requests that one language makes and the other completes: Fortran has integers for C's handles. */
#include "common.h"

extern void mpi_wait_(MPI_Fint *request, MPI_Fint *status, MPI_Fint *error);
extern void mpi_irecv_(void *buf, MPI_Fint *n, MPI_Fint *type, MPI_Fint *source, MPI_Fint *tag, MPI_Fint *comm,
                       MPI_Fint *request, MPI_Fint *error);

int main(int argc, char **argv) {
  begin(&argc, &argv);
  for (int i = 0; i < N; i++) {
    int in = -1, out = rank + i;
    MPI_Fint received, one = 1, type = MPI_Type_c2f(MPI_INT), from = left(), tag = i, comm = MPI_Comm_c2f(W), error;
    MPI_Request sent;
    mpi_irecv_(&in, &one, &type, &from, &tag, &comm, &received, &error);
    MPI_Isend(&out, 1, MPI_INT, right(), i, W, &sent);
    MPI_Fint copy = MPI_Request_c2f(sent);
    mpi_wait_(&copy, MPI_F_STATUS_IGNORE, &error);
    MPI_Request other = MPI_Request_f2c(received);
    MPI_Wait(&other, MPI_STATUS_IGNORE);
    must(in == left() + i, "message");
  }
  MPI_Finalize();
  return 0;
}
