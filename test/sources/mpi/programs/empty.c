/* Which collectives of no data wait for a rank that comes late: a line for each call, "bcast waits" or "ibcast returns". */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

#define LATE_US 300000
#define W MPI_COMM_WORLD
#define D MPI_DOUBLE

enum { MOST = 64 };
static int rank, size;
static double a[MOST], b[MOST];
static int none[MOST];

/* The longest that a rank other than the late one is in the call. */
static double longest(double own, int late) {
  double mine = rank == late ? 0 : own, most;
  MPI_Barrier(W);
  MPI_Allreduce(&mine, &most, 1, D, MPI_MAX, W);
  return most;
}

#define TRY(name, call)                                                    \
  do {                                                                     \
    double waited = 0;                                                     \
    for (int late = 0; late < size; late += size - 1) {                    \
      MPI_Barrier(W);                                                      \
      if (rank == late) usleep(LATE_US);                                   \
      double before = MPI_Wtime();                                         \
      call;                                                                \
      double here = longest(MPI_Wtime() - before, late);                   \
      if (here > waited) waited = here;                                    \
    }                                                                      \
    int waits = waited > LATE_US * 0.6e-6;                                 \
    if (rank == 0) printf("%s %s\n", name, waits ? "waits" : "returns");   \
  } while (0)

#define BOTH(name, Call, ICall, ...)                                                 \
  TRY(name, Call(__VA_ARGS__));                                                      \
  TRY("i" name, do { MPI_Request q; ICall(__VA_ARGS__, &q); MPI_Wait(&q, MPI_STATUS_IGNORE); } while (0))

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
