/*
 * Communicators that MPI_Comm_idup copies while the program goes on: two at once, in an order that differs by rank, copies of
 * copies, and of a communicator with an attribute. With an argument also two of one communicator that is used meanwhile, which
 * Open MPI 4.1 cannot do by itself, and between two groups.
 */
#include "common.h"

static int copies, deletes;

static int copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
  (void)comm, (void)key, (void)extra;
  copies++;
  *flag = 1;
  *(void **)out = in;
  return MPI_SUCCESS;
}

static int gone(MPI_Comm comm, int key, void *value, void *extra) {
  (void)comm, (void)key, (void)value, (void)extra;
  deletes++;
  return MPI_SUCCESS;
}

/* Messages and collectives go on the new one alone. */
static void use(MPI_Comm comm) {
  int got = -1, sum = 0;
  MPI_Request request;
  MPI_Sendrecv(&rank, 1, MPI_INT, right(), 1, &got, 1, MPI_INT, left(), 1, comm, MPI_STATUS_IGNORE);
  must(got == left(), "message");
  MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  must(sum == ranks * (ranks - 1) / 2, "sum");
}

static void between(void) {
  MPI_Comm half, both, made;
  MPI_Request request;
  int at, others, got = -1;
  MPI_Comm_split(W, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, W, 1 - rank % 2, 7, &both);
  MPI_Comm_idup(both, &made, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_rank(made, &at);
  MPI_Comm_remote_size(made, &others);
  if (at < others) MPI_Sendrecv(&rank, 1, MPI_INT, at, 3, &got, 1, MPI_INT, at, 3, made, MPI_STATUS_IGNORE);
  must(at >= others || got == (rank ^ 1), "message between groups");
  MPI_Comm_free(&made);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
}

int main(int argc, char **argv) {
  begin(&argc, &argv);
  const int more = argc > 1;
  int key;
  MPI_Comm a, made[4];
  MPI_Request requests[4];
  MPI_Comm_create_keyval(copy, gone, &key, NULL);
  MPI_Comm_dup(W, &a);
  MPI_Comm_set_attr(a, key, &key);
  for (int i = 0; i < N; i++) {
    for (int turn = 0; turn < 2; turn++) {
      if (turn == rank % 2) MPI_Comm_idup(W, &made[0], &requests[0]);
      else MPI_Comm_idup(a, &made[1], &requests[1]);
    }
    if (more) MPI_Comm_idup(a, &made[2], &requests[2]);
    if (more) use(a);
    for (int over = 0; !over;) MPI_Test(&requests[1], &over, MPI_STATUS_IGNORE);
    MPI_Waitall(2 + more, requests, MPI_STATUSES_IGNORE);
    if (!more) MPI_Comm_dup(made[1], &made[2]);
    MPI_Comm_idup(made[2], &made[3], &requests[3]);
    MPI_Wait(&requests[3], MPI_STATUS_IGNORE);
    for (int k = 3; k >= 0; k--) use(made[k]);
    for (int k = 0; k < 4; k++) MPI_Comm_free(&made[k]);
  }
  must(copies == 3 * N && deletes == copies, "attributes");
  if (more) between();
  MPI_Comm_free(&a);
  MPI_Comm_free_keyval(&key);
  MPI_Finalize();
  return 0;
}
