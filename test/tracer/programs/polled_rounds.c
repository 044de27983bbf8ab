/*
 * 20 round trips of two ranks. A rank looks for its message by the calls that the first argument names, and passes the time
 * between two looks as the second says. Rank 1 computes 500 µs (asleep) before it answers.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#define IS(text) (strcmp(by, text) == 0)
static const char *by, *pass;

static void wait_for_nobody(void) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += 30000;
  if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(&condition, &mutex, &until);
  pthread_mutex_unlock(&mutex);
}

static void rest(int looks) {
  struct timeval brief = {0, 20};
  if (strcmp(pass, "usleep") == 0) usleep(20);
  if (strcmp(pass, "select") == 0) select(0, NULL, NULL, NULL, &brief);
  if (strcmp(pass, "condition") == 0) wait_for_nobody();
  if (strcmp(pass, "poll") == 0) looks % 2 ? (void)poll(NULL, 0, 1) : (void)sched_yield();
  /* Spins first, and sleeps then. */
  if (strcmp(pass, "late") == 0 && looks > 100) usleep(20);
}

static void await(int from) {
  const MPI_Comm world = MPI_COMM_WORLD;
  int token, over = 0, done = 0, other, index;
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Message message;
  MPI_Status status;
  if (IS("start")) MPI_Recv_init(&token, 1, MPI_INT, from, 0, world, requests), MPI_Start(requests);
  else if (!IS("iprobe") && !IS("improbe")) MPI_Irecv(&token, 1, MPI_INT, from, 0, world, requests);
  for (int looks = 0; !over; looks++) {
    if (IS("test") || IS("start")) MPI_Test(requests, &over, MPI_STATUS_IGNORE);
    if (IS("testall")) MPI_Testall(2, requests, &over, MPI_STATUSES_IGNORE);
    if (IS("testany")) MPI_Testany(2, requests, &index, &over, MPI_STATUS_IGNORE);
    if (IS("testsome")) MPI_Testsome(2, requests, &done, &index, MPI_STATUSES_IGNORE), over = done > 0;
    if (IS("status")) MPI_Request_get_status(requests[0], &over, MPI_STATUS_IGNORE);
    if (IS("iprobe")) MPI_Iprobe(from, 7, world, &other, &status), MPI_Iprobe(from, 0, world, &over, &status);
    if (IS("improbe")) MPI_Improbe(MPI_ANY_SOURCE, 0, world, &over, &message, &status);
    if (IS("wait")) {
      if (looks < 3) MPI_Test(requests, &over, MPI_STATUS_IGNORE);
      else MPI_Wait(requests, MPI_STATUS_IGNORE), over = 1;
    }
    if (!over) rest(looks);
  }
  if (IS("status")) MPI_Wait(requests, MPI_STATUS_IGNORE);
  if (IS("iprobe")) MPI_Recv(&token, 1, MPI_INT, from, 0, world, &status);
  if (IS("improbe")) MPI_Mrecv(&token, 1, MPI_INT, &message, &status);
  if (IS("start")) MPI_Request_free(requests);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, token = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  by = argv[1];
  pass = argv[2];
  for (int round = 0; round < 20; round++) {
    if (rank == 0) MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    await(1 - rank);
    if (rank == 0) continue;
    usleep(500);
    MPI_Send(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
