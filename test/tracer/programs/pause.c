/* Sleeps 300 ms between two barriers; rank 0 prints how long that was by the system's clock, in ns. */
#include <time.h>

#include "common.h"

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  const struct timespec pause = {0, 300000000};
  MPI_Barrier(MPI_COMM_SELF);
  const long long before = now();
  nanosleep(&pause, NULL);
  const long long slept = now() - before;
  MPI_Barrier(MPI_COMM_SELF);
  if (rank == 0) printf("%lld\n", slept);
  MPI_Finalize();
  return 0;
}
