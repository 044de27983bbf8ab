/* Every collective but Alltoallw once, blocking then nonblocking; those that can be in place also so. */
#include "common.h"

#define MOST 64
static int a[MOST * MOST], b[MOST * MOST], counts[MOST], displs[MOST], ones[MOST];

static void reset(void) {
  for (int i = 0; i < MOST * MOST; i++) {
    a[i] = rank + 1;
    b[i] = 0;
  }
}

static int sum(void) { return ranks * (ranks + 1) / 2; }

int main(int argc, char **argv) {
  begin(&argc, &argv);
  MPI_Request q[18];
  int k = 0;
  for (int i = 0; i < ranks; i++) {
    counts[i] = i + 1;
    displs[i] = i * (i + 1) / 2;
    ones[i] = 1;
  }
  const int root = ranks - 1, mine = rank + 1;
  reset();
  MPI_Barrier(W);
  MPI_Bcast(a, 3, MPI_INT, root, W);
  must(a[2] == ranks, "bcast");
  reset();
  MPI_Reduce(a, b, 2, MPI_INT, MPI_SUM, 0, W);
  must(rank > 0 || b[1] == sum(), "reduce");
  MPI_Allreduce(a, b, 2, MPI_INT, MPI_SUM, W);
  must(b[1] == sum(), "allreduce");
  MPI_Allreduce(MPI_IN_PLACE, a, 1, MPI_INT, MPI_MAX, W);
  must(a[0] == ranks, "allreduce");
  reset();
  MPI_Scan(a, b, 1, MPI_INT, MPI_SUM, W);
  must(b[0] == mine * (mine + 1) / 2, "scan");
  MPI_Exscan(a, b, 1, MPI_INT, MPI_SUM, W);
  must(rank == 0 || b[0] == rank * mine / 2, "exscan");
  MPI_Gather(a, 1, MPI_INT, b, 1, MPI_INT, root, W);
  must(rank != root || b[1] == 2, "gather");
  MPI_Gatherv(a, mine, MPI_INT, b, counts, displs, MPI_INT, 0, W);
  must(rank > 0 || b[displs[ranks - 1]] == ranks, "gatherv");
  MPI_Scatter(a, 1, MPI_INT, b, 1, MPI_INT, root, W);
  must(b[0] == ranks, "scatter");
  MPI_Scatterv(a, counts, displs, MPI_INT, b, mine, MPI_INT, 0, W);
  must(b[rank] == 1, "scatterv");
  MPI_Allgather(a, 1, MPI_INT, b, 1, MPI_INT, W);
  must(b[ranks - 1] == ranks, "allgather");
  b[rank] = mine;
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, b, 1, MPI_INT, W);
  MPI_Allgatherv(a, mine, MPI_INT, b, counts, displs, MPI_INT, W);
  must(b[displs[ranks - 1]] == ranks, "allgatherv");
  MPI_Alltoall(a, 2, MPI_INT, b, 2, MPI_INT, W);
  must(b[2 * ranks - 1] == ranks, "alltoall");
  for (int i = 0; i < ranks; i++) displs[i] = i;
  MPI_Alltoallv(a, ones, displs, MPI_INT, b, ones, displs, MPI_INT, W);
  must(b[ranks - 1] == ranks, "alltoallv");
  MPI_Reduce_scatter(a, b, counts, MPI_INT, MPI_SUM, W);
  must(b[0] == sum(), "reduce_scatter");
  MPI_Reduce_scatter_block(a, b, 2, MPI_INT, MPI_SUM, W);
  must(b[1] == sum(), "reduce_scatter_block");

  for (int i = 0; i < ranks; i++) displs[i] = i * (i + 1) / 2;
  static int r[18][MOST * MOST];
  MPI_Ibarrier(W, &q[k++]);
  MPI_Ibcast(r[0], 3, MPI_INT, root, W, &q[k++]);
  MPI_Ireduce(a, r[1], 2, MPI_INT, MPI_SUM, 0, W, &q[k++]);
  MPI_Iallreduce(a, r[2], 2, MPI_INT, MPI_SUM, W, &q[k++]);
  MPI_Iscan(a, r[3], 1, MPI_INT, MPI_SUM, W, &q[k++]);
  MPI_Iexscan(a, r[4], 1, MPI_INT, MPI_SUM, W, &q[k++]);
  MPI_Igather(a, 1, MPI_INT, r[5], 1, MPI_INT, root, W, &q[k++]);
  MPI_Igatherv(a, mine, MPI_INT, r[6], counts, displs, MPI_INT, 0, W, &q[k++]);
  MPI_Iscatter(a, 1, MPI_INT, r[7], 1, MPI_INT, root, W, &q[k++]);
  MPI_Iscatterv(a, counts, displs, MPI_INT, r[8], mine, MPI_INT, 0, W, &q[k++]);
  MPI_Iallgather(a, 1, MPI_INT, r[9], 1, MPI_INT, W, &q[k++]);
  MPI_Iallgatherv(a, mine, MPI_INT, r[10], counts, displs, MPI_INT, W, &q[k++]);
  MPI_Ialltoall(a, 2, MPI_INT, r[11], 2, MPI_INT, W, &q[k++]);
  MPI_Ialltoallv(a, ones, displs, MPI_INT, r[12], ones, displs, MPI_INT, W, &q[k++]);
  MPI_Ireduce_scatter(a, r[13], counts, MPI_INT, MPI_SUM, W, &q[k++]);
  MPI_Ireduce_scatter_block(a, r[14], 2, MPI_INT, MPI_SUM, W, &q[k++]);
  MPI_Waitall(k, q, MPI_STATUSES_IGNORE);
  must(r[2][1] == sum() && r[9][ranks - 1] == ranks, "nonblocking");
  MPI_Finalize();
  return 0;
}
