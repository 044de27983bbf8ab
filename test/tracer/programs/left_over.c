/*
 * Messages that a program leaves over. N rounds of ping-pong by two ranks, 2 latencies a round, among which MODE does:
 * open, cancel, free: a receive that no message meets; any: the same from any source with any tag, which takes none of the
 * others; send, isend: a message that nobody receives; big: the same of 1 MB, whose request nobody waits for; leak: a
 * request whose message comes, and that nobody completes; start: a persistent receive that never ends.
 */
#include "common.h"

static char big[1 << 20];

int main(int argc, char **argv) {
  begin(&argc, &argv);
  const char *mode = argc > 1 ? argv[1] : "";
  int x = 0, y = 0;
  MPI_Request request = MPI_REQUEST_NULL, other;
  const int receives = strcmp(mode, "open") == 0 || strcmp(mode, "cancel") == 0 || strcmp(mode, "free") == 0;
  if (rank == 0 && receives) MPI_Irecv(&y, 1, MPI_INT, 1, 9, W, &request);
  if (rank == 0 && strcmp(mode, "start") == 0) {
    MPI_Recv_init(&y, 1, MPI_INT, MPI_ANY_SOURCE, 9, W, &request);
    MPI_Start(&request);
  }
  if (rank == 0 && strcmp(mode, "leak") == 0) MPI_Irecv(&y, 1, MPI_INT, 1, 5, W, &request);
  for (int i = 0; i < N && rank < 2; i++) {
    if (rank == 0 && i == 0 && strcmp(mode, "send") == 0) MPI_Send(&y, 1, MPI_INT, 1, 5, W);
    if (rank == 0) {
      MPI_Send(&x, 1, MPI_INT, 1, 0, W);
      MPI_Recv(&x, 1, MPI_INT, 1, 0, W, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(&x, 1, MPI_INT, 0, 0, W, MPI_STATUS_IGNORE);
      MPI_Send(&x, 1, MPI_INT, 0, 0, W);
    }
  }
  if (rank == 1 && strcmp(mode, "leak") == 0) MPI_Isend(&y, 1, MPI_INT, 0, 5, W, &other);
  if (rank == 0 && strcmp(mode, "any") == 0) MPI_Irecv(&y, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, W, &request);
  if (rank == 0 && strcmp(mode, "isend") == 0) MPI_Isend(&y, 1, MPI_INT, 0, 5, W, &other);
  if (rank == 0 && strcmp(mode, "big") == 0) MPI_Isend(big, sizeof big, MPI_CHAR, 1, 5, W, &other);
  if (rank == 0 && strcmp(mode, "cancel") == 0) {
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (rank == 0 && strcmp(mode, "free") == 0) MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
