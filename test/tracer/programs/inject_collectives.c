/*
 * Every collective with values that are checked: equal and unequal blocks (of none, too), in place and not, a type with
 * gaps, an operator that does not commute, all roots, blocking and not, on the world and on parts of it.
 */
#include "common.h"

#define MOST 8

static int me, n; /* on the communicator that is tried */
static MPI_Comm comm;
static MPI_Datatype pair;     /* two ints: the map x → a x + b */
static MPI_Datatype gapped;   /* an int of two */
static MPI_Op then;           /* first one map, then the other */

static void compose(void *in, void *inout, int *count, MPI_Datatype *type) {
  const int *f = in;
  int *g = inout, integers, addresses, types, combiner;
  MPI_Type_get_envelope(*type, &integers, &addresses, &types, &combiner);
  must(combiner == MPI_COMBINER_CONTIGUOUS, "the type of an operator");
  for (int i = 0; i < *count; i++, f += 2, g += 2) {
    const int a = f[0] * g[0] % 9973, b = (f[1] * g[0] + g[1]) % 9973;
    g[0] = a;
    g[1] = b;
  }
}

static void map_of(int r, int map[2]) {
  map[0] = r + 2;
  map[1] = 3 * r + 1;
}

/* The maps of ranks 0 … last, one after the other. */
static void expected(int last, int map[2]) {
  map_of(0, map);
  for (int r = 1; r <= last; r++) {
    int next[2];
    map_of(r, next);
    const int a = map[0] * next[0] % 9973, b = (map[1] * next[0] + next[1]) % 9973;
    map[0] = a;
    map[1] = b;
  }
}

static int same(const int *a, const int *b) { return a[0] == b[0] && a[1] == b[1]; }

static void finish(MPI_Request *request) { MPI_Wait(request, MPI_STATUS_IGNORE); }

static void reductions(void) {
  MPI_Request request;
  int own[2], all[2], before[2], got[2] = {-1, -1};
  map_of(me, own);
  expected(n - 1, all);
  for (int root = 0; root < n; root++) {
    got[0] = -1;
    MPI_Reduce(own, got, 1, pair, then, root, comm);
    must(me != root || same(got, all), "reduce");
    map_of(me, got);
    MPI_Ireduce(me == root ? MPI_IN_PLACE : got, got, 1, pair, then, root, comm, &request);
    finish(&request);
    must(me != root || same(got, all), "ireduce in place");
  }
  MPI_Allreduce(own, got, 1, pair, then, comm);
  must(same(got, all), "allreduce");
  map_of(me, got);
  MPI_Iallreduce(MPI_IN_PLACE, got, 1, pair, then, comm, &request);
  finish(&request);
  must(same(got, all), "iallreduce in place");
  expected(me, before);
  MPI_Scan(own, got, 1, pair, then, comm);
  must(same(got, before), "scan");
  map_of(me, got);
  MPI_Exscan(MPI_IN_PLACE, got, 1, pair, then, comm);
  if (me > 0) expected(me - 1, before);
  must(me == 0 || same(got, before), "exscan in place");
  int values[MOST * 2], block[2], counts[MOST], sum = n * (n - 1) / 2;
  for (int i = 0; i < n; i++) values[i] = me + i;
  MPI_Reduce_scatter_block(values, block, 1, MPI_INT, MPI_SUM, comm);
  must(block[0] == sum + n * me, "reduce_scatter_block");
  for (int i = 0; i < n; i++) counts[i] = i % 2; /* every other rank gets nothing */
  block[0] = -1;
  MPI_Reduce_scatter(values, block, counts, MPI_INT, MPI_SUM, comm);
  must(block[0] == (me % 2 ? sum + n * (me / 2) : -1), "reduce_scatter");
}

static void rooted(void) {
  MPI_Request request;
  int all[MOST * MOST], counts[MOST], displs[MOST];
  for (int i = 0; i < n; i++) {
    counts[i] = i;
    displs[i] = i * (i - 1) / 2 + (i == 0);
  }
  for (int root = 0; root < n; root++) {
    int value = me == root ? 77 + root : -1, spread[6] = {-1, -1, -1, -1, -1, -1};
    MPI_Bcast(&value, 1, MPI_INT, root, comm);
    must(value == 77 + root, "bcast");
    for (int i = 0; i < 3 && me == root; i++) spread[2 * i] = i + root;
    MPI_Ibcast(spread, 3, gapped, root, comm, &request);
    finish(&request);
    must(spread[0] == root && spread[4] == 2 + root && spread[1] == -1 && spread[5] == -1, "ibcast with gaps");

    memset(all, -1, sizeof all);
    value = 10 * me;
    MPI_Gather(&value, 1, MPI_INT, all, 1, gapped, root, comm);
    for (int i = 0; i < n && me == root; i++) must(all[2 * i] == 10 * i && all[2 * i + 1] == -1, "gather with gaps");
    all[me] = 20 * me;
    MPI_Gather(me == root ? MPI_IN_PLACE : &all[me], 1, MPI_INT, all, 1, MPI_INT, root, comm);
    for (int i = 0; i < n && me == root; i++) must(all[i] == 20 * i, "gather in place");
    int mine[MOST];
    for (int i = 0; i < me; i++) mine[i] = 100 * me + i;
    memset(all, -1, sizeof all);
    MPI_Gatherv(mine, me, MPI_INT, all, counts, displs, MPI_INT, root, comm);
    for (int i = 0; i < n && me == root; i++)
      for (int k = 0; k < i; k++) must(all[displs[i] + k] == 100 * i + k, "gatherv");

    for (int i = 0; i < n * n; i++) all[i] = 5 * i + root;
    MPI_Scatter(all, 1, gapped, me == root ? MPI_IN_PLACE : &value, 1, MPI_INT, root, comm);
    must(me == root || value == 10 * me + root, "scatter in place");
    MPI_Iscatterv(all, counts, displs, MPI_INT, mine, me, MPI_INT, root, comm, &request);
    finish(&request);
    for (int k = 0; k < me; k++) must(mine[k] == 5 * (displs[me] + k) + root, "iscatterv");
  }
}

static void among_all(void) {
  MPI_Request request;
  int all[MOST * MOST], other[MOST * MOST], counts[MOST], displs[MOST], back[MOST], places[MOST];
  int value = me * me;
  MPI_Allgather(&value, 1, MPI_INT, all, 1, MPI_INT, comm);
  for (int i = 0; i < n; i++) must(all[i] == i * i, "allgather");
  for (int i = 0; i < n; i++) {
    counts[i] = i;
    displs[i] = i * MOST;
  }
  for (int k = 0; k < me; k++) all[me * MOST + k] = 7 * me + k;
  MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_INT, all, counts, displs, MPI_INT, comm, &request);
  finish(&request);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++) must(all[i * MOST + k] == 7 * i + k, "iallgatherv in place");
  for (int i = 0; i < n; i++) all[i] = 10 * me + i;
  MPI_Alltoall(all, 1, MPI_INT, other, 1, MPI_INT, comm);
  for (int i = 0; i < n; i++) must(other[i] == 10 * i + me, "alltoall");
  /* To the next rank two, to all others none. */
  for (int i = 0; i < n; i++) {
    counts[i] = i == (me + 1) % n ? 2 : 0;
    back[i] = me == (i + 1) % n ? 2 : 0;
    displs[i] = places[i] = 2 * i;
  }
  all[2 * ((me + 1) % n)] = me;
  all[2 * ((me + 1) % n) + 1] = -me;
  MPI_Alltoallv(all, counts, displs, MPI_INT, other, back, places, MPI_INT, comm);
  const int from = (me + n - 1) % n;
  must(other[2 * from] == from && other[2 * from + 1] == -from, "alltoallv");
  MPI_Barrier(comm);
  MPI_Ibarrier(comm, &request);
  finish(&request);
}

static void try_on(MPI_Comm which) {
  comm = which;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &n);
  reductions();
  rooted();
  among_all();
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &gapped);
  MPI_Type_commit(&gapped);
  MPI_Op_create(compose, 0, &then);
  try_on(W);
  MPI_Comm part;
  MPI_Comm_split(W, rank == 0, -rank, &part); /* rank 0 alone, the others the other way round */
  try_on(part);
  MPI_Comm_free(&part);
  /* Two at once, over in the other order, with messages in between. */
  MPI_Request requests[2];
  int one = 1, sum, value = rank, got;
  MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, W, &requests[0]);
  MPI_Ibcast(&value, 1, MPI_INT, ranks - 1, W, &requests[1]);
  MPI_Sendrecv(&rank, 1, MPI_INT, right(), 0, &got, 1, MPI_INT, left(), 0, W, MPI_STATUS_IGNORE);
  finish(&requests[1]);
  finish(&requests[0]);
  must(sum == ranks && value == ranks - 1 && got == left(), "collectives at once");
  MPI_Op_free(&then);
  MPI_Type_free(&gapped);
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}
