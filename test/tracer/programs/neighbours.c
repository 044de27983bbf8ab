/* Collectives among neighbours on a ring as a grid and as a graph; Alltoallw. */
#include "common.h"

#define MOST 64

int main(int argc, char **argv) {
  begin(&argc, &argv);
  MPI_Comm cart, graph, wide;
  int periods[1] = {1}, dims[1] = {ranks}, in[4] = {-1, -1, -1, -1}, out[4] = {rank, rank, rank, rank};
  int ones[2] = {1, 1}, displs[2] = {0, 1};
  MPI_Aint bytes[2] = {0, sizeof(int)};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Request q[5];
  MPI_Cart_create(W, 1, dims, periods, 0, &cart);
  MPI_Neighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, cart);
  must(in[0] == left() && in[1] == right(), "neighbours");
  MPI_Neighbor_allgatherv(out, 1, MPI_INT, in, ones, displs, MPI_INT, cart);
  MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, cart);
  MPI_Neighbor_alltoallv(out, ones, displs, MPI_INT, in, ones, displs, MPI_INT, cart);
  MPI_Neighbor_alltoallw(out, ones, bytes, types, in, ones, bytes, types, cart);

  const int from = left(), to = right();
  MPI_Dist_graph_create_adjacent(W, 1, &from, MPI_UNWEIGHTED, 1, &to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  int r[5][4];
  MPI_Ineighbor_allgather(out, 1, MPI_INT, r[0], 1, MPI_INT, graph, &q[0]);
  MPI_Ineighbor_allgatherv(out, 1, MPI_INT, r[1], ones, displs, MPI_INT, graph, &q[1]);
  MPI_Ineighbor_alltoall(out, 1, MPI_INT, r[2], 1, MPI_INT, graph, &q[2]);
  MPI_Ineighbor_alltoallv(out, ones, displs, MPI_INT, r[3], ones, displs, MPI_INT, graph, &q[3]);
  MPI_Ineighbor_alltoallw(out, ones, bytes, types, r[4], ones, bytes, types, graph, &q[4]);
  MPI_Waitall(5, q, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 5; i++) must(r[i][0] == left(), "neighbour");

  const int degree = 1;
  MPI_Dist_graph_create(W, 1, &rank, &degree, &to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &wide);
  MPI_Neighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, wide);
  must(in[0] == left(), "neighbour");

  int n[MOST], at[MOST], all[MOST], mine[MOST];
  MPI_Datatype kinds[MOST];
  for (int i = 0; i < ranks; i++) {
    n[i] = 1;
    at[i] = 4 * i;
    kinds[i] = MPI_INT;
    mine[i] = rank;
  }
  MPI_Alltoallw(mine, n, at, kinds, all, n, at, kinds, W);
  must(all[ranks - 1] == ranks - 1, "alltoallw");
  MPI_Ialltoallw(mine, n, at, kinds, all, n, at, kinds, W, &q[0]);
  MPI_Wait(&q[0], MPI_STATUS_IGNORE);

  MPI_Comm_free(&wide);
  MPI_Comm_free(&graph);
  MPI_Comm_free(&cart);
  MPI_Finalize();
  return 0;
}
