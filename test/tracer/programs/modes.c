/* Pairs of ranks: every way to send, blocking and not, with probes. */
#include "common.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  const int other = rank ^ 1;
  int value = rank, got, size;
  MPI_Request requests[8];
  if (other < ranks) {
    char *attached = malloc(4096 + 8 * MPI_BSEND_OVERHEAD);
    MPI_Buffer_attach(attached, 4096 + 8 * MPI_BSEND_OVERHEAD);
    for (int i = 0; i < N; i++) {
      MPI_Irecv(&got, 1, MPI_INT, other, 3, W, &requests[0]);
      MPI_Barrier(MPI_COMM_SELF);
      MPI_Sendrecv(&value, 0, MPI_INT, other, 4, &size, 0, MPI_INT, other, 4, W, MPI_STATUS_IGNORE);
      MPI_Rsend(&value, 1, MPI_INT, other, 3, W);
      MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
      must(got == other, "value");
      MPI_Bsend(&value, 1, MPI_INT, other, 5, W);
      MPI_Ibsend(&value, 1, MPI_INT, other, 5, W, &requests[0]);
      MPI_Issend(&value, 1, MPI_INT, other, 5, W, &requests[1]);
      MPI_Isend(&value, 1, MPI_INT, other, 5, W, &requests[2]);
      for (int k = 0; k < 4; k++) {
        MPI_Probe(other, 5, W, MPI_STATUS_IGNORE);
        MPI_Recv(&got, 1, MPI_INT, other, 5, W, MPI_STATUS_IGNORE);
      }
      MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
      if (rank < other) {
        MPI_Ssend(&value, 1, MPI_INT, other, 6, W);
      } else {
        int there = 0;
        while (!there) MPI_Iprobe(other, 6, W, &there, MPI_STATUS_IGNORE);
        MPI_Recv(&got, 1, MPI_INT, other, 6, W, MPI_STATUS_IGNORE);
      }
    }
    MPI_Buffer_detach(&attached, &size);
    free(attached);
    /* A receive that never was. */
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 99, W, &requests[0]);
    MPI_Cancel(&requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
