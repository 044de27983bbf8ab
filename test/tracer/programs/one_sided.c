/* One-sided communication from rank 0 to rank 1, MODE and times are arguments. */
#include "common.h"

#define TO 1, 0, 2, MPI_LONG
#define FROM(buffer) buffer, 2, MPI_LONG

static long window_of[8], own[2] = {3, 4}, got[2], compared;
static MPI_Win win;

static void locked(void) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
  MPI_Put(FROM(own), TO, win);
  MPI_Win_unlock(1, win);
}

/* Ten calls that wait for an answer. */
static void flushed(void) {
  MPI_Request request;
  MPI_Put(FROM(own), TO, win);
  MPI_Win_flush(1, win);
  MPI_Get(FROM(got), TO, win);
  MPI_Win_flush_local(1, win);
  must(got[1] == own[1], "get");
  MPI_Accumulate(FROM(own), TO, MPI_SUM, win);
  MPI_Win_flush_all(win);
  MPI_Get_accumulate(NULL, 0, MPI_DATATYPE_NULL, FROM(got), TO, MPI_NO_OP, win);
  MPI_Win_flush_local_all(win);
  MPI_Fetch_and_op(own, got, MPI_LONG, 1, 0, MPI_SUM, win);
  MPI_Win_flush(1, win);
  MPI_Compare_and_swap(own, &compared, got, MPI_LONG, 1, 0, win);
  MPI_Win_flush(1, win);
  MPI_Rput(FROM(own), TO, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_flush(1, win);
  MPI_Rget(FROM(got), TO, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Raccumulate(FROM(own), TO, MPI_SUM, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_flush(1, win);
  MPI_Rget_accumulate(FROM(own), FROM(got), TO, MPI_SUM, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  /* Nobody else takes part in these. */
  MPI_Put(FROM(own), 0, 0, 2, MPI_LONG, win);
  MPI_Get(FROM(got), MPI_PROC_NULL, 0, 2, MPI_LONG, win);
  MPI_Win_flush(0, win);
}

static void posted(MPI_Group other, int polls) {
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Put(FROM(own), TO, win);
    MPI_Win_complete(win);
    return;
  }
  MPI_Win_post(other, 0, win);
  int over = 0;
  if (polls)
    while (!over) MPI_Win_test(win, &over);
  else MPI_Win_wait(win);
}

static void fenced(void) {
  MPI_Put(FROM(own), right(), 0, 2, MPI_LONG, win);
  MPI_Win_fence(0, win);
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  const char *mode = argv[1];
  const int times = atoi(argv[2]), other = 1 - rank;
  const int all = !strcmp(mode, "flushed"), fences = !strcmp(mode, "fenced");
  MPI_Group group, pair;
  MPI_Comm_group(W, &group);
  MPI_Group_incl(group, 1, &other, &pair);
  MPI_Win_create(window_of, sizeof window_of, sizeof(long), MPI_INFO_NULL, W, &win);
  if (all) MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (fences) MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  for (int i = 0; i < times; i++) {
    if (fences) fenced();
    else if (!strcmp(mode, "posted")) posted(pair, i % 2);
    else if (rank == 0) all ? flushed() : locked();
  }
  if (all) MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Group_free(&group);
  MPI_Group_free(&pair);
  MPI_Finalize();
  return 0;
}
