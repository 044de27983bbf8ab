/*
 * Three threads that send a message around the ring, N each, whatever number of threads at once MPI grants: one call after
 * the other, or with the argument `whole` one message after the other, or with `at-once` all at once. Prints what was granted.
 */
#include "common.h"
#include <pthread.h>
#include <string.h>

#define THREADS 3

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t next = PTHREAD_COND_INITIALIZER;
static int at_once, whole;
static int turns;
static MPI_Comm comms[THREADS];

/* Those of `whole`, in the same order on all ranks. */
static void take_turn(int number) {
  if (!whole) return;
  pthread_mutex_lock(&turn);
  while (turns != number) pthread_cond_wait(&next, &turn);
  pthread_mutex_unlock(&turn);
}

static void pass_turn(void) {
  if (!whole) return;
  pthread_mutex_lock(&turn);
  turns++;
  pthread_cond_broadcast(&next);
  pthread_mutex_unlock(&turn);
}

static void *work(void *of) {
  const int thread = *(int *)of;
  for (int i = 0; i < N; i++) {
    int in = -1, out = 10 * rank + thread;
    take_turn(i * THREADS + thread);
    if (!at_once) pthread_mutex_lock(&turn);
    MPI_Request request;
    MPI_Irecv(&in, 1, MPI_INT, left(), i, comms[thread], &request);
    MPI_Send(&out, 1, MPI_INT, right(), i, comms[thread]);
    if (!at_once) pthread_mutex_unlock(&turn);
    for (int flag = 0; !flag;) {
      if (!at_once) pthread_mutex_lock(&turn);
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
      if (!at_once) pthread_mutex_unlock(&turn);
    }
    pass_turn();
    must(in == 10 * left() + thread, "message");
  }
  return NULL;
}

int main(int argc, char **argv) {
  int provided, numbers[THREADS];
  pthread_t threads[THREADS];
  at_once = argc > 1 && strcmp(argv[1], "at-once") == 0;
  whole = argc > 1 && strcmp(argv[1], "whole") == 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(W, &rank);
  MPI_Comm_size(W, &ranks);
  if (rank == 0) printf("%s\n", provided == MPI_THREAD_MULTIPLE ? "multiple" : "serialized");
  for (int i = 0; i < THREADS; i++) MPI_Comm_dup(W, &comms[i]);
  for (int i = 0; i < THREADS; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, work, &numbers[i]);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  MPI_Finalize();
  return 0;
}
