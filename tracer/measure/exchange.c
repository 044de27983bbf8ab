/* What does a message cost when all ranks send and receive at once? Each to the right, from the left, again and again. */
#include "measure.h"

enum { ROUNDS = 10, WARM_UP = 2 };

static void exchange(int bytes) {
  MPI_Request requests[2];
  MPI_Irecv(buffer + bytes, bytes, MPI_BYTE, (rank + ranks - 1) % ranks, TAG_DATA, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(buffer, bytes, MPI_BYTE, (rank + 1) % ranks, TAG_DATA, MPI_COMM_WORLD, &requests[1]);
  complete(2, requests);
}

/* Time of one exchange at the rank that took longest; at rank 0. */
static double slowest(double own) {
  if (rank != 0) {
    MPI_Send(&own, 1, MPI_DOUBLE, 0, TAG_CONTROL, MPI_COMM_WORLD);
    return own;
  }
  for (int from = 1; from < ranks; from++) {
    double its;
    MPI_Recv(&its, 1, MPI_DOUBLE, from, TAG_CONTROL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (its > own) own = its;
  }
  return own;
}

void measure_exchange(const struct options *options) {
  for (int repeat = -WARM_UP; repeat < options->repeats; repeat++) {
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < WARM_UP; i++) exchange(1);
    const int64_t start = now();
    for (int i = 0; i < ROUNDS; i++) exchange(1);
    const double one = slowest((double)(now() - start) / ROUNDS);
    if (rank == 0) note(EXCHANGE, 0, ranks - 1, 1, ROUNDS, 0, repeat, one);
  }
}
