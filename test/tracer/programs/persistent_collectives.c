/*
 * All persistent collectives (of MPI 4, or Open MPI 4's extension), in the world and on a ring, started three times: at once, and one by one from either
 * end; with APART every other rank from the other end. With CALLED the nonblocking ones in their place, which do the same.
 * Rank r gives r + 10 × round. MPICH 4.0.2 of Debian 12 fails in the second start of a scatter, which therefore goes once,
 * and gathers to all what there was at the first, without the tracer too.
 */
#include "common.h"

#define ROUNDS 3
#define MOST 22
#define SCATTER 8

static MPI_Request requests[MOST];
static int made;
#ifdef APART
#define FORWARDS(round) ((round) == 1 + rank % 2)
#else
#define FORWARDS(round) ((round) == 1)
#endif

#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif
#if MPI_VERSION >= 4 || (defined OPEN_MPI && OMPI_MAJOR_VERSION >= 5)
#define PERSISTENT(name) MPI_##name
#elif defined OMPI_HAVE_MPI_EXT_PCOLLREQ
#define PERSISTENT(name) MPIX_##name
#endif
#ifdef CALLED
#define MAKE(Name, name, ...) MPI_I##name(__VA_ARGS__, &requests[made++])
#else
#define MAKE(Name, name, ...) PERSISTENT(Name##_init)(__VA_ARGS__, MPI_INFO_NULL, &requests[made++])
#endif

#if defined PERSISTENT || defined CALLED
static int ones[64], places[64], bytes[64], own, from[MOST][64];
static MPI_Aint far[64];
static MPI_Datatype types[64];

static void make_all(int round, MPI_Comm ring) {
  made = 0;
  MAKE(Barrier, barrier, W);
  MAKE(Bcast, bcast, from[1], 1, MPI_INT, 1, W);
  MAKE(Reduce, reduce, &own, from[2], 1, MPI_INT, MPI_SUM, 2, W);
  MAKE(Allreduce, allreduce, &own, from[3], 1, MPI_INT, MPI_SUM, W);
  MAKE(Scan, scan, &own, from[4], 1, MPI_INT, MPI_SUM, W);
  MAKE(Exscan, exscan, &own, from[5], 1, MPI_INT, MPI_SUM, W);
  MAKE(Gather, gather, &own, 1, MPI_INT, from[6], 1, MPI_INT, 0, W);
  MAKE(Gatherv, gatherv, &own, 1, MPI_INT, from[7], ones, places, MPI_INT, 1, W);
  if (round == 0) MAKE(Scatter, scatter, from[0], 1, MPI_INT, from[8], 1, MPI_INT, 0, W);
  MAKE(Scatterv, scatterv, from[0], ones, places, MPI_INT, from[9], 1, MPI_INT, 1, W);
  MAKE(Allgather, allgather, &own, 1, MPI_INT, from[10], 1, MPI_INT, W);
  MAKE(Allgatherv, allgatherv, &own, 1, MPI_INT, from[11], ones, places, MPI_INT, W);
  MAKE(Alltoall, alltoall, from[0], 1, MPI_INT, from[12], 1, MPI_INT, W);
  MAKE(Alltoallv, alltoallv, from[0], ones, places, MPI_INT, from[13], ones, places, MPI_INT, W);
  MAKE(Alltoallw, alltoallw, from[0], ones, bytes, types, from[14], ones, bytes, types, W);
  MAKE(Reduce_scatter, reduce_scatter, from[0], from[15], ones, MPI_INT, MPI_SUM, W);
  MAKE(Reduce_scatter_block, reduce_scatter_block, from[0], from[16], 1, MPI_INT, MPI_SUM, W);
  MAKE(Neighbor_allgather, neighbor_allgather, &own, 1, MPI_INT, from[17], 1, MPI_INT, ring);
  MAKE(Neighbor_allgatherv, neighbor_allgatherv, &own, 1, MPI_INT, from[18], ones, places, MPI_INT, ring);
  MAKE(Neighbor_alltoall, neighbor_alltoall, from[0], 1, MPI_INT, from[19], 1, MPI_INT, ring);
  MAKE(Neighbor_alltoallv, neighbor_alltoallv, from[0], ones, places, MPI_INT, from[20], ones, places, MPI_INT, ring);
  MAKE(Neighbor_alltoallw, neighbor_alltoallw, from[0], ones, far, types, from[21], ones, far, types, ring);
}

#ifdef CALLED
static void go(int round, MPI_Comm ring) {
  make_all(round, ring);
  MPI_Waitall(made, requests, MPI_STATUSES_IGNORE);
}
#else
static void go(int round, MPI_Comm ring) {
  (void)ring;
  if (round == 0) {
    MPI_Startall(made, requests);
    MPI_Waitall(made, requests, MPI_STATUSES_IGNORE);
    return;
  }
  for (int i = 0; i < made; i++) {
    const int k = FORWARDS(round) ? i : made - 1 - i;
    if (k != SCATTER) MPI_Start(&requests[k]);
  }
  for (int i = 0; i < made; i++)
    if (i != SCATTER) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
}
#endif

static void check(int round) {
  const int all = ranks * (ranks - 1) / 2 + 10 * round * ranks;
  must(from[1][0] == 1 + 10 * round, "bcast");
  must(rank != 2 || from[2][0] == all, "reduce");
  must(from[3][0] == all, "allreduce");
  must(from[4][0] == rank * (rank + 1) / 2 + 10 * round * (rank + 1), "scan");
  for (int i = 0; i < ranks && round == 0; i++) must(from[10][i] == i + 10 * round, "allgather");
  for (int k = 12; k < 15; k++) must(from[k][ranks - 1] == ranks - 1 + 10 * round, "alltoall");
  must(from[15][0] == all && from[16][0] == all, "reduce_scatter");
  for (int k = 17; k < MOST; k++)
    must(from[k][0] == left() + 10 * round && from[k][1] == right() + 10 * round, "neighbours");
}
#endif

int main(int argc, char **argv) {
  begin(&argc, &argv);
  const int wraps = 1;
  MPI_Comm ring;
  MPI_Cart_create(W, 1, &ranks, &wraps, 0, &ring);
#if defined PERSISTENT || defined CALLED
  for (int i = 0; i < 64; i++) {
    ones[i] = 1;
    places[i] = i;
    bytes[i] = i * (int)sizeof(int);
    far[i] = bytes[i];
    types[i] = MPI_INT;
  }
#ifndef CALLED
  make_all(0, ring);
#endif
  for (int round = 0; round < ROUNDS; round++) {
    own = rank + 10 * round;
    from[1][0] = own;
    for (int i = 0; i < 64; i++) from[0][i] = own;
    go(round, ring);
    check(round);
  }
#ifndef CALLED
  for (int i = 0; i < made; i++) MPI_Request_free(&requests[i]);
#endif
#endif
  MPI_Comm_free(&ring);
  MPI_Finalize();
  return 0;
}
