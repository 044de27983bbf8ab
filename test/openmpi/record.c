/*
 * Runs collectives on communicators of the first p ranks and prints what each rank sent to whom, in the order of
 * its sends. Input of rank 0, one call a line: `name p root bytes`, ended by the end of input. Output, one line
 * a call: `from>to:bytes …`.
 *
 * Open MPI's monitoring component (--mca pml_monitoring_enable 1) tells each send that leaves the point-to-point
 * layer, collectives' included, to mca_common_monitoring_record_pml; this program has that function in its place.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 20 };
static long long seen[ROOM];
static int sends;

void mca_common_monitoring_record_pml(int to, size_t bytes, int tag);
void mca_common_monitoring_record_pml(int to, size_t bytes, int tag) {
  (void)tag;
  if (sends + 2 > ROOM) abort();
  seen[sends++] = to;
  seen[sends++] = (long long)bytes;
}

static int is(const char *name, const char *other) { return strcmp(name, other) == 0; }

/** `bytes` as doubles: of the vector, or of one rank's block. */
static void run(const char *name, int p, int root, int bytes, MPI_Comm comm, double *in, double *out) {
  int n = bytes / (int)sizeof(double);
  int *counts = malloc((size_t)p * sizeof(int)), *starts = malloc((size_t)p * sizeof(int));
  for (int i = 0; i < p; i++) counts[i] = n, starts[i] = i * n;
  if (is(name, "barrier")) MPI_Barrier(comm);
  else if (is(name, "bcast")) MPI_Bcast(in, n, MPI_DOUBLE, root, comm);
  else if (is(name, "reduce")) MPI_Reduce(in, out, n, MPI_DOUBLE, MPI_SUM, root, comm);
  else if (is(name, "allreduce")) MPI_Allreduce(in, out, n, MPI_DOUBLE, MPI_SUM, comm);
  else if (is(name, "allgather")) MPI_Allgather(in, n, MPI_DOUBLE, out, n, MPI_DOUBLE, comm);
  else if (is(name, "allgatherv")) MPI_Allgatherv(in, n, MPI_DOUBLE, out, counts, starts, MPI_DOUBLE, comm);
  else if (is(name, "alltoall")) MPI_Alltoall(in, n, MPI_DOUBLE, out, n, MPI_DOUBLE, comm);
  else if (is(name, "alltoallv"))
    MPI_Alltoallv(in, counts, starts, MPI_DOUBLE, out, counts, starts, MPI_DOUBLE, comm);
  else if (is(name, "gather")) MPI_Gather(in, n, MPI_DOUBLE, out, n, MPI_DOUBLE, root, comm);
  else if (is(name, "gatherv")) MPI_Gatherv(in, n, MPI_DOUBLE, out, counts, starts, MPI_DOUBLE, root, comm);
  else if (is(name, "scatter")) MPI_Scatter(in, n, MPI_DOUBLE, out, n, MPI_DOUBLE, root, comm);
  else if (is(name, "scatterv")) MPI_Scatterv(in, counts, starts, MPI_DOUBLE, out, n, MPI_DOUBLE, root, comm);
  else if (is(name, "scan")) MPI_Scan(in, out, n, MPI_DOUBLE, MPI_SUM, comm);
  else if (is(name, "exscan")) MPI_Exscan(in, out, n, MPI_DOUBLE, MPI_SUM, comm);
  else if (is(name, "reduce_scatter")) MPI_Reduce_scatter(in, out, counts, MPI_DOUBLE, MPI_SUM, comm);
  else if (is(name, "reduce_scatter_block")) MPI_Reduce_scatter_block(in, out, n, MPI_DOUBLE, MPI_SUM, comm);
  else MPI_Abort(MPI_COMM_WORLD, 3);
  free(counts);
  free(starts);
}

/** Rank 0 prints what all ranks sent since `sends` was 0. */
static void report(int rank, int size) {
  static long long other[ROOM];
  int mine = sends;
  if (rank != 0) {
    MPI_Send(&mine, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Send(seen, mine, MPI_LONG_LONG, 0, 2, MPI_COMM_WORLD);
    return;
  }
  memcpy(other, seen, (size_t)mine * sizeof(long long));
  for (int from = 0; from < size; from++) {
    if (from > 0) {
      MPI_Recv(&mine, 1, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(other, mine, MPI_LONG_LONG, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < mine; i += 2) printf("%d>%lld:%lld ", from, other[i], other[i + 1]);
  }
  printf("\n");
}

int main(int argc, char **argv) {
  int rank, size;
  char line[256], name[64];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm *comms = calloc((size_t)size + 1, sizeof(MPI_Comm));
  for (int p = 1; p <= size; p++)
    MPI_Comm_split(MPI_COMM_WORLD, rank < p ? 0 : MPI_UNDEFINED, rank, &comms[p]);
  double *in = calloc(1, 64u << 20), *out = calloc(1, 64u << 20);
  for (;;) {
    int call[3] = {0, 0, 0};
    if (rank == 0 && fgets(line, sizeof line, stdin) != NULL)
      sscanf(line, "%63s %d %d %d", name, &call[0], &call[1], &call[2]);
    MPI_Bcast(call, 3, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (call[0] < 1 || call[0] > size) break;
    MPI_Barrier(MPI_COMM_WORLD);
    sends = 0;
    if (rank < call[0]) run(name, call[0], call[1], call[2], comms[call[0]], in, out);
    report(rank, size);
  }
  MPI_Finalize();
  return 0;
}
