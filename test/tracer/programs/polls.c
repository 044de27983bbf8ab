/* Rank 0 waits in a loop of each kind of test and probe for a message of rank 1, which comes after 20 ms. */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int kind = 0; kind < 7; kind++) {
    int got = -1, flag = 0, done = 0, index;
    MPI_Request request;
    MPI_Message message;
    if (rank == 1) {
      MPI_Recv(&got, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      usleep(20000);
      MPI_Send(&rank, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    }
    if (rank != 0) continue;
    MPI_Send(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    if (kind < 5) MPI_Irecv(&got, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &request);
    while (!flag && done == 0) switch (kind) {
        case 0: MPI_Test(&request, &flag, MPI_STATUS_IGNORE); break;
        case 1: MPI_Testall(1, &request, &flag, MPI_STATUSES_IGNORE); break;
        case 2: MPI_Testany(1, &request, &index, &flag, MPI_STATUS_IGNORE); break;
        case 3: MPI_Testsome(1, &request, &done, &index, MPI_STATUSES_IGNORE); break;
        case 4: MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE); break;
        case 5: MPI_Iprobe(1, 2, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE); break;
        case 6: MPI_Improbe(1, 2, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE); break;
      }
    if (kind == 4) MPI_Request_free(&request);
    if (kind == 5) MPI_Recv(&got, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (kind == 6) MPI_Mrecv(&got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    if (got != 1) MPI_Abort(MPI_COMM_WORLD, 3);
  }
  MPI_Finalize();
  return 0;
}
