/* A ring both ways by persistent requests: half by Startall and Waitall, half by Start and Wait. */
#include "common.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int in[2] = {-1, -1}, out[2];
  MPI_Request requests[4];
  MPI_Recv_init(&in[0], 1, MPI_INT, left(), 1, W, &requests[0]);
  MPI_Recv_init(&in[1], 1, MPI_INT, right(), 2, W, &requests[1]);
  MPI_Send_init(&out[0], 1, MPI_INT, right(), 1, W, &requests[2]);
  MPI_Ssend_init(&out[1], 1, MPI_INT, left(), 2, W, &requests[3]);
  for (int i = 0; i < 2 * N; i++) {
    out[0] = out[1] = 10 * rank + i;
    if (i < N) {
      MPI_Startall(4, requests);
      MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    } else {
      for (int k = 0; k < 4; k++) MPI_Start(&requests[k]);
      for (int k = 0; k < 4; k++) MPI_Wait(&requests[k], MPI_STATUS_IGNORE);
    }
    must(in[0] == 10 * left() + i && in[1] == 10 * right() + i, "message");
  }
  for (int k = 0; k < 4; k++) MPI_Request_free(&requests[k]);
  MPI_Finalize();
  return 0;
}
