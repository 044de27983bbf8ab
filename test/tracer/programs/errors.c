/*
 * Calls that fail, one after the other: what each returns, and which error handler of the program was called with what.
 * Prints a line for each. `errors calls`: those without a message. `errors fatal K`: one that no handler is there for.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MPI_Comm world, own;
static int rank, ranks, next, last;
static char heard[400];

static int class_of(int code) {
  int class = MPI_SUCCESS;
  if (code != MPI_SUCCESS) MPI_Error_class(code, &class);
  return class;
}

static void hear(MPI_Comm *comm, int *code, ...) {
  const char *whose = *comm == own ? "own" : *comm == MPI_COMM_WORLD ? "world" : "self";
  char one[40];
  snprintf(one, sizeof one, " %s:%d", whose, class_of(*code));
  strncat(heard, one, sizeof heard - strlen(heard) - 1);
}

static void tell(const char *name, int code) {
  printf("%d %s %d%s\n", rank, name, class_of(code), heard);
  heard[0] = 0;
}

static int big[4] = {1, 2, 3, 4}, small[2], many[64];
static MPI_Request out, in;
static MPI_Status status, statuses[3];

/* A message that is too long for who receives it. */
static void send_long(int tag) { MPI_Isend(big, 4, MPI_INT, next, tag, own, &out); }
static void sent(void) { MPI_Wait(&out, MPI_STATUS_IGNORE); }

#define TRY(name, call) tell(name, call)

static void sends(void) {
  MPI_Datatype open;
  MPI_Type_contiguous(2, MPI_INT, &open);
  TRY("send rank", MPI_Send(big, 1, MPI_INT, ranks + 5, 0, own));
  TRY("send world", MPI_Send(big, 1, MPI_INT, ranks + 5, 0, MPI_COMM_WORLD));
  TRY("send count", MPI_Send(big, -1, MPI_INT, next, 0, own));
  TRY("send type", MPI_Send(big, 1, MPI_DATATYPE_NULL, next, 0, own));
  TRY("send uncommitted", MPI_Send(big, 1, open, next, 0, own));
  TRY("send tag", MPI_Send(big, 1, MPI_INT, next, -7, own));
  TRY("send any", MPI_Send(big, 1, MPI_INT, MPI_ANY_SOURCE, 0, own));
  TRY("send comm", MPI_Send(big, 1, MPI_INT, next, 0, MPI_COMM_NULL));
  TRY("send buffer", MPI_Send(NULL, 1, MPI_INT, next, 0, own));
  TRY("send nobody", MPI_Send(big, -1, MPI_INT, MPI_PROC_NULL, 0, own));
  TRY("ssend rank", MPI_Ssend(big, 1, MPI_INT, -5, 0, own));
  TRY("rsend tag", MPI_Rsend(big, 1, MPI_INT, next, -1, own));
  TRY("bsend rank", MPI_Bsend(big, 1, MPI_INT, ranks, 0, own));
  TRY("isend rank", MPI_Isend(big, 1, MPI_INT, ranks + 5, 0, own, &out));
  TRY("issend type", MPI_Issend(big, 1, MPI_DATATYPE_NULL, next, 0, own, &out));
  TRY("send_init rank", MPI_Send_init(big, 1, MPI_INT, ranks + 5, 0, own, &out));
  TRY("sendrecv dest", MPI_Sendrecv(big, 1, MPI_INT, ranks, 0, small, 1, MPI_INT, last, 0, own, &status));
  TRY("sendrecv tag", MPI_Sendrecv(big, 1, MPI_INT, next, 0, small, 1, MPI_INT, last, -9, own, &status));
  TRY("sendrecv_replace", MPI_Sendrecv_replace(big, -1, MPI_INT, next, 0, last, 0, own, &status));
  MPI_Type_free(&open);
}

static void receives(void) {
  int flag;
  MPI_Message message;
  TRY("recv tag", MPI_Recv(small, 1, MPI_INT, last, -7, own, &status));
  TRY("recv rank", MPI_Recv(small, 1, MPI_INT, ranks, 0, own, &status));
  TRY("recv count", MPI_Recv(small, -1, MPI_INT, last, 0, own, &status));
  TRY("recv comm", MPI_Recv(small, 1, MPI_INT, last, 0, MPI_COMM_NULL, &status));
  TRY("irecv rank", MPI_Irecv(small, 1, MPI_INT, -9, 0, own, &in));
  TRY("irecv type", MPI_Irecv(small, 1, MPI_DATATYPE_NULL, last, 0, own, &in));
  TRY("recv_init rank", MPI_Recv_init(small, 1, MPI_INT, ranks, 0, own, &in));
  TRY("probe rank", MPI_Probe(ranks, 0, own, &status));
  TRY("iprobe tag", MPI_Iprobe(last, -8, own, &flag, &status));
  TRY("mprobe tag", MPI_Mprobe(last, -8, own, &message, &status));
  TRY("improbe rank", MPI_Improbe(-9, 0, own, &flag, &message, &status));
}

static void requests(void) {
  int flag, done, place[2];
  MPI_Request both[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  TRY("waitall count", MPI_Waitall(-1, both, MPI_STATUSES_IGNORE));
  TRY("waitany count", MPI_Waitany(-2, both, place, &status));
  TRY("waitsome count", MPI_Waitsome(-3, both, &done, place, MPI_STATUSES_IGNORE));
  TRY("testall count", MPI_Testall(-2, both, &flag, MPI_STATUSES_IGNORE));
  TRY("testany count", MPI_Testany(-2, both, place, &flag, &status));
  TRY("start null", MPI_Start(both));
  TRY("request_free null", MPI_Request_free(both));
  TRY("cancel null", MPI_Cancel(both));
}

static void many_statuses(const char *name, int n) {
  for (int i = 0; i < n; i++) tell(name, statuses[i].MPI_ERROR);
}

static void truncated(void) {
  int flag = 0, done, place[3], code;
  MPI_Message message;
  send_long(1);
  TRY("truncated recv", MPI_Recv(small, 1, MPI_INT, last, 1, own, &status));
  sent();
  send_long(2);
  TRY("truncated any", MPI_Recv(small, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, own, &status));
  printf("%d from %d with %d\n", rank, status.MPI_SOURCE, status.MPI_TAG);
  sent();
  send_long(3);
  MPI_Irecv(small, 1, MPI_INT, last, 3, own, &in);
  TRY("truncated wait", MPI_Wait(&in, &status));
  sent();
  send_long(4);
  MPI_Irecv(small, 1, MPI_INT, last, 4, own, &in);
  for (code = MPI_SUCCESS; !flag && code == MPI_SUCCESS;) code = MPI_Test(&in, &flag, &status);
  tell("truncated test", code);
  sent();
  {
    MPI_Request both[2];
    send_long(5);
    MPI_Isend(big, 1, MPI_INT, next, 55, own, &in);
    MPI_Irecv(small, 1, MPI_INT, last, 55, own, &both[0]);
    MPI_Irecv(small + 1, 1, MPI_INT, last, 5, own, &both[1]);
    MPI_Wait(&in, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    TRY("truncated waitall", MPI_Waitall(2, both, statuses));
    many_statuses("truncated waitall status", 2);
    sent();
    send_long(6);
    both[0] = MPI_REQUEST_NULL;
    MPI_Irecv(small, 1, MPI_INT, last, 6, own, &both[1]);
    TRY("truncated waitany", MPI_Waitany(2, both, place, &status));
    printf("%d place %d\n", rank, place[0]);
    sent();
    send_long(7);
    MPI_Irecv(small, 1, MPI_INT, last, 7, own, &both[1]);
    TRY("truncated waitsome", MPI_Waitsome(2, both, &done, place, statuses));
    many_statuses("truncated waitsome status", 1);
    sent();
    send_long(8);
    MPI_Irecv(small, 1, MPI_INT, last, 8, own, &both[1]);
    for (done = 0, code = MPI_SUCCESS; done == 0 && code == MPI_SUCCESS;)
      code = MPI_Testsome(2, both, &done, place, statuses);
    tell("truncated testsome", code);
    sent();
    send_long(9);
    MPI_Irecv(small, 1, MPI_INT, last, 9, own, &both[1]);
    for (flag = 0, code = MPI_SUCCESS; !flag && code == MPI_SUCCESS;)
      code = MPI_Testany(2, both, place, &flag, &status);
    tell("truncated testany", code);
    sent();
    send_long(10);
    MPI_Irecv(small, 1, MPI_INT, last, 10, own, &both[1]);
    for (flag = 0, code = MPI_SUCCESS; !flag && code == MPI_SUCCESS;)
      code = MPI_Testall(2, both, &flag, statuses);
    tell("truncated testall", code);
    sent();
  }
  TRY("truncated sendrecv",
      MPI_Sendrecv(big, 4, MPI_INT, next, 11, small, 1, MPI_INT, last, 11, own, &status));
  send_long(12);
  MPI_Mprobe(last, 12, own, &message, &status);
  TRY("mrecv count", MPI_Mrecv(small, -1, MPI_INT, &message, &status));
  TRY("truncated mrecv", MPI_Mrecv(small, 1, MPI_INT, &message, &status));
  sent();
  send_long(13);
  MPI_Recv_init(small, 1, MPI_INT, last, 13, own, &in);
  MPI_Start(&in);
  TRY("truncated persistent", MPI_Wait(&in, &status));
  sent();
  /* Open MPI frees what failed. */
  if (in != MPI_REQUEST_NULL) MPI_Request_free(&in);
}

static void collectives(void) {
  TRY("bcast root", MPI_Bcast(many, 1, MPI_INT, 99, own));
  TRY("bcast count", MPI_Bcast(many, -1, MPI_INT, 0, own));
  TRY("bcast comm", MPI_Bcast(many, 1, MPI_INT, 0, MPI_COMM_NULL));
  TRY("barrier comm", MPI_Barrier(MPI_COMM_NULL));
  TRY("reduce op", MPI_Reduce(big, many, 1, MPI_INT, MPI_OP_NULL, 0, own));
  TRY("reduce root", MPI_Reduce(big, many, 1, MPI_INT, MPI_SUM, -8, own));
  TRY("allreduce op", MPI_Allreduce(big, many, 1, MPI_DOUBLE, MPI_BAND, own));
  TRY("allreduce type", MPI_Allreduce(big, many, 1, MPI_DATATYPE_NULL, MPI_SUM, own));
  TRY("scan type", MPI_Scan(big, many, 1, MPI_DATATYPE_NULL, MPI_SUM, own));
  TRY("gather root", MPI_Gather(big, 1, MPI_INT, many, 1, MPI_INT, ranks, own));
  TRY("scatter type", MPI_Scatter(many, 1, MPI_INT, small, 1, MPI_DATATYPE_NULL, 0, own));
  TRY("allgather count", MPI_Allgather(big, -1, MPI_INT, many, 1, MPI_INT, own));
  TRY("alltoall type", MPI_Alltoall(many, 1, MPI_DATATYPE_NULL, many + 32, 1, MPI_INT, own));
  TRY("ibcast root", MPI_Ibcast(many, 1, MPI_INT, 99, own, &in));
  TRY("iallreduce comm", MPI_Iallreduce(big, many, 1, MPI_INT, MPI_SUM, MPI_COMM_NULL, &in));
}

static void communicators(void) {
  MPI_Comm made = MPI_COMM_NULL, none = MPI_COMM_NULL, self = MPI_COMM_WORLD;
  const int dims[1] = {4096}, periods[1] = {0};
  TRY("comm_dup", MPI_Comm_dup(MPI_COMM_NULL, &made));
  TRY("comm_split", MPI_Comm_split(MPI_COMM_NULL, 0, 0, &made));
  TRY("comm_split color", MPI_Comm_split(own, -5, 0, &made));
  TRY("comm_create", MPI_Comm_create(own, MPI_GROUP_NULL, &made));
  TRY("cart_create", MPI_Cart_create(own, 1, dims, periods, 0, &made));
  TRY("comm_free null", MPI_Comm_free(&none));
  TRY("comm_free world", MPI_Comm_free(&self));
}

/* Arguments, or a message that is too long. */
static void fatal(int k) {
  if (k == 0) MPI_Send(big, 1, MPI_INT, ranks + 5, 0, MPI_COMM_WORLD);
  if (k != 1) return;
  MPI_Isend(big, 4, MPI_INT, next, 1, MPI_COMM_WORLD, &out);
  MPI_Recv(small, 1, MPI_INT, last, 1, MPI_COMM_WORLD, &status);
}

int main(int argc, char **argv) {
  MPI_Errhandler handler;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  next = (rank + 1) % ranks;
  last = (rank + ranks - 1) % ranks;
  if (argc > 2) {
    fatal(atoi(argv[2]));
    printf("%d went on\n", rank);
    MPI_Finalize();
    return 0;
  }
  MPI_Comm_dup(MPI_COMM_WORLD, &own);
  MPI_Comm_create_errhandler(hear, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
  MPI_Comm_set_errhandler(own, handler);
  sends();
  receives();
  requests();
  if (argc < 2) truncated();
  collectives();
  communicators();
  /* All goes on as if nothing had been. */
  MPI_Sendrecv(&rank, 1, MPI_INT, next, 1, small, 1, MPI_INT, last, 1, own, &status);
  MPI_Allreduce(small, small + 1, 1, MPI_INT, MPI_SUM, own);
  printf("%d has %d, all %d\n", rank, small[0] - last, small[1]);
  MPI_Comm_free(&own);
  MPI_Finalize();
  return 0;
}
