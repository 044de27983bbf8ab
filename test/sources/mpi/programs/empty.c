/* Which collectives of no data wait for a rank that comes late: a line for each call, "bcast waits" or "ibcast returns". */
#include <stdio.h>
#include <unistd.h>

#include "both.h"

/* Who seems to have waited may have lost its core: it is asked again, by a rank that comes later. */
static const int late_us[] = {100000, 400000};
enum { TRIES = sizeof late_us / sizeof *late_us };

enum { MOST = 64 };
static int rank, size;
static double a[MOST], b[MOST];
static int none[MOST];

/* Whether a rank other than the late one is in the call for most of the time that this one is late. */
static int waited(double own, int late, int us) {
  double mine = rank == late ? 0 : own, most;
  MPI_Barrier(W);
  MPI_Allreduce(&mine, &most, 1, D, MPI_MAX, W);
  return most > us * 0.6e-6;
}

#define TRY(name, call)                                                    \
  do {                                                                     \
    int waits = 0;                                                         \
    for (int late = 0; late < size && !waits; late += size - 1) {          \
      waits = 1;                                                           \
      for (int i = 0; i < TRIES && waits; i++) {                           \
        MPI_Barrier(W);                                                    \
        if (rank == late) usleep(late_us[i]);                              \
        double before = MPI_Wtime();                                       \
        call;                                                              \
        waits = waited(MPI_Wtime() - before, late, late_us[i]);            \
      }                                                                    \
    }                                                                      \
    if (rank == 0) printf("%s %s\n", name, waits ? "waits" : "returns");   \
  } while (0)

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(W, &rank);
  MPI_Comm_size(W, &size);
  BOTH("barrier", MPI_Barrier, MPI_Ibarrier, W);
  BOTH("bcast", MPI_Bcast, MPI_Ibcast, a, 0, D, 0, W);
  BOTH("reduce", MPI_Reduce, MPI_Ireduce, a, b, 0, D, MPI_SUM, 0, W);
  BOTH("allreduce", MPI_Allreduce, MPI_Iallreduce, a, b, 0, D, MPI_SUM, W);
  BOTH("allgather", MPI_Allgather, MPI_Iallgather, a, 0, D, b, 0, D, W);
  BOTH("allgatherv", MPI_Allgatherv, MPI_Iallgatherv, a, 0, D, b, none, none, D, W);
  BOTH("alltoall", MPI_Alltoall, MPI_Ialltoall, a, 0, D, b, 0, D, W);
  BOTH("alltoallv", MPI_Alltoallv, MPI_Ialltoallv, a, none, none, D, b, none, none, D, W);
  BOTH("gather", MPI_Gather, MPI_Igather, a, 0, D, b, 0, D, 0, W);
  BOTH("gatherv", MPI_Gatherv, MPI_Igatherv, a, 0, D, b, none, none, D, 0, W);
  BOTH("scatter", MPI_Scatter, MPI_Iscatter, a, 0, D, b, 0, D, 0, W);
  BOTH("scatterv", MPI_Scatterv, MPI_Iscatterv, a, none, none, D, b, 0, D, 0, W);
  BOTH("scan", MPI_Scan, MPI_Iscan, a, b, 0, D, MPI_SUM, W);
  BOTH("exscan", MPI_Exscan, MPI_Iexscan, a, b, 0, D, MPI_SUM, W);
  BOTH("reduce_scatter", MPI_Reduce_scatter, MPI_Ireduce_scatter, a, b, none, D, MPI_SUM, W);
  BOTH("reduce_scatter_block", MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, a, b, 0, D, MPI_SUM, W);
  MPI_Finalize();
  return 0;
}
