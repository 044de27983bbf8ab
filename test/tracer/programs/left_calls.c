/*
 * Calls that fail, and whose error handler leaves them: `left_calls MODE`. Exit code 1 where what follows is not as it
 * should be.
 */
#include <mpi.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 10
#define TIMES 3
#define THREADS 3

static int rank, size;
static const char *mode;
static __thread jmp_buf back;
static __thread int handled;

static void leave(MPI_Comm *comm, int *code, ...) {
  int flag;
  handled++;
  MPI_Initialized(&flag);
  if (!strcmp(mode, "abort")) MPI_Abort(*comm, 7);
  if (!strcmp(mode, "exit")) exit(7);
  longjmp(back, 1);
}

static void leave_window(MPI_Win *window, int *code, ...) {
  handled++;
  longjmp(back, 1);
}

static void leave_file(MPI_File *file, int *code, ...) {
  handled++;
  longjmp(back, 1);
}

/* Its own calls are a part of the call that fails. */
static void stay(MPI_Comm *comm, int *code, ...) {
  int sum, one = 1;
  if (strcmp(mode, "nested")) handled++;
  else if (!setjmp(back)) MPI_Send(&one, 1, MPI_INT, size + 5, 0, MPI_COMM_SELF);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
}

/* Round trips from deep in the stack: their frames are where those of the call that failed were. */
static int exchange(MPI_Comm comm, int tag, int depth) {
  volatile char room[256] = {0};
  int right = 1;
  if (depth > 0) return exchange(comm, tag, depth - 1) + room[17];
  for (int i = 0; i < ROUNDS; i++) {
    int sent = 10 * rank + i, received = -1;
    MPI_Sendrecv(&sent, 1, MPI_INT, (rank + 1) % size, tag, &received, 1, MPI_INT, (rank + size - 1) % size, tag, comm,
                 MPI_STATUS_IGNORE);
    right &= received == 10 * ((rank + size - 1) % size) + i;
  }
  return right;
}

/* `leaves`: the handler does not come back. */
static int fail_on(MPI_Comm comm, int leaves) {
  volatile int right = 1;
  int value = 0, many[4] = {0};
  for (volatile int i = 0; i < TIMES; i++) {
    MPI_Request request;
    handled = 0;
    if (!setjmp(back)) MPI_Send(&value, 1, MPI_INT, size + 7, 0, comm);
    right &= handled == 1;
    if (!setjmp(back)) MPI_Bcast(&value, 1, MPI_INT, size + 7, comm);
    right &= handled == 2;
    if (!setjmp(back)) MPI_Irecv(&value, -1, MPI_INT, 0, 0, comm, &request);
    right &= handled == 3;
    /* A message that is too long for its buffer. */
    MPI_Isend(many, 4, MPI_INT, rank, 90, comm, &request);
    if (!setjmp(back)) MPI_Recv(&value, 1, MPI_INT, rank, 90, comm, MPI_STATUS_IGNORE);
    right &= handled == 4;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    right &= exchange(comm, 1, 5 * leaves * i);
  }
  return right;
}

static int fail_elsewhere(void) {
  volatile int right = 1;
  int memory = 0, value = 1;
  MPI_Win window;
  MPI_File file;
  MPI_Errhandler of_window, of_file;
  MPI_Win_create_errhandler(leave_window, &of_window);
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_set_errhandler(window, of_window);
  MPI_Win_fence(0, window);
  handled = 0;
  if (!setjmp(back)) MPI_Put(&value, 1, MPI_INT, size + 7, 0, 1, MPI_INT, window);
  right &= handled == 1;
  right &= exchange(MPI_COMM_WORLD, 2, 10);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_File_create_errhandler(leave_file, &of_file);
  MPI_File_set_errhandler(MPI_FILE_NULL, of_file);
  if (!setjmp(back)) MPI_File_open(MPI_COMM_SELF, "/nonexistent/file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  right &= handled == 2;
  return right & exchange(MPI_COMM_WORLD, 3, 10);
}

static void *thread(void *comm) { return (void *)(long)fail_on(*(MPI_Comm *)comm, 1); }

static void *one_call(void *comm) {
  int value = 0;
  if (!setjmp(back)) MPI_Send(&value, 1, MPI_INT, size + 7, 0, *(MPI_Comm *)comm);
  return NULL;
}

int main(int n, char **words) {
  int provided, right = 1;
  pthread_t threads[THREADS];
  MPI_Comm comms[THREADS];
  MPI_Errhandler handler, inner;
  mode = words[1];
  const int many = !strcmp(mode, "threads"), turns = !strcmp(mode, "turns");
  MPI_Init_thread(&n, &words, many ? MPI_THREAD_MULTIPLE : turns ? MPI_THREAD_SERIALIZED : MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int leaves = strcmp(mode, "stay") && strcmp(mode, "nested");
  MPI_Comm_create_errhandler(leaves ? leave : stay, &handler);
  right &= exchange(MPI_COMM_WORLD, 0, 0);
  /* In `nested`, a call within the handler fails and is left, but not the outer one. */
  MPI_Comm_create_errhandler(leave, &inner);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, inner);
  for (int i = 0; i < THREADS; i++) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    MPI_Comm_set_errhandler(comms[i], handler);
  }
  for (int i = 0; many && i < THREADS; i++) pthread_create(&threads[i], NULL, thread, &comms[i]);
  for (int i = 0; many && i < THREADS; i++) {
    void *was;
    pthread_join(threads[i], &was);
    right &= (long)was;
  }
  if (turns) {
    pthread_create(&threads[0], NULL, one_call, &comms[0]);
    pthread_join(threads[0], NULL);
    right &= exchange(MPI_COMM_WORLD, 4, 5);
  }
  if (!many && !turns) right &= fail_on(comms[0], leaves);
  if (!strcmp(mode, "leave")) right &= fail_elsewhere();
  for (int i = 0; i < THREADS; i++) MPI_Comm_free(&comms[i]);
  MPI_Finalize();
  printf("%d %s\n", rank, right ? "right" : "wrong");
  return !right;
}
