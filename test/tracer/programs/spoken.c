/* Messages and a dozen collectives in another folder than it began in; one line of output, and an exit code of choice. */
#include "common.h"
#include <unistd.h>

static int sum(int of) {
  int all;
  MPI_Allreduce(&of, &all, 1, MPI_INT, MPI_SUM, W);
  return all;
}

/* CODE FOLDER single|multiple */
int main(int argc, char **argv) {
  int provided, total = 0, got[2] = {0, 0};
  MPI_Request requests[4];
  MPI_Init_thread(&argc, &argv, argv[3][0] == 'm' ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(W, &rank);
  MPI_Comm_size(W, &ranks);
  must(chdir(argv[2]) == 0, "folder");
  for (int i = 0; i < 2; i++) MPI_Irecv(&got[i], 1, MPI_INT, i ? right() : left(), i, W, &requests[i]);
  for (int i = 0; i < 2; i++) MPI_Isend(&rank, 1, MPI_INT, i ? left() : right(), i, W, &requests[2 + i]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  MPI_Sendrecv(&rank, 1, MPI_INT, right(), 2, &total, 1, MPI_INT, left(), 2, W, MPI_STATUS_IGNORE);
  must(got[0] == left() && got[1] == right() && total == left(), "neighbour");
  for (int i = 0; i < 11; i++) total = sum(rank + i);
  MPI_Barrier(W);
  if (rank == 0) printf("%d of %d\n", total, ranks);
  MPI_Finalize();
  return atoi(argv[1]);
}
