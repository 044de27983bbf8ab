/*
 * Rank 0 tests for a message of rank 1, which comes after 20 ms. Between two tests it passes the time as the argument says:
 * `usleep`, `nanosleep`, `yield`, `mixed` (both), `probes` (sleeps between tests and probes), or it computes so many µs,
 * 10 ms in all if there is time. It prints how many µs it computed.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static double computed;

static void compute(double us) {
  static volatile double sum;
  const double begin = cpu();
  while (cpu() - begin < us)
    for (int i = 0; i < 100; i++) sum += i;
  computed += cpu() - begin;
}

static void pass(const char *how, int n, double *left) {
  const struct timespec shortest = {0, 1};
  const double us = atof(how);
  const int other = 0;
  int flag;
  if (us > 0 && *left > 0) compute(us), *left -= us;
  if (strcmp(how, "usleep") == 0) usleep(20);
  if (strcmp(how, "nanosleep") == 0) nanosleep(&shortest, NULL);
  if (strcmp(how, "yield") == 0 || (strcmp(how, "mixed") == 0 && n % 3 == 0)) sched_yield();
  if (strcmp(how, "mixed") == 0 && n % 3 == 1) usleep(5);
  if (strcmp(how, "probes") == 0) {
    usleep(10);
    MPI_Iprobe(1, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    usleep(10);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, token = 0;
  MPI_Request request;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char *how = argc > 1 ? argv[1] : "usleep";
  for (int round = 0; round < 5; round++) {
    if (rank == 1) {
      MPI_Recv(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      usleep(20000);
      MPI_Send(&token, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    }
    if (rank != 0) continue;
    double left = 10000;
    MPI_Irecv(&token, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &request);
    MPI_Send(&token, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    for (int done = 0, n = 0; !done; n++) {
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      if (!done) pass(how, n, &left);
    }
  }
  if (rank == 0) printf("%.0f\n", computed);
  MPI_Finalize();
  return 0;
}
