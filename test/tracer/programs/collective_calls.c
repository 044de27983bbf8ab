/*
 * Collectives of many sizes, on both sides of the thresholds of MPI libraries, blocking and not, persistent where there are
 * such, with all roots, in place, with blocks that differ at every call and blocks of nothing, on the world, on its odd and
 * even ranks and on all of them backwards. What they compute is tried elsewhere.
 */
#include "common.h"

#define MOST_BYTES 1100000

static char *out, *in;
static int me, n, counts[64], places[64], others[64], apart[64], turn;
static MPI_Datatype types[64];
static MPI_Comm comm;

static void finish(MPI_Request *request) { MPI_Wait(request, MPI_STATUS_IGNORE); }

/* Lists that are others at each call, and for which all ranks have the same. */
static int draw(int *list, int *offsets, int salt) {
  static const int some[] = {0, 8, 24, 1000, 17, 40000, 0, 256};
  int all = 0;
  for (int i = 0; i < n; i++) {
    list[i] = some[(turn * 5 + salt * 3 + i * 7) % 8];
    offsets[i] = all;
    all += list[i];
  }
  return all;
}

/* Of pairs: rank i gives rank j what j expects. */
static void draw_pairs(void) {
  static const int some[] = {0, 8, 264, 1000, 5000};
  int sent = 0, got = 0;
  for (int i = 0; i < n; i++) {
    counts[i] = some[(turn + me * 3 + i) % 5];
    others[i] = some[(turn + i * 3 + me) % 5];
    places[i] = sent;
    apart[i] = got;
    sent += counts[i];
    got += others[i];
    types[i] = MPI_BYTE;
  }
}

static void alike(int bytes) {
  MPI_Request r;
  const int doubles = bytes / 8, whole = bytes % 8 == 0;
  for (int root = 0; root < n; root += root == 1 && n > 3 ? n - 2 : 1) {
    MPI_Bcast(out, bytes, MPI_BYTE, root, comm);
    MPI_Ibcast(out, bytes, MPI_BYTE, root, comm, &r), finish(&r);
    if (!whole) continue;
    MPI_Reduce(out, in, doubles, MPI_DOUBLE, MPI_SUM, root, comm);
    MPI_Ireduce(out, in, doubles, MPI_DOUBLE, MPI_SUM, root, comm, &r), finish(&r);
  }
  if (whole) {
    MPI_Allreduce(out, in, doubles, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Iallreduce(out, in, doubles, MPI_DOUBLE, MPI_SUM, comm, &r), finish(&r);
    MPI_Scan(out, in, doubles, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Iscan(out, in, doubles, MPI_DOUBLE, MPI_SUM, comm, &r), finish(&r);
    MPI_Exscan(out, in, doubles, MPI_DOUBLE, MPI_SUM, comm);
    MPI_Iexscan(out, in, doubles, MPI_DOUBLE, MPI_SUM, comm, &r), finish(&r);
  }
  if ((long)bytes * n > MOST_BYTES) return;
  for (int root = 0; root < n; root += n > 1 ? n - 1 : 1) {
    MPI_Gather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, root, comm);
    MPI_Igather(me == root ? MPI_IN_PLACE : out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, root, comm, &r), finish(&r);
    MPI_Scatter(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, root, comm);
    MPI_Iscatter(out, bytes, MPI_BYTE, me == root ? MPI_IN_PLACE : in, bytes, MPI_BYTE, root, comm, &r), finish(&r);
  }
  MPI_Allgather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, comm);
  MPI_Iallgather(MPI_IN_PLACE, 0, MPI_BYTE, in, bytes, MPI_BYTE, comm, &r), finish(&r);
  MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, comm);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_BYTE, in, bytes, MPI_BYTE, comm);
  MPI_Ialltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, comm, &r), finish(&r);
  if (!whole) return;
  MPI_Reduce_scatter_block(out, in, doubles, MPI_DOUBLE, MPI_SUM, comm);
  MPI_Ireduce_scatter_block(out, in, doubles, MPI_DOUBLE, MPI_SUM, comm, &r), finish(&r);
}

static void unlike(void) {
  MPI_Request r;
  for (int root = 0; root < n; root++) {
    turn++;
    draw(counts, places, 0);
    MPI_Gatherv(out, counts[me], MPI_BYTE, in, counts, places, MPI_BYTE, root, comm);
    MPI_Iscatterv(out, counts, places, MPI_BYTE, in, counts[me], MPI_BYTE, root, comm, &r), finish(&r);
    draw(counts, places, 1);
    MPI_Scatterv(out, counts, places, MPI_BYTE, in, counts[me], MPI_BYTE, root, comm);
    MPI_Igatherv(out, counts[me], MPI_BYTE, in, counts, places, MPI_BYTE, root, comm, &r), finish(&r);
  }
  turn++;
  draw(counts, places, 0);
  MPI_Allgatherv(out, counts[me], MPI_BYTE, in, counts, places, MPI_BYTE, comm);
  MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_BYTE, in, counts, places, MPI_BYTE, comm, &r), finish(&r);
  draw_pairs();
  MPI_Alltoallv(out, counts, places, MPI_BYTE, in, others, apart, MPI_BYTE, comm);
  MPI_Ialltoallv(out, counts, places, MPI_BYTE, in, others, apart, MPI_BYTE, comm, &r), finish(&r);
  MPI_Alltoallw(out, counts, places, types, in, others, apart, types, comm);
  MPI_Ialltoallw(out, counts, places, types, in, others, apart, types, comm, &r), finish(&r);
  draw(counts, places, 2);
  for (int i = 0; i < n; i++) counts[i] /= 8;
  MPI_Reduce_scatter(out, in, counts, MPI_DOUBLE, MPI_SUM, comm);
  MPI_Ireduce_scatter(out, in, counts, MPI_DOUBLE, MPI_SUM, comm, &r), finish(&r);
  MPI_Barrier(comm);
  MPI_Ibarrier(comm, &r), finish(&r);
}

static void again(MPI_Request *r) {
#if MPI_VERSION >= 4 || (defined OPEN_MPI && OMPI_MAJOR_VERSION >= 5)
  for (int round = 0; round < 3; round++) {
    MPI_Start(r);
    finish(r);
  }
  MPI_Request_free(r);
#else
  (void)r;
#endif
}

/* Made, started and let go of more often than a communicator has copies. */
static void persistent(int bytes) {
#if MPI_VERSION >= 4 || (defined OPEN_MPI && OMPI_MAJOR_VERSION >= 5)
  MPI_Request r;
  const int last = n - 1;
  MPI_Bcast_init(out, bytes, MPI_BYTE, last, comm, MPI_INFO_NULL, &r), again(&r);
  MPI_Reduce_init(out, in, bytes / 8, MPI_DOUBLE, MPI_SUM, last, comm, MPI_INFO_NULL, &r), again(&r);
  for (int i = 0; i < 40; i++)
    MPI_Allreduce_init(out, in, bytes / 8, MPI_DOUBLE, MPI_SUM, comm, MPI_INFO_NULL, &r), again(&r);
  MPI_Allgather_init(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, comm, MPI_INFO_NULL, &r), again(&r);
  MPI_Alltoall_init(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, comm, MPI_INFO_NULL, &r), again(&r);
  draw_pairs();
  MPI_Alltoallw_init(out, counts, places, types, in, others, apart, types, comm, MPI_INFO_NULL, &r), again(&r);
#else
  (void)bytes, again(NULL);
#endif
}

static void on(MPI_Comm one) {
  static const int sizes[] = {0, 4, 8, 264, 2056, 8192, 12288, 65536, 524288};
  comm = one;
  turn = 0;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &n);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) alike(sizes[i]);
  unlike();
  unlike();
  persistent(8);
  persistent(4096);
}

int main(int argc, char **argv) {
  MPI_Comm half, backwards;
  begin(&argc, &argv);
  out = calloc(1, 4 * MOST_BYTES);
  in = calloc(1, 4 * MOST_BYTES);
  MPI_Comm_split(W, rank % 2, rank, &half);
  MPI_Comm_split(W, 0, -rank, &backwards);
  on(W);
  on(half);
  on(backwards);
  MPI_Comm_free(&half);
  MPI_Comm_free(&backwards);
  MPI_Finalize();
  return 0;
}
