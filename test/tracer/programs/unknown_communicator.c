/* A call on a communicator that no call made which the tracer sees: `unknown_communicator CALL`. */
#include <mpi.h>
#include <string.h>

int main(int n, char **words) {
  int value = 1, sum;
  MPI_Comm made;
  MPI_Request request;
  MPI_Init(&n, &words);
  PMPI_Comm_dup(MPI_COMM_WORLD, &made);
  if (!strcmp(words[1], "MPI_Allreduce")) MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, made);
  if (!strcmp(words[1], "MPI_Irecv")) MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, made, &request);
  MPI_Finalize();
  return 0;
}
