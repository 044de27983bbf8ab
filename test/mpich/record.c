/*
 * Runs one collective after the other on all ranks and prints what each rank sent to whom. Input of rank 0, one call a
 * line: `name root bytes`, ended by the end of input. Output, one line a call: `from>to:bytes …`.
 *
 * MPICH over UCX hands each message to ucp_tag_send_nbx. This program has a function of that name, which takes note and
 * calls the library's. Whose an endpoint is, a message to every rank tells before the first call. Ranks must not share
 * memory, or messages go another way: MPIR_CVAR_NOLOCAL=1.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 1 << 16 };
static struct { void *endpoint; long long bytes; } seen[ROOM];
static int sends;

typedef void *(*send_function)(void *, const void *, size_t, uint64_t, const void *);

void *ucp_tag_send_nbx(void *endpoint, const void *data, size_t count, uint64_t tag, const void *how);
void *ucp_tag_send_nbx(void *endpoint, const void *data, size_t count, uint64_t tag, const void *how) {
  static send_function real;
  if (real == NULL) real = (send_function)(uintptr_t)dlsym(RTLD_NEXT, "ucp_tag_send_nbx");
  if (real == NULL || sends == ROOM) abort();
  seen[sends].endpoint = endpoint;
  seen[sends++].bytes = (long long)count;
  return real(endpoint, data, count, tag, how);
}

static int is(const char *name, const char *other) { return strcmp(name, other) == 0; }

static void run(const char *name, int size, int root, int bytes, double *in, double *out) {
  const MPI_Comm comm = MPI_COMM_WORLD;
  int n = bytes / (int)sizeof(double);
  int counts[size], starts[size];
  for (int r = 0; r < size; r++) counts[r] = n, starts[r] = r * n;
  if (is(name, "barrier")) MPI_Barrier(comm);
  else if (is(name, "reduce")) MPI_Reduce(in, out, n, MPI_DOUBLE, MPI_SUM, root, comm);
  else if (is(name, "allgatherv")) MPI_Allgatherv(in, n, MPI_DOUBLE, out, counts, starts, MPI_DOUBLE, comm);
  else if (is(name, "alltoallv")) MPI_Alltoallv(in, counts, starts, MPI_DOUBLE, out, counts, starts, MPI_DOUBLE, comm);
  else if (is(name, "gather")) MPI_Gather(in, n, MPI_DOUBLE, out, n, MPI_DOUBLE, root, comm);
  else if (is(name, "gatherv")) MPI_Gatherv(in, n, MPI_DOUBLE, out, counts, starts, MPI_DOUBLE, root, comm);
  else if (is(name, "scatter")) MPI_Scatter(in, n, MPI_DOUBLE, out, n, MPI_DOUBLE, root, comm);
  else if (is(name, "scatterv")) MPI_Scatterv(in, counts, starts, MPI_DOUBLE, out, n, MPI_DOUBLE, root, comm);
  else if (is(name, "scan")) MPI_Scan(in, out, n, MPI_DOUBLE, MPI_SUM, comm);
  else if (is(name, "exscan")) MPI_Exscan(in, out, n, MPI_DOUBLE, MPI_SUM, comm);
  else if (is(name, "reduce_scatter")) MPI_Reduce_scatter(in, out, counts, MPI_DOUBLE, MPI_SUM, comm);
  else if (is(name, "reduce_scatter_block")) MPI_Reduce_scatter_block(in, out, n, MPI_DOUBLE, MPI_SUM, comm);
  else if (is(name, "bcast")) MPI_Bcast(in, n, MPI_DOUBLE, root, comm);
  else if (is(name, "allreduce")) MPI_Allreduce(in, out, n, MPI_DOUBLE, MPI_SUM, comm);
  else if (is(name, "allgather")) MPI_Allgather(in, n, MPI_DOUBLE, out, n, MPI_DOUBLE, comm);
  else if (is(name, "alltoall")) MPI_Alltoall(in, n, MPI_DOUBLE, out, n, MPI_DOUBLE, comm);
  else MPI_Abort(comm, 3);
}

/** The endpoint of every rank. */
static void **endpoints(int rank, int size) {
  void **of = calloc((size_t)size, sizeof(void *));
  for (int from = 0; from < size; from++)
    for (int to = 0; to < size; to++) {
      int word = 0;
      if (from == to) continue;
      if (rank == from) {
        sends = 0;
        MPI_Send(&word, 1, MPI_INT, to, 1, MPI_COMM_WORLD);
        if (sends != 1) MPI_Abort(MPI_COMM_WORLD, 4);
        of[to] = seen[0].endpoint;
      }
      if (rank == to) MPI_Recv(&word, 1, MPI_INT, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  return of;
}

/** Rank 0 prints the `count` first messages of every rank. */
static void report(int rank, int size, void **of, int count) {
  static long long list[2 * ROOM];
  int kept = 0;
  for (int i = 0; i < count; i++) {
    int to = 0;
    while (to < size && of[to] != seen[i].endpoint) to++;
    if (to == size) continue; /* to itself */
    list[2 * kept] = to;
    list[2 * kept++ + 1] = seen[i].bytes;
  }
  count = kept;
  if (rank != 0) {
    MPI_Send(&count, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    MPI_Send(list, 2 * count, MPI_LONG_LONG, 0, 3, MPI_COMM_WORLD);
    return;
  }
  for (int from = 0; from < size; from++) {
    if (from > 0) {
      MPI_Recv(&count, 1, MPI_INT, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(list, 2 * count, MPI_LONG_LONG, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < count; i++) printf("%d>%lld:%lld ", from, list[2 * i], list[2 * i + 1]);
  }
  printf("\n");
}

int main(int argc, char **argv) {
  int rank, size;
  char line[256], name[64] = "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  void **of = endpoints(rank, size);
  double *in = calloc(1, 16u << 20), *out = calloc(1, 16u << 20);
  for (;;) {
    int call[2] = {0, -1};
    if (rank == 0 && fgets(line, sizeof line, stdin) != NULL) sscanf(line, "%63s %d %d", name, &call[0], &call[1]);
    MPI_Bcast(call, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (call[1] < 0) break;
    MPI_Barrier(MPI_COMM_WORLD);
    sends = 0;
    run(name, size, call[0], call[1], in, out);
    report(rank, size, of, sends);
  }
  MPI_Finalize();
  return 0;
}
