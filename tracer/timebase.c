/*
 * How far are two clocks apart? A rank requests the time from rank 0: that was read after the request left and before the
 * answer came, which leaves a span for the difference. All spans hold, so the difference is in their intersection.
 */
#include "timebase.h"

#include <sched.h>
#include <unistd.h>

#include "sleep.h"

/* Of a node; more where these are not enough, but neither for so long, ns, nor so often in vain: without a span that is
   smaller by a tenth. */
#define ROUNDS 200
#define LONGEST 10000000000
#define VAIN 800
#define BETTER 10
/* Between two looks of a rank that waits for others to compare theirs. */
#define PATIENCE 100000

typedef struct {
  int64_t least, most; /* of common time less time here */
  int64_t trip;        /* half of the fastest round trip */
} span;

static MPI_Comm trips = MPI_COMM_NULL;
static int64_t shift; /* common time less time here */
static int64_t trip, error;
static int64_t enough; /* a span, ns */

/* The MPI library may spin in a blocking call, on a core that others need. */
static void until_over(MPI_Request request, int64_t pause) {
  int over;
  while (PMPI_Test(&request, &over, MPI_STATUS_IGNORE), !over) {
    if (pause > 0) llt_sleep_to(llt_now() + pause);
    else sched_yield();
  }
}

static void send_time(int to, int64_t time) {
  MPI_Request request;
  PMPI_Isend(&time, 1, MPI_INT64_T, to, 0, trips, &request);
  until_over(request, 0);
}

static int64_t recv_time(int from, int64_t pause) {
  int64_t time;
  MPI_Request request;
  PMPI_Irecv(&time, 1, MPI_INT64_T, from, 0, trips, &request);
  until_over(request, pause);
  return time;
}

/* Rank 0, to one node after the other: your turn, for as long as you ask. */
static void serve(int node) {
  send_time(node, 0);
  while (recv_time(node, 0)) send_time(node, llt_now());
}

static void ask_once(span *of) {
  const int64_t left = llt_now();
  send_time(0, 1);
  const int64_t there = recv_time(0, 0), back = llt_now();
  if (there - back > of->least) of->least = there - back;
  if (there - left < of->most) of->most = there - left;
  if ((back - left) / 2 < of->trip) of->trip = (back - left) / 2;
}

/* Where other work has the cores, most answers wait for one. */
static span ask(void) {
  span of = {INT64_MIN / 2, INT64_MAX / 2, INT64_MAX};
  recv_time(0, PATIENCE);
  const int64_t began = llt_now();
  int64_t width = INT64_MAX, best = INT64_MAX, lasted = 0;
  for (int i = 0, better = 0; i < ROUNDS || (width > enough && i < better + VAIN && lasted < LONGEST); i++) {
    ask_once(&of);
    width = of.most - of.least;
    if (width < best - best / BETTER) best = width, better = i;
    lasted = llt_now() - began;
  }
  send_time(0, 0);
  return of;
}

/* The same for all ranks of a node. */
static span compare(void) {
  span of = {0, 0, 0};
  MPI_Request request;
  if (llt.rank == 0)
    for (int i = 1; i < llt_nodes.count; i++) serve(llt_nodes.first[i]);
  else if (llt_nodes.rank == 0) of = ask();
  PMPI_Ibcast(&of, 3, MPI_INT64_T, 0, llt_nodes.comm, &request);
  until_over(request, PATIENCE);
  return of;
}

static int64_t worst(int64_t own) {
  int64_t all;
  MPI_Request request;
  PMPI_Iallreduce(&own, &all, 1, MPI_INT64_T, MPI_MAX, trips, &request);
  until_over(request, PATIENCE);
  return all;
}

void llt_timebase_start(int64_t spans) {
  enough = spans;
  if (llt_nodes.count == 1) return;
  PMPI_Comm_dup(MPI_COMM_WORLD, &trips);
  const span of = compare();
  shift = of.least + (of.most - of.least) / 2;
  error = worst((of.most - of.least + 1) / 2);
  trip = worst(of.trip);
  /* The second time no more is required than the first time achieved. */
  if (enough < 2 * error) enough = 2 * error;
}

/* The farther end of the span, from where the clock was taken to be. */
static int64_t farthest(const span *of) {
  const int64_t below = shift - of->least, above = of->most - shift;
  return below > above ? below : above;
}

void llt_timebase_check(void) {
  if (llt_nodes.count == 1) return;
  const span of = compare();
  const int64_t now = worst(farthest(&of));
  if (now > error) error = now;
}

int64_t llt_timebase_trip(void) { return trip; }

/* Rounds of a round trip, fewer on a slow network, ns. */
#define TRIPS 20
#define TRIPS_LAST 20000000

/* A rank on another host than rank 0, or the next one. */
static int far_rank(void) {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  uint64_t hash = 14695981039346656037u;
  for (const char *c = name; *c != 0; c++) hash = (hash ^ (unsigned char)*c) * 1099511628211u;
  uint64_t first = hash;
  PMPI_Bcast(&first, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  int own = hash == first ? llt.ranks : llt.rank, far;
  PMPI_Allreduce(&own, &far, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return far == llt.ranks ? 1 : far;
}

int64_t llt_half_round_trip(void) {
  if (llt.ranks == 1) return 0;
  const int far = far_rank();
  int64_t half = INT64_MAX;
  trips = MPI_COMM_WORLD;
  if (llt.rank == 0) {
    const int64_t began = llt_now();
    for (int i = 0; i < 2 || (i < TRIPS && llt_now() - began < TRIPS_LAST); i++) {
      const int64_t left = llt_now();
      send_time(far, 1);
      recv_time(far, 0);
      if ((llt_now() - left) / 2 < half) half = (llt_now() - left) / 2;
    }
    send_time(far, 0);
  } else if (llt.rank == far) {
    while (recv_time(0, 0)) send_time(0, 1);
  }
  MPI_Request request;
  PMPI_Ibcast(&half, 1, MPI_INT64_T, 0, MPI_COMM_WORLD, &request);
  until_over(request, PATIENCE);
  return half;
}

int64_t llt_timebase_error(void) { return error; }

int64_t llt_to_common(int64_t time) { return time + shift; }

int64_t llt_from_common(int64_t time) { return time - shift; }
