/* Two threads of each of two ranks wait for messages by tests, asleep between them: 20 round trips of each. */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static MPI_Comm comms[2];
static int rank;

static void await(MPI_Comm comm) {
  int token, over = 0;
  MPI_Request request;
  MPI_Irecv(&token, 1, MPI_INT, 1 - rank, 0, comm, &request);
  while (!over) {
    MPI_Test(&request, &over, MPI_STATUS_IGNORE);
    if (!over) usleep(20);
  }
}

static void *rounds(void *comm) {
  int token = 0;
  for (int round = 0; round < 20; round++) {
    if (rank == 0) MPI_Send(&token, 1, MPI_INT, 1, 0, *(MPI_Comm *)comm);
    await(*(MPI_Comm *)comm);
    if (rank == 0) continue;
    usleep(500);
    MPI_Send(&token, 1, MPI_INT, 0, 0, *(MPI_Comm *)comm);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 2; i++) MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
  pthread_create(&thread, NULL, rounds, &comms[1]);
  rounds(&comms[0]);
  pthread_join(thread, NULL);
  MPI_Finalize();
  return 0;
}
