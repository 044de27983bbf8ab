/*
 * Epochs of one-sided communication in which all ranks take part: each is the origin of the next one and the target of the
 * one before. MODE, rounds and bytes are arguments.
 */
#include "common.h"

static MPI_Win win;
static char *own, *got;
static int bytes;

static int is(const char *mode, const char *what) { return strcmp(mode, what) == 0; }
static void put_to(int target) { MPI_Put(own, bytes, MPI_CHAR, target, 0, bytes, MPI_CHAR, win); }
static void put(void) { put_to(right()); }
static void get(void) { MPI_Get(got, bytes, MPI_CHAR, right(), 0, bytes, MPI_CHAR, win); }

static void compute(double seconds) {
  const double from = MPI_Wtime();
  while (MPI_Wtime() - from < seconds) {
  }
}

/* Rank 1 comes early, a latency before rank 0. */
static void late_fence(void) {
  if (rank == 1) MPI_Send(own, 1, MPI_CHAR, 0, 0, W);
  if (rank == 0) MPI_Recv(got, 1, MPI_CHAR, 1, 0, W, MPI_STATUS_IGNORE);
  put();
  MPI_Win_fence(0, win);
  if (rank == 1) compute(0.002);
}

static void locked(void) {
  for (int k = 1; k < ranks; k++) MPI_Win_lock(MPI_LOCK_SHARED, (rank + k) % ranks, 0, win);
  for (int k = 1; k < ranks; k++) put_to((rank + k) % ranks);
  for (int k = 1; k < ranks; k++) MPI_Win_unlock((rank + k) % ranks, win);
}

/* A token goes round, each time behind a put that is over. */
static void chained(int first, int last) {
  char token = 0;
  if (!first) MPI_Recv(&token, 1, MPI_CHAR, left(), 1, W, MPI_STATUS_IGNORE);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right(), 0, win);
  put();
  MPI_Win_flush(right(), win);
  MPI_Win_unlock(right(), win);
  if (!last) MPI_Send(&token, 1, MPI_CHAR, right(), 1, W);
}

static void requested(int polls) {
  MPI_Request requests[2];
  get();
  MPI_Rget(got, bytes, MPI_CHAR, right(), 0, bytes, MPI_CHAR, win, &requests[0]);
  MPI_Rput(own, bytes, MPI_CHAR, right(), 0, bytes, MPI_CHAR, win, &requests[1]);
  for (int over = 0; polls && !over;) MPI_Test(&requests[0], &over, MPI_STATUS_IGNORE);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void counted(void) {
  const long one = 1;
  long before;
  MPI_Fetch_and_op(&one, &before, MPI_LONG, right(), 0, MPI_SUM, win);
  MPI_Win_flush(right(), win);
  MPI_Fetch_and_op(&one, &before, MPI_LONG, right(), 0, MPI_REPLACE, win);
  MPI_Win_flush_all(win);
}

static void posted(MPI_Group from, MPI_Group to, int gets, int polls) {
  int over = 0;
  MPI_Win_post(from, 0, win);
  MPI_Win_start(to, 0, win);
  if (gets) get();
  else put();
  MPI_Win_complete(win);
  while (polls && !over) MPI_Win_test(win, &over);
  if (!polls) MPI_Win_wait(win);
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  const char *const mode = argv[1];
  const int rounds = atoi(argv[2]);
  bytes = atoi(argv[3]);
  const int fences = strncmp(mode, "fenced", 6) == 0, all = strncmp(mode, "all", 3) == 0;
  const int from = left(), to = right();
  MPI_Group group, origin, target;
  char *memory;
  own = calloc(2, (size_t)bytes);
  got = own + bytes;
  MPI_Comm_group(W, &group);
  MPI_Group_incl(group, 1, &from, &origin);
  MPI_Group_incl(group, 1, &to, &target);
  MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, W, &memory, &win);
  if (fences) MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (all) MPI_Win_lock_all(0, win);
  for (int i = 0; i < rounds; i++) {
    if (is(mode, "fenced late")) late_fence();
    else if (fences) {
      if (is(mode, "fenced put") || rank == 0) put();
      if (is(mode, "fenced get")) get();
      MPI_Win_fence(0, win);
    } else if (is(mode, "locked")) locked();
    else if (is(mode, "chained")) chained(i == 0 && rank == 0, i == rounds - 1 && rank == ranks - 1);
    else if (is(mode, "all counted")) counted();
    else if (is(mode, "all requested")) requested(i % 2);
    else if (all) {
      for (int k = 1; k < ranks; k++) put_to((rank + k) % ranks);
      MPI_Win_flush_all(win);
    } else posted(origin, target, is(mode, "posted get"), i % 2);
  }
  if (all) MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Group_free(&group);
  MPI_Group_free(&origin);
  MPI_Group_free(&target);
  MPI_Finalize();
  return 0;
}
