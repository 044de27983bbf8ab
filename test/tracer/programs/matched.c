/* Matched probes: Mprobe and Mrecv, Improbe and Imrecv, from anybody and from one. */
#include "common.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int got, flag;
  MPI_Message message;
  MPI_Request request, sent[2];
  for (int i = 0; i < N; i++) {
    MPI_Isend(&rank, 1, MPI_INT, right(), i, W, &sent[0]);
    MPI_Isend(&rank, 1, MPI_INT, left(), 100 + i, W, &sent[1]);
    MPI_Mprobe(MPI_ANY_SOURCE, i, W, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    must(got == left(), "value");
    for (flag = 0; !flag;) MPI_Improbe(right(), 100 + i, W, &flag, &message, MPI_STATUS_IGNORE);
    MPI_Imrecv(&got, 1, MPI_INT, &message, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    must(got == right(), "value");
    MPI_Waitall(2, sent, MPI_STATUSES_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
