/*
 * Who waits for a rank that comes late, in collectives of which some blocks, or all, are empty: a line for each call and late
 * rank, `igatherv 3: 0`. Root is 0; only ranks 0 and 2 have a block, and in alltoallv only rank 0 has one, for rank 2.
 */
#include <stdio.h>
#include <unistd.h>

#include "both.h"

#define LATE_US 100000

enum { SIZE = 4, TRIES = 3, MOST = 16 };
static int rank, size;
static double a[MOST], b[MOST];
static int blocks[SIZE] = {1, 0, 1, 0}, starts[SIZE] = {0, 1, 2, 3};
static int sent[SIZE], taken[SIZE];

/* Of several tries the shortest wait counts: a busy machine only makes them longer. */
#define TRY(name, call)                                                                \
  for (int late = 0; late < SIZE; late++) {                                            \
    double least = 1e9, all[SIZE];                                                     \
    for (int i = 0; i < TRIES; i++) {                                                  \
      MPI_Barrier(W);                                                                  \
      if (rank == late) usleep(LATE_US);                                               \
      double before = MPI_Wtime();                                                     \
      call;                                                                            \
      double waited = MPI_Wtime() - before;                                            \
      if (waited < least) least = waited;                                              \
    }                                                                                  \
    MPI_Gather(&least, 1, D, all, 1, D, 0, W);                                         \
    if (rank == 0) {                                                                   \
      printf("%s %d:", name, late);                                                    \
      for (int r = 0; r < SIZE; r++)                                                   \
        if (all[r] > LATE_US * 0.6e-6) printf(" %d", r);                               \
      printf("\n");                                                                    \
    }                                                                                  \
  }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(W, &rank);
  MPI_Comm_size(W, &size);
  if (size != SIZE) MPI_Abort(W, 3);
  if (rank == 0) sent[2] = 1;
  if (rank == 2) taken[0] = 1;
  BOTH("gatherv", MPI_Gatherv, MPI_Igatherv, a, blocks[rank], D, b, blocks, starts, D, 0, W);
  BOTH("scatterv", MPI_Scatterv, MPI_Iscatterv, a, blocks, starts, D, b, blocks[rank], D, 0, W);
  BOTH("alltoallv", MPI_Alltoallv, MPI_Ialltoallv, a, sent, starts, D, b, taken, starts, D, W);
  BOTH("allreduce", MPI_Allreduce, MPI_Iallreduce, a, b, 0, D, MPI_SUM, W);
  MPI_Finalize();
  return 0;
}
