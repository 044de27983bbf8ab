/* ns per call: a look at the clock, MPI_Iprobe that finds nothing, and MPI_Isend, MPI_Recv, MPI_Wait to oneself. Prints the least of the rounds. */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

#define CALLS 200000
#define ROUNDS 9

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static void probes(void) {
  int flag;
  for (int i = 0; i < CALLS; i++) MPI_Iprobe(0, 1, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
}

static void nobody(void) {
  for (int i = 0; i < CALLS; i++) MPI_Send(NULL, 0, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
}

/* For comparison: every traced call looks at the clock twice. */
static void clocks(void) {
  for (int i = 0; i < CALLS; i++) now();
}

/* Three calls a message. */
static void messages(void) {
  MPI_Request request;
  int sent = 1, got;
  for (int i = 0; i < CALLS / 3; i++) {
    MPI_Isend(&sent, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
    MPI_Recv(&got, 1, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

static void reductions(void) {
  int mine = 1, sum;
  for (int i = 0; i < CALLS; i++) MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
}

static void measure(const char *name, void (*run)(void)) {
  double least = 1e30;
  for (int i = 0; i < ROUNDS; i++) {
    const double from = now();
    run();
    const double each = (now() - from) / CALLS;
    if (each < least) least = each;
  }
  printf("%s %.1f\n", name, least);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  measure("Clock", clocks);
  measure("Iprobe", probes);
  measure("Send", nobody);
  measure("Isend+Recv+Wait", messages);
  measure("Allreduce", reductions);
  MPI_Finalize();
  return 0;
}
