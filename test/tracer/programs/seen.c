/* A ring of 20 rounds. Each waits until MPI_Request_get_status says that its message is there, and frees the request. */
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int round = 0; round < 20; round++) {
    int got = -1, flag = 0;
    MPI_Request request;
    MPI_Irecv(&got, 1, MPI_INT, (rank + ranks - 1) % ranks, 1, MPI_COMM_WORLD, &request);
    MPI_Send(&rank, 1, MPI_INT, (rank + 1) % ranks, 1, MPI_COMM_WORLD);
    while (!flag) MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    if (round % 2 == 0) MPI_Request_free(&request);
    else MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (got != (rank + ranks - 1) % ranks) MPI_Abort(MPI_COMM_WORLD, 3);
  }
  MPI_Finalize();
  return 0;
}
