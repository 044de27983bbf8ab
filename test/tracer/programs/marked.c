/* A setup, a loop between two MPI_Pcontrol, whose parts are regions, and an end. */
#include "common.h"
#include "llamp.h"

#define CELLS 20000

static double x[CELLS];

__attribute__((noinline)) static double work(double by) {
  double sum = 0;
  for (int i = 0; i < CELLS; i++) {
    x[i] = (x[i] + by) / 3 + 1e-3;
    sum += x[i];
  }
  return sum;
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  double value = rank, got = 0, all = 0;
  llamp_region_begin("setup");
  MPI_Bcast(&value, 1, MPI_DOUBLE, 0, W);
  work(value);
  MPI_Barrier(W);
  llamp_region_end();
  work(value);
  MPI_Pcontrol(1);
  llamp_region_begin("solve");
  for (int i = 0; i < N; i++) {
    value = work(got);
    llamp_region_begin("exchange");
    MPI_Sendrecv(&value, 1, MPI_DOUBLE, right(), 0, &got, 1, MPI_DOUBLE, left(), 0, W, MPI_STATUS_IGNORE);
    llamp_region_end();
    value = work(got);
    llamp_region_begin("norm");
    MPI_Allreduce(&value, &all, 1, MPI_DOUBLE, MPI_SUM, W);
    llamp_region_end();
  }
  llamp_region_end();
  work(all);
  MPI_Pcontrol(0);
  work(all);
  MPI_Reduce(&value, &all, 1, MPI_DOUBLE, MPI_SUM, 0, W);
  work(all);
  MPI_Finalize();
  return 0;
}
