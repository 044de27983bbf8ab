/* Ten round trips of ranks 0 and 1, then a program that ends badly: `ends MODE`. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile long counted;

int main(int n, char **words) {
  int rank, a = 0, flag = 0;
  MPI_Request request;
  MPI_Errhandler handler;
  MPI_Init(&n, &words);
  const char *mode = words[1];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  /* The program sees the handler that it has by the standard. */
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
  if (handler != MPI_ERRORS_ARE_FATAL) return 3;
  for (int i = 0; i < 10; i++) {
    if (rank == 0) {
      MPI_Send(&a, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
      MPI_Recv(&a, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
      MPI_Recv(&a, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&a, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    }
  }
  if (!strcmp(mode, "fatal")) MPI_Send(&a, 1, MPI_INT, 99, 1, MPI_COMM_WORLD);
  if (!strcmp(mode, "again")) {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (MPI_Send(&a, 1, MPI_INT, 99, 1, MPI_COMM_WORLD) == MPI_SUCCESS) return 4;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Send(&a, 1, MPI_INT, 99, 1, MPI_COMM_WORLD);
  }
  if (!strcmp(mode, "abort")) MPI_Abort(MPI_COMM_WORLD, 7);
  /* All wait for rank 1, until they are killed. */
  if (rank == 1 && !strcmp(mode, "crash")) *(volatile int *)counted = 1;
  if (rank == 1 && !strcmp(mode, "compute"))
    for (;;) counted++;
  if (rank == 1 && !strcmp(mode, "poll")) {
    MPI_Irecv(&a, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, &request);
    while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  }
  if (rank == 1) MPI_Recv(&a, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
