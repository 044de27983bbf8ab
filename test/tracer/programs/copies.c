/*
 * Requests of which the program keeps copies, and uses those: it waits for them, tests, starts, frees and cancels them.
 * Each is made in the same variable.
 */
#include "common.h"

static MPI_Request made;

static MPI_Request receive(int *in, int tag) {
  MPI_Irecv(in, 1, MPI_INT, left(), tag, W, &made);
  return made;
}

static MPI_Request send(const int *out, int to, int tag) {
  MPI_Isend(out, 1, MPI_INT, to, tag, W, &made);
  return made;
}

/* Two receives, completed as `way` says. */
static void chosen(int way) {
  MPI_Request all[2];
  int in[2] = {-1, -1}, out[2] = {10 * rank, 10 * rank + 1}, index, indices[2], flag = 0, some, done = 0;
  for (int i = 0; i < 2; i++) all[i] = receive(&in[i], i);
  for (int i = 0; i < 2; i++) MPI_Send(&out[i], 1, MPI_INT, right(), i, W);
  while (done < 2) {
    if (way == 0) {
      MPI_Waitany(2, all, &index, MPI_STATUS_IGNORE);
      done++;
    } else if (way == 1) {
      MPI_Testany(2, all, &index, &flag, MPI_STATUS_IGNORE);
      done += flag;
    } else if (way == 2) {
      MPI_Testsome(2, all, &some, indices, MPI_STATUSES_IGNORE);
      done += some;
    } else if (way == 3) {
      MPI_Testall(2, all, &flag, MPI_STATUSES_IGNORE);
      done = flag ? 2 : 0;
    } else {
      MPI_Test(&all[1 - done], &flag, MPI_STATUS_IGNORE);
      done += flag;
    }
  }
  must(in[0] == 10 * left() && in[1] == in[0] + 1, "message of a choice");
}

/* Started by one copy, completed by another, freed by a third. */
static void persistent(void) {
  MPI_Request mine[2], copies[2], last[2];
  int in = -1, out = rank;
  MPI_Recv_init(&in, 1, MPI_INT, left(), 3, W, &made);
  mine[0] = made;
  MPI_Send_init(&out, 1, MPI_INT, right(), 3, W, &made);
  mine[1] = made;
  memcpy(copies, mine, sizeof mine);
  memcpy(last, mine, sizeof mine);
  for (int i = 0; i < N; i++) {
    in = -1;
    if (i % 2 == 0) {
      MPI_Startall(2, mine);
      MPI_Waitall(2, copies, MPI_STATUSES_IGNORE);
    } else {
      for (int k = 0; k < 2; k++) MPI_Start(&copies[k]);
      for (int k = 0; k < 2; k++) MPI_Wait(&mine[k], MPI_STATUS_IGNORE);
    }
    must(in == left(), "persistent message");
  }
  for (int k = 0; k < 2; k++) MPI_Request_free(&last[k]);
}

/* Let go of by a copy; then the library has the handle to give again. */
static void freed(void) {
  int in = -1, out = rank;
  MPI_Request copy = send(&out, right(), 4);
  MPI_Request_free(&copy);
  copy = receive(&in, 4);
  MPI_Wait(&copy, MPI_STATUS_IGNORE);
  must(in == left(), "message of a request that was freed");
}

static void cancelled(void) {
  int never;
  MPI_Request copy = receive(&never, 99), other = copy;
  MPI_Cancel(&copy);
  MPI_Wait(&other, MPI_STATUS_IGNORE);
}

/* Small messages are sent at once: libraries have one handle for all such. Waited for in another order than they were made. */
static void shared(void) {
  MPI_Request all[4];
  int in[3], out[3] = {rank, rank + 1, rank + 2};
  all[3] = send(out, MPI_PROC_NULL, 0);
  for (int i = 0; i < 3; i++) all[i] = send(&out[i], right(), 5 + i);
  for (int i = 0; i < 3; i++) MPI_Recv(&in[i], 1, MPI_INT, left(), 5 + i, W, MPI_STATUS_IGNORE);
  for (int i = 3; i >= 2; i--) MPI_Wait(&all[i], MPI_STATUS_IGNORE);
  MPI_Waitall(2, all, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 3; i++) must(in[i] == left() + i, "message of a shared request");
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  for (int way = 0; way < 5; way++) chosen(way);
  persistent();
  freed();
  cancelled();
  shared();
  MPI_Finalize();
  return 0;
}
