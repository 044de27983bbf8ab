/*
 * Two threads of each of two ranks at once, N rounds each, on a communicator each: `messages` there and back, `tests` of a
 * message each way that one thread tests for and the other waits for, `collectives`, `within` a rank from one thread to the
 * other, `probes`, or `made` communicators. `errors`: one thread leaves a failed call by longjmp while the other waits.
 */
#include "common.h"
#include <pthread.h>
#include <setjmp.h>
#include <string.h>
#include <unistd.h>

static const char *mode;
static MPI_Comm comms[2];
static __thread jmp_buf back;

static int is(const char *name) { return strcmp(mode, name) == 0; }

static void there_and_back(int peer, int tag, int first, MPI_Comm comm, int probes) {
  int in = -1, out = 10 * tag, found = 0;
  MPI_Status status;
  if (first) MPI_Send(&out, 1, MPI_INT, peer, tag, comm);
  if (probes && tag == 0) MPI_Probe(MPI_ANY_SOURCE, tag, comm, &status);
  while (probes && tag == 1 && !found) MPI_Iprobe(peer, tag, comm, &found, &status);
  MPI_Recv(&in, 1, MPI_INT, probes ? MPI_ANY_SOURCE : peer, tag, comm, &status);
  must(in == out && status.MPI_SOURCE == peer, "message");
  if (!first) MPI_Send(&out, 1, MPI_INT, peer, tag, comm);
}

/* From the first thread of a rank to its second, and back. */
static void pass_on(int thread, int value) {
  int in = -1;
  if (thread == 0) MPI_Send(&value, 1, MPI_INT, rank, 0, comms[0]);
  MPI_Recv(&in, 1, MPI_INT, rank, 0, comms[1 - thread], MPI_STATUS_IGNORE);
  if (thread == 1) MPI_Send(&value, 1, MPI_INT, rank, 0, comms[1]);
  must(in == value, "message within");
}

static void exchange(int peer, int thread, MPI_Comm comm) {
  int in = -1, out = thread, over = 0;
  MPI_Request both[2];
  MPI_Status statuses[2];
  MPI_Irecv(&in, 1, MPI_INT, peer, 0, comm, &both[0]);
  MPI_Isend(&out, 1, MPI_INT, peer, 0, comm, &both[1]);
  if (thread == 0) MPI_Waitall(2, both, statuses);
  while (thread == 1 && !over) MPI_Testall(2, both, &over, statuses);
  must(in == out, "exchange");
}

static void leave(MPI_Comm *comm, int *code, ...) {
  (void)comm, (void)code;
  longjmp(back, 1);
}

static void fail(MPI_Comm comm) {
  int value = 0;
  if (setjmp(back)) return;
  MPI_Send(&value, 1, MPI_INT, 7, 0, comm);
  must(0, "error");
}

static void *rounds(void *number) {
  const int thread = *(int *)number;
  MPI_Comm comm = comms[thread];
  /* Both threads of rank 1 are in MPI before it goes on, so that the trace shows that they call at once. */
  if (rank == 0) usleep(5000);
  for (int i = 0; i < N; i++) {
    int sum = 0;
    MPI_Comm made;
    if (is("messages") || is("probes")) there_and_back(1 - rank, thread, rank == 0, comm, is("probes"));
    if (is("within")) pass_on(thread, i);
    if (is("tests")) exchange(1 - rank, thread, comm);
    if (is("collectives") && thread == 0) MPI_Barrier(comm);
    if (is("collectives") && thread == 1) MPI_Allreduce(&thread, &sum, 1, MPI_INT, MPI_SUM, comm);
    if (is("collectives")) must(sum == 2 * thread, "sum");
    if (is("errors") && thread == 0) fail(comm);
    if (is("errors")) there_and_back(1 - rank, thread, rank == 0, comm, 0);
    if (!is("made")) continue;
    MPI_Comm_dup(comm, &made);
    MPI_Barrier(made);
    MPI_Comm_free(&made);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int provided, numbers[2] = {0, 1};
  pthread_t other;
  MPI_Errhandler handler;
  mode = argc > 1 ? argv[1] : "messages";
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  must(provided == MPI_THREAD_MULTIPLE, "level");
  MPI_Comm_rank(W, &rank);
  MPI_Comm_size(W, &ranks);
  MPI_Comm_create_errhandler(leave, &handler);
  for (int i = 0; i < 2; i++) MPI_Comm_dup(W, &comms[i]);
  if (is("errors")) MPI_Comm_set_errhandler(comms[0], handler);
  pthread_create(&other, NULL, rounds, &numbers[1]);
  rounds(&numbers[0]);
  pthread_join(other, NULL);
  MPI_Errhandler_free(&handler);
  for (int i = 0; i < 2; i++) MPI_Comm_free(&comms[i]);
  MPI_Finalize();
  return 0;
}
