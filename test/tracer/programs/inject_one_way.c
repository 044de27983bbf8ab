/* Prints, in µs, the median of the way from rank 0 to the last one and of the way back, by the system's true clock. */
#define _GNU_SOURCE
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "common.h"

#define ROUNDS 15

/* Not by the C library, in front of which another clock may be loaded. */
static double now(void) {
  struct timespec t;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  const int last = ranks - 1;
  const int64_t pause = argc > 1 ? atoll(argv[1]) : 0; /* in µs, before the rounds */
  double sent, there[ROUNDS], back[ROUNDS];
  if (pause > 0) usleep(pause);
  for (int i = 0; i < ROUNDS; i++) {
    if (rank == 0) {
      sent = now();
      MPI_Send(&sent, 1, MPI_DOUBLE, last, i, W);
      MPI_Recv(&sent, 1, MPI_DOUBLE, last, i, W, MPI_STATUS_IGNORE);
      back[i] = now() - sent;
    } else if (rank == last) {
      MPI_Recv(&sent, 1, MPI_DOUBLE, 0, i, W, MPI_STATUS_IGNORE);
      there[i] = now() - sent;
      sent = now();
      MPI_Send(&sent, 1, MPI_DOUBLE, 0, i, W);
    }
  }
  if (rank == last) MPI_Send(there, ROUNDS, MPI_DOUBLE, 0, 99, W);
  if (rank == 0) {
    MPI_Recv(there, ROUNDS, MPI_DOUBLE, last, 99, W, MPI_STATUS_IGNORE);
    qsort(there, ROUNDS, sizeof *there, by_size);
    qsort(back, ROUNDS, sizeof *back, by_size);
    printf("%.1f %.1f\n", there[ROUNDS / 2], back[ROUNDS / 2]);
  }
  MPI_Finalize();
  return 0;
}
