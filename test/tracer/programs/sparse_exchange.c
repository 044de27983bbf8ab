/*
 * Ten exchanges of which no rank knows who sends to it (NBX: Hoefler, Siebert, Lumsdaine 2010). Each rank sends a message to
 * the next one, and looks for messages until all that were sent have been received, which a barrier says.
 */
#include <mpi.h>

static void receive_if_there(int tag) {
  int there, token;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &status);
  if (there) MPI_Recv(&token, 1, MPI_INT, status.MPI_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int round = 0; round < 10; round++) {
    MPI_Request send, barrier;
    int sent = 0, over = 0;
    MPI_Issend(&rank, 1, MPI_INT, (rank + 1) % ranks, round, MPI_COMM_WORLD, &send);
    while (!over) {
      receive_if_there(round);
      if (sent) {
        MPI_Test(&barrier, &over, MPI_STATUS_IGNORE);
        continue;
      }
      MPI_Test(&send, &sent, MPI_STATUS_IGNORE);
      if (sent) MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    }
  }
  MPI_Finalize();
  return 0;
}
