/*
 * Work from anybody: rank 0 receives N results of every other rank in the order in which they come, in four ways, and
 * answers each. Then it completes one nonblocking receive per rank by Waitany, Waitsome, Testany, Testsome, Testall.
 */
#include "common.h"

#define MOST 64

static void answer(int to) { MPI_Send(&to, 1, MPI_INT, to, 9, W); }

/* Round i has tag i, and a way to receive. */
static int receive(int i) {
  MPI_Status status;
  int value = -1, flag;
  if (i % 4 == 0) {
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, i, W, &status);
    must(status.MPI_SOURCE == value / 100 && status.MPI_TAG == i, "status");
  } else if (i % 4 == 1) {
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, i, W, MPI_STATUS_IGNORE);
  } else if (i % 4 == 2) {
    MPI_Probe(MPI_ANY_SOURCE, i, W, MPI_STATUS_IGNORE);
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, i, W, MPI_STATUS_IGNORE);
  } else {
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, i, W, &request);
    for (flag = 0; !flag;) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  }
  must(value % 100 == i, "value");
  return value / 100;
}

static void blocking(void) {
  for (int i = 0; i < N; i++)
    for (int k = 1; k < ranks; k++) answer(receive(i));
}

/* One receive per rank; each way completes them all. */
static void nonblocking(int way) {
  MPI_Request requests[MOST];
  int values[MOST], indices[MOST], done = 0, flag, index, some;
  const int n = ranks - 1;
  for (int i = 0; i < n; i++) MPI_Irecv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, 50 + way, W, &requests[i]);
  while (done < n) {
    if (way == 0) {
      MPI_Waitany(n, requests, &index, MPI_STATUS_IGNORE);
      done++;
    } else if (way == 1) {
      MPI_Waitsome(n, requests, &some, indices, MPI_STATUSES_IGNORE);
      done += some;
    } else if (way == 2) {
      MPI_Testany(n, requests, &index, &flag, MPI_STATUS_IGNORE);
      done += flag;
    } else if (way == 3) {
      MPI_Testsome(n, requests, &some, indices, MPI_STATUSES_IGNORE);
      done += some;
    } else {
      MPI_Testall(n, requests, &flag, MPI_STATUSES_IGNORE);
      done = flag ? n : 0;
    }
  }
  long sum = 0;
  for (int i = 0; i < n; i++) sum += values[i];
  must(sum == (long)ranks * n / 2, "sum");
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  int value;
  if (rank == 0) blocking();
  for (int i = 0; rank > 0 && i < N; i++) {
    value = 100 * rank + i;
    MPI_Send(&value, 1, MPI_INT, 0, i, W);
    MPI_Recv(&value, 1, MPI_INT, 0, 9, W, MPI_STATUS_IGNORE);
  }
  for (int way = 0; way < 5; way++) {
    if (rank == 0) nonblocking(way);
    else MPI_Send(&rank, 1, MPI_INT, 0, 50 + way, W);
  }
  MPI_Finalize();
  return 0;
}
