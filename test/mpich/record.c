/*
 * Runs one collective after the other on communicators of the first p ranks and prints what each rank sent to whom.
 * Argument: a file that all ranks can read, one call a line: `name p root bytes operator place`. The name is that of the blocking call, with an `i` before it of the nonblocking and with a `p` of the persistent one; the operator is
 * `sum`, or `own`, one of the program's that does not commute; the place is `out`, or `in` for MPI_IN_PLACE. Output, one
 * line a call: `from>to:bytes …`.
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

enum { ROOM = 1 << 20 };
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

static void own_sum(void *in, void *inout, int *count, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *count; i++) ((double *)inout)[i] += ((double *)in)[i];
}

static struct {
  char name[64], operator[8], place[8];
  int size, root, bytes;
} call;

/** One call of a collective: blocking, or as its name says. */
#define RUN(NAME, BLOCKING, NONBLOCKING, ...)                       \
  if (strcmp(kind, NAME) == 0) {                                    \
    if (way == 'b') MPI_##BLOCKING(__VA_ARGS__);                    \
    if (way == 'i') MPI_##NONBLOCKING(__VA_ARGS__, &request);       \
    if (way == 'p') {                                               \
      MPI_##BLOCKING##_init(__VA_ARGS__, MPI_INFO_NULL, &request);  \
      MPI_Start(&request);                                          \
    }                                                               \
    known = 1;                                                      \
  }

static void run(MPI_Comm comm, double *in, double *out, MPI_Op own) {
  const int nonblocking = call.name[0] == 'i', persistent = call.name[0] == 'p';
  const char way = nonblocking ? 'i' : persistent ? 'p' : 'b';
  const char *kind = call.name + (nonblocking || persistent);
  const int size = call.size, root = call.root, n = call.bytes / (int)sizeof(double);
  const MPI_Op op = strcmp(call.operator, "own") == 0 ? own : MPI_SUM;
  const int there = strcmp(call.place, "in") == 0;
  const MPI_Datatype type = MPI_DOUBLE;
  MPI_Request request = MPI_REQUEST_NULL;
  int rank, known = 0, counts[size], starts[size], bytes[size];
  MPI_Datatype types[size];
  MPI_Comm_rank(comm, &rank);
  for (int r = 0; r < size; r++) {
    counts[r] = n, starts[r] = r * n, types[r] = type;
    bytes[r] = starts[r] * (int)sizeof(double);
  }
  const void *from = there ? MPI_IN_PLACE : in;
  const void *of_root = there && rank == root ? MPI_IN_PLACE : in;
  void *to_root = there && rank == root ? MPI_IN_PLACE : out;
  RUN("barrier", Barrier, Ibarrier, comm)
  RUN("bcast", Bcast, Ibcast, in, n, type, root, comm)
  RUN("reduce", Reduce, Ireduce, of_root, out, n, type, op, root, comm)
  RUN("allreduce", Allreduce, Iallreduce, from, out, n, type, op, comm)
  RUN("scan", Scan, Iscan, from, out, n, type, op, comm)
  RUN("exscan", Exscan, Iexscan, from, out, n, type, op, comm)
  RUN("reduce_scatter", Reduce_scatter, Ireduce_scatter, from, out, counts, type, op, comm)
  RUN("reduce_scatter_block", Reduce_scatter_block, Ireduce_scatter_block, from, out, n, type, op, comm)
  RUN("allgather", Allgather, Iallgather, from, n, type, out, n, type, comm)
  RUN("allgatherv", Allgatherv, Iallgatherv, from, n, type, out, counts, starts, type, comm)
  RUN("alltoall", Alltoall, Ialltoall, from, n, type, out, n, type, comm)
  RUN("alltoallv", Alltoallv, Ialltoallv, from, counts, starts, type, out, counts, starts, type, comm)
  RUN("alltoallw", Alltoallw, Ialltoallw, from, counts, bytes, types, out, counts, bytes, types, comm)
  RUN("gather", Gather, Igather, of_root, n, type, out, n, type, root, comm)
  RUN("gatherv", Gatherv, Igatherv, of_root, n, type, out, counts, starts, type, root, comm)
  RUN("scatter", Scatter, Iscatter, in, n, type, to_root, n, type, root, comm)
  RUN("scatterv", Scatterv, Iscatterv, in, counts, starts, type, to_root, n, type, root, comm)
  if (!known) MPI_Abort(MPI_COMM_WORLD, 3);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (persistent) MPI_Request_free(&request);
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

/** Rank 0 prints the messages of each call: those of its `n`-th end at ends[n]. */
static void report(int rank, int size, void **of, const int *ends, int calls) {
  static long long list[2 * ROOM], *lists[1024];
  int *all = malloc((size_t)size * (size_t)calls * sizeof(int)), *at = calloc((size_t)size, sizeof(int));
  const int count = ends[calls - 1];
  for (int i = 0; i < count; i++) {
    int to = 0;
    while (to < size && of[to] != seen[i].endpoint) to++;
    list[2 * i] = to;
    list[2 * i + 1] = seen[i].bytes;
  }
  MPI_Gather(ends, calls, MPI_INT, all, calls, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank != 0) MPI_Send(list, 2 * count, MPI_LONG_LONG, 0, 3, MPI_COMM_WORLD);
  for (int from = 0; rank == 0 && from < size; from++) {
    const int words = 2 * all[from * calls + calls - 1];
    lists[from] = from == 0 ? list : malloc((size_t)words * sizeof(long long) + 1);
    if (from > 0) MPI_Recv(lists[from], words, MPI_LONG_LONG, from, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  for (int n = 0; rank == 0 && n < calls; n++) {
    for (int from = 0; from < size; from++)
      for (; at[from] < all[from * calls + n]; at[from]++) {
        const long long *one = lists[from] + 2 * at[from];
        if (one[0] < size) printf("%d>%lld:%lld ", from, one[0], one[1]); /* else to itself */
      }
    printf("\n");
  }
}

/** Makes the calls of a file and reports them. */
static void play(FILE *file, int rank, int size, void **of) {
  static int ends[ROOM];
  char line[256];
  int calls = 0;
  MPI_Op own;
  MPI_Op_create(own_sum, 0, &own);
  MPI_Comm *comms = calloc((size_t)size + 1, sizeof(MPI_Comm));
  for (int p = 1; p <= size; p++)
    MPI_Comm_split(MPI_COMM_WORLD, rank < p ? 0 : MPI_UNDEFINED, rank, &comms[p]);
  double *in = calloc(1, 24u << 20), *out = calloc(1, 24u << 20);
  sends = 0;
  while (fgets(line, sizeof line, file) != NULL) {
    const int read = sscanf(line, "%63s %d %d %d %7s %7s", call.name, &call.size, &call.root, &call.bytes,
                            call.operator, call.place);
    if (read != 6 || call.size > size || calls == ROOM) MPI_Abort(MPI_COMM_WORLD, 6);
    if (rank < call.size) run(comms[call.size], in, out, own);
    ends[calls++] = sends;
  }
  if (calls > 0) report(rank, size, of, ends, calls);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  if (file == NULL) MPI_Abort(MPI_COMM_WORLD, 5);
  play(file, rank, size, endpoints(rank, size));
  MPI_Finalize();
  return 0;
}
