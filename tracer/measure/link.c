/* How are messages sent and waited for? By blocking calls; where ranks share cores, by looking and giving way. */
#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include "measure.h"

int yielding;
char *buffer;

static void complete_one(MPI_Request *request) {
  if (!yielding) {
    MPI_Wait(request, MPI_STATUS_IGNORE);
    return;
  }
  for (int done = 0; !done;) {
    MPI_Test(request, &done, MPI_STATUS_IGNORE);
    if (!done) sched_yield();
  }
}

void complete(int count, MPI_Request *requests) {
  for (int i = 0; i < count; i++) complete_one(&requests[i]);
}

void send_bytes(int bytes, int to) {
  if (!yielding) {
    MPI_Send(buffer, bytes, MPI_BYTE, to, TAG_DATA, MPI_COMM_WORLD);
    return;
  }
  MPI_Request request;
  MPI_Isend(buffer, bytes, MPI_BYTE, to, TAG_DATA, MPI_COMM_WORLD, &request);
  complete(1, &request);
}

void recv_bytes(int bytes, int from) {
  if (!yielding) {
    MPI_Recv(buffer + bytes, bytes, MPI_BYTE, from, TAG_DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return;
  }
  MPI_Request request;
  MPI_Irecv(buffer + bytes, bytes, MPI_BYTE, from, TAG_DATA, MPI_COMM_WORLD, &request);
  complete(1, &request);
}

static MPI_Request *requests_for(int messages) {
  static MPI_Request *requests;
  static int room;
  if (messages <= room) return requests;
  requests = realloc(requests, (size_t)messages * sizeof *requests);
  if (requests == NULL) fail("memory", "requests");
  room = messages;
  return requests;
}

void put_all(int bytes, int messages, int to) {
  MPI_Request *requests = requests_for(messages);
  for (int i = 0; i < messages; i++)
    MPI_Isend(buffer, bytes, MPI_BYTE, to, TAG_DATA, MPI_COMM_WORLD, &requests[i]);
  complete(messages, requests);
}

/* One after another: a buffer serves one receive at a time. */
void take_all(int bytes, int messages, int from) {
  for (int i = 0; i < messages; i++) recv_bytes(bytes, from);
}

/* Whoever has nothing to measure leaves its core to others. */
static void await(int from) {
  const struct timespec nap = {0, 1000000};
  MPI_Request request;
  char token;
  MPI_Irecv(&token, 1, MPI_BYTE, from, TAG_GATE, MPI_COMM_WORLD, &request);
  for (int done = 0; !done;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (!done) nanosleep(&nap, NULL);
  }
}

void gate(void) {
  char token = 0;
  if (rank == 0) {
    for (int i = 1; i < ranks; i++) await(i);
    for (int i = 1; i < ranks; i++) MPI_Send(&token, 1, MPI_BYTE, i, TAG_GATE, MPI_COMM_WORLD);
    return;
  }
  MPI_Send(&token, 1, MPI_BYTE, 0, TAG_GATE, MPI_COMM_WORLD);
  await(0);
}
