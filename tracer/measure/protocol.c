/*
 * From which size on does a send wait for its receive? The client sends a message that has no receive yet, and then a signal
 * that has. If the signal comes, the send was over without its receive: certainly eager. If none comes for a while, the
 * receive is posted, and the send counts as one that waits; a client that just had no core tries again.
 */
#include <time.h>

#include "measure.h"

enum { TRIES = 5, ROUND_TRIPS = 20 };
static const int64_t WHILE = 20000000; /* ns */

static int signalled(MPI_Request *signal, int64_t until) {
  const struct timespec nap = {0, 50000};
  int done = 0;
  for (;;) {
    MPI_Test(signal, &done, MPI_STATUS_IGNORE);
    if (done || now() >= until) return done;
    nanosleep(&nap, NULL);
  }
}

/* Answers until it gets a negative size. */
static void serve(int client) {
  for (;;) {
    double asked[2]; /* bytes; for how long the receive is held back, ns */
    char sign;
    MPI_Request signal;
    MPI_Recv(asked, 2, MPI_DOUBLE, client, TAG_CONTROL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (asked[0] < 0) return;
    MPI_Irecv(&sign, 1, MPI_BYTE, client, TAG_SIGNAL, MPI_COMM_WORLD, &signal);
    int eager = signalled(&signal, now() + (int64_t)asked[1]);
    recv_bytes((int)asked[0], client);
    if (!eager) complete(1, &signal);
    MPI_Send(&eager, 1, MPI_INT, client, TAG_CONTROL, MPI_COMM_WORLD);
  }
}

static int try_once(int server, int bytes, int64_t held, int number) {
  const double asked[2] = {bytes, (double)held};
  char sign = 0;
  int eager;
  MPI_Send(asked, 2, MPI_DOUBLE, server, TAG_CONTROL, MPI_COMM_WORLD);
  const int64_t start = now();
  send_bytes(bytes, server);
  const int64_t took = now() - start;
  MPI_Send(&sign, 1, MPI_BYTE, server, TAG_SIGNAL, MPI_COMM_WORLD);
  MPI_Recv(&eager, 1, MPI_INT, server, TAG_CONTROL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  note(eager ? SENT_EARLY : SENT_WITH_RECEIVE, rank, server, bytes, 1, held, number, (double)took);
  return eager;
}

static int is_eager(int server, int bytes, int64_t held) {
  for (int i = 0; i < TRIES; i++)
    if (try_once(server, bytes, held, i)) return 1;
  return 0;
}

/* How long a signal may take: more than the network's own time, which may have been made longer. */
static int64_t patience(int server) {
  int64_t least = INT64_MAX;
  for (int i = 0; i < ROUND_TRIPS; i++) {
    const int64_t start = now();
    send_bytes(1, server);
    recv_bytes(1, server);
    if (now() - start < least) least = now() - start;
  }
  return WHILE + 4 * least;
}

static int ask(int server, int most) {
  const int64_t held = patience(server);
  int eager = 0, waits = 1; /* the largest that is known to be, the smallest that is not */
  while (waits < most && is_eager(server, waits, held)) {
    eager = waits;
    waits = waits > most / 2 ? most : 2 * waits;
  }
  if (waits == most && is_eager(server, most, held)) return -1;
  while (waits - eager > 1) {
    const int middle = eager + (waits - eager) / 2;
    if (is_eager(server, middle, held)) eager = middle;
    else waits = middle;
  }
  return eager;
}

int eager_limit(int client, int server, int most) {
  int limit = 0;
  if (rank == server) {
    for (int i = 0; i < ROUND_TRIPS; i++) {
      recv_bytes(1, client);
      send_bytes(1, client);
    }
    serve(client);
    MPI_Recv(&limit, 1, MPI_INT, client, TAG_CONTROL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == client) {
    const double stop[2] = {-1, 0};
    limit = ask(server, most);
    MPI_Send(stop, 2, MPI_DOUBLE, server, TAG_CONTROL, MPI_COMM_WORLD);
    MPI_Send(&limit, 1, MPI_INT, server, TAG_CONTROL, MPI_COMM_WORLD);
  }
  return limit;
}
