/*
 * Two messages to each neighbour, a wait, computation, a Reduce and its Bcast, two Allreduces. Compiled with MERGED, LATE or
 * BARE it is the same program as what-if is asked about.
 */
#include "common.h"

#define CELLS 2048

static double x[CELLS];

__attribute__((noinline)) static double compute(double by) {
  double sum = 0;
  for (int i = 0; i < CELLS; i++) sum += x[i] = x[i] * 0.5 + by;
  return sum;
}

__attribute__((noinline)) static double exchange(double by) {
  double in[6] = {0}, out[6] = {by, by, by, by, by, by};
  MPI_Request requests[4];
#ifdef MERGED
  MPI_Irecv(in, 6, MPI_DOUBLE, left(), 2, W, &requests[0]);
  MPI_Isend(out, 6, MPI_DOUBLE, right(), 2, W, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  return compute(in[5]);
#elif defined(BARE)
  return compute(by);
#else
  MPI_Irecv(in, 2, MPI_DOUBLE, left(), 1, W, &requests[0]);
  MPI_Irecv(in + 2, 4, MPI_DOUBLE, left(), 2, W, &requests[1]);
  MPI_Isend(out, 2, MPI_DOUBLE, right(), 1, W, &requests[2]);
  MPI_Isend(out + 2, 4, MPI_DOUBLE, right(), 2, W, &requests[3]);
#ifdef LATE
  double sum = compute(by);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  return sum + in[5];
#else
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  return compute(in[5]);
#endif
#endif
}

__attribute__((noinline)) static double largest(double mine) {
  double all = mine;
#ifdef MERGED
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, W);
#elif !defined(BARE)
  MPI_Reduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, 0, W);
  MPI_Bcast(&all, 1, MPI_DOUBLE, 0, W);
#endif
  return all;
}

__attribute__((noinline)) static double sums(double mine) {
  double two[2] = {mine, mine * mine}, all[2] = {0};
#ifdef MERGED
  MPI_Allreduce(two, all, 2, MPI_DOUBLE, MPI_SUM, W);
#else
  MPI_Allreduce(two, all, 1, MPI_DOUBLE, MPI_SUM, W);
  MPI_Allreduce(two + 1, all + 1, 1, MPI_DOUBLE, MPI_SUM, W);
#endif
  return all[0] + all[1];
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  double by = 1e-3 * rank;
  for (int i = 0; i < N; i++) {
    by = exchange(by) * 1e-6;
    by = largest(by) + sums(by) * 1e-9;
  }
  MPI_Finalize();
  return by < 0;
}
