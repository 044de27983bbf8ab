/* Four threads that call MPI at once: each sends itself 1000 messages, with a tag of its own. */
#include "common.h"
#include <pthread.h>

#define THREADS 4

static void *work(void *tag) {
  int sent = 1, got = 0;
  for (int i = 0; i < 1000; i++)
    MPI_Sendrecv(&sent, 1, MPI_INT, rank, *(int *)tag, &got, 1, MPI_INT, rank, *(int *)tag, W, MPI_STATUS_IGNORE);
  return NULL;
}

int main(int argc, char **argv) {
  int provided, tags[THREADS];
  pthread_t threads[THREADS];
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(W, &rank);
  must(provided == MPI_THREAD_MULTIPLE, "threads");
  for (int i = 0; i < THREADS; i++) {
    tags[i] = i;
    pthread_create(&threads[i], NULL, work, &tags[i]);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  MPI_Finalize();
  return 0;
}
