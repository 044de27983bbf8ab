/* Of two messages the one that is sent later arrives first (it is smaller): receives from anybody, Waitany and probes go by arrival. */
#include <unistd.h>

#include "common.h"

#define LARGE 4000

static char buffer[2][LARGE];

static void send(int round) {
  if (rank == 1) MPI_Send(buffer[0], LARGE, MPI_CHAR, 0, round, W);
  if (rank == 2) {
    usleep(1000);
    MPI_Send(buffer[0], 1, MPI_CHAR, 0, round, W);
  }
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  for (int round = 0; round < 5; round++) {
    MPI_Status status;
    MPI_Request requests[2];
    int first = -1, second = -1, count;
    send(round);
    if (rank == 0 && round == 0) {
      MPI_Recv(buffer[0], LARGE, MPI_CHAR, MPI_ANY_SOURCE, round, W, &status);
      first = status.MPI_SOURCE;
      MPI_Recv(buffer[1], LARGE, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, W, &status);
      MPI_Get_count(&status, MPI_CHAR, &count);
      must(count == LARGE && status.MPI_TAG == round, "count of a receive from anybody");
    } else if (rank == 0 && round < 4) {
      MPI_Irecv(buffer[0], LARGE, MPI_CHAR, round == 1 ? 1 : MPI_ANY_SOURCE, round, W, &requests[0]);
      MPI_Irecv(buffer[1], LARGE, MPI_CHAR, round == 1 ? 2 : MPI_ANY_SOURCE, round, W, &requests[1]);
      usleep(round == 3 ? 60000 : 0); /* both have arrived when they are looked for */
      MPI_Waitany(2, requests, &second, &status);
      first = status.MPI_SOURCE;
      must(round == 1 ? second == 1 : second == 0, "index of Waitany");
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else if (rank == 0) {
      int flag = 0;
      while (!flag) MPI_Iprobe(MPI_ANY_SOURCE, round, W, &flag, &status);
      first = status.MPI_SOURCE;
      MPI_Get_count(&status, MPI_CHAR, &count);
      must(count == 1, "count of a probe");
      MPI_Recv(buffer[0], count, MPI_CHAR, first, round, W, MPI_STATUS_IGNORE);
      MPI_Recv(buffer[0], LARGE, MPI_CHAR, 1, round, W, MPI_STATUS_IGNORE);
    }
    must(rank != 0 || first == 2, "order of arrival");
    MPI_Barrier(W);
  }
  MPI_Finalize();
  return 0;
}
