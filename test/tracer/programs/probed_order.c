/*
 * A matched probe takes its message out of the queue: a receive of the same source and tag takes the next one. N rounds of
 * two ranks: A, x, B, y follow one another, 4 latencies a round. MODE improbe: by MPI_Improbe and MPI_Imrecv, received from
 * another message's variable; both: B is probed, too, and received before A. B is shorter than A.
 */
#include "common.h"

static int got[4], mode;

static void probe(MPI_Message *message) {
  if (mode == 0) {
    MPI_Mprobe(0, 6, W, message, MPI_STATUS_IGNORE);
    return;
  }
  for (int flag = 0; !flag;) MPI_Improbe(MPI_ANY_SOURCE, 6, W, &flag, message, MPI_STATUS_IGNORE);
}

static void take(int n, MPI_Message message) {
  if (mode == 0) {
    MPI_Mrecv(got, n, MPI_INT, &message, MPI_STATUS_IGNORE);
  } else {
    MPI_Request request;
    MPI_Imrecv(got, n, MPI_INT, &message, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  mode = argc > 1;
  const int both = argc > 1 && strcmp(argv[1], "both") == 0;
  int sent[4] = {0}, x = 0;
  MPI_Message a, b;
  for (int i = 0; i < N && rank < 2; i++)
    if (rank == 0) {
      sent[0] = 1;
      MPI_Send(sent, 4, MPI_INT, 1, 6, W);
      MPI_Recv(&x, 1, MPI_INT, 1, 7, W, MPI_STATUS_IGNORE);
      sent[0] = 2;
      MPI_Send(sent, 2, MPI_INT, 1, 6, W);
      MPI_Recv(&x, 1, MPI_INT, 1, 8, W, MPI_STATUS_IGNORE);
    } else {
      probe(&a);
      MPI_Send(&x, 1, MPI_INT, 0, 7, W);
      if (both) {
        probe(&b);
        take(2, b);
      } else {
        MPI_Recv(got, 2, MPI_INT, 0, 6, W, MPI_STATUS_IGNORE);
      }
      must(got[0] == 2, "message");
      MPI_Send(&x, 1, MPI_INT, 0, 8, W);
      take(4, a);
      must(got[0] == 1, "message");
    }
  MPI_Mprobe(MPI_PROC_NULL, 0, W, &a, MPI_STATUS_IGNORE);
  take(1, a);
  MPI_Finalize();
  return 0;
}
