/*
 * Which L holds? Half of a round trip of 8 bytes, between rank 0 and each of the others in turn.
 *
 *   pingpong ROUNDS
 *
 * Rank 0 prints, in ns: median, 10th and 90th percentile of half a round trip, and the median time of MPI_Send.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Rounds with each rank that do not count. */
#define WARM 5

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void ask(int other, double *half, double *send) {
  double value = 0;
  const double start = now();
  MPI_Send(&value, 1, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
  *send = now() - start;
  MPI_Recv(&value, 1, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *half = (now() - start) / 2;
}

static void answer(int rounds) {
  double value;
  for (int i = 0; i < rounds + WARM; i++) {
    MPI_Recv(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  }
}

static void print(double *half, double *send, int n) {
  qsort(half, n, sizeof *half, compare);
  qsort(send, n, sizeof *send, compare);
  printf("%.0f %.0f %.0f %.0f\n", half[n / 2], half[n / 10], half[n * 9 / 10], send[n / 2]);
}

static void measure(int ranks, int rounds) {
  const int n = (ranks - 1) * rounds;
  double *half = malloc(n * sizeof *half), *send = malloc(n * sizeof *send), unused;
  for (int other = 1; other < ranks; other++) {
    for (int i = 0; i < WARM; i++) ask(other, &unused, &unused);
    for (int i = 0; i < rounds; i++) ask(other, &half[(other - 1) * rounds + i], &send[(other - 1) * rounds + i]);
  }
  print(half, send, n);
  free(half);
  free(send);
}

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int rounds = argc == 2 ? atoi(argv[1]) : 0;
  if (rounds < 1 || ranks < 2) MPI_Abort(MPI_COMM_WORLD, 2);
  if (rank == 0) measure(ranks, rounds);
  else answer(rounds);
  MPI_Finalize();
  return 0;
}
