/* Calls of MPI 4 that no trace tells of, between barriers: a message in parts, and communicators from groups. */
#include "common.h"

#if MPI_VERSION >= 4 || (defined OPEN_MPI && OMPI_MAJOR_VERSION >= 5)
#define PARTS 4

static void in_parts(void) {
  int out[PARTS], in[PARTS];
  MPI_Request both[2];
  MPI_Status statuses[2];
  MPI_Psend_init(out, PARTS, 1, MPI_INT, right(), 0, W, MPI_INFO_NULL, &both[0]);
  MPI_Precv_init(in, PARTS, 1, MPI_INT, left(), 0, W, MPI_INFO_NULL, &both[1]);
  for (int i = 0; i < N; i++) {
    MPI_Startall(2, both);
    for (int part = 0; part < PARTS; part++) out[part] = 100 * rank + 10 * i + part;
    MPI_Pready(PARTS - 1, both[0]);
    MPI_Pready_range(0, PARTS - 2, both[0]);
    for (int there = 0; !there;) MPI_Parrived(both[1], 0, &there);
    MPI_Waitall(2, both, statuses);
    for (int part = 0; part < PARTS; part++) must(in[part] == 100 * left() + 10 * i + part, "part");
  }
  MPI_Request_free(&both[0]);
  MPI_Request_free(&both[1]);
}

static void from_groups(void) {
  MPI_Group all, own, other;
  MPI_Comm made, between;
  int sum = 0, half = ranks / 2, low[1][3] = {{0, half - 1, 1}}, high[1][3] = {{half, ranks - 1, 1}};
  const int is_low = rank < half;
  MPI_Comm_group(W, &all);
  MPI_Comm_create_from_group(all, "llamp", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &made);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, made);
  must(sum == ranks * (ranks - 1) / 2, "sum");
  MPI_Group_range_incl(all, 1, is_low ? low : high, &own);
  MPI_Group_range_incl(all, 1, is_low ? high : low, &other);
  MPI_Intercomm_create_from_groups(own, 0, other, 0, "llamp", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &between);
  if (rank % half == 0) {
    MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &sum, 1, MPI_INT, 0, 0, between, MPI_STATUS_IGNORE);
    must(sum == (is_low ? half : 0), "message between groups");
  }
  MPI_Comm_free(&between);
  MPI_Comm_free(&made);
  MPI_Group_free(&other);
  MPI_Group_free(&own);
  MPI_Group_free(&all);
}
#else
static void in_parts(void) {}
static void from_groups(void) {}
#endif

int main(int argc, char **argv) {
  begin(&argc, &argv);
  MPI_Barrier(W);
  in_parts();
  from_groups();
  MPI_Barrier(W);
  MPI_Finalize();
  return 0;
}
