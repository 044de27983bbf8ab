/* All ranks send their neighbour thousands of messages before they receive: in order, each with its number. */
#include <unistd.h>

#include "common.h"

#define MANY 6000

static int sent[MANY], got[MANY];
static MPI_Request requests[MANY];

int main(int argc, char **argv) {
  begin(&argc, &argv);
  for (int i = 0; i < MANY; i++) {
    sent[i] = MANY * rank + i;
    MPI_Isend(&sent[i], 1, MPI_INT, right(), i % 3, W, &requests[i]);
  }
  usleep(100000);
  for (int i = 0; i < MANY; i++) MPI_Recv(&got[i], 1, MPI_INT, left(), i % 3, W, MPI_STATUS_IGNORE);
  for (int i = 0; i < MANY; i++) must(got[i] == MANY * left() + i, "order of a flood");
  MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
  MPI_Finalize();
  return 0;
}
