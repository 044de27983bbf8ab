/* When does a trace begin and end? MPI_Init, MPI_Finalize, and programs that end before that. */
#include "init.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "buffer.h"
#include "record_call.h"
#include "clock.h"
#include "environment.h"
#include "output.h"
#include "sites.h"

static pid_t process;

/* Some launchers lose what a process says right before it ends the others. */
static void say_and_end(const char *why) {
  const struct timespec moment = {0, 200000000};
  fprintf(stderr, "llamp-trace: %s\n", why);
  nanosleep(&moment, NULL);
  PMPI_Abort(MPI_COMM_WORLD, 2);
}

static void refuse(int rank, const char *why) {
  if (rank == 0) say_and_end(why);
  /* Rank 0 ends this. */
  PMPI_Barrier(MPI_COMM_WORLD);
  PMPI_Abort(MPI_COMM_WORLD, 2);
}

/* Every rank can write, or the first that cannot says why and all end. */
static void open_all(const char *folder) {
  char why[512];
  const int can = llt_output_open(folder, why, sizeof why);
  int mine = can ? llt.ranks : llt.rank, first;
  PMPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (first == llt.ranks) return;
  if (first == llt.rank) say_and_end(why);
  PMPI_Barrier(MPI_COMM_WORLD);
}

/* The program ends without MPI_Finalize: the trace has no end. A child process that was forked off has none of it. */
static void abandon(void) {
  if (!llt.on || getpid() != process) return;
  llt.on = 0;
  llt_flush();
}

/* A program that is ended from outside, as the other ranks of one that aborts: what was recorded is written. */
static void terminated(int number) {
  abandon();
  signal(number, SIG_DFL);
  raise(number);
}

static void watch(void) {
  struct sigaction before;
  process = getpid();
  if (sigaction(SIGTERM, NULL, &before) != 0 || before.sa_handler != SIG_DFL) return;
  struct sigaction action = {0};
  action.sa_handler = terminated;
  sigaction(SIGTERM, &action, NULL);
}

/* Several threads at once: one after the other writes its record, and the CPU clock would not know whose time it is. */
static void settle_threads(void) {
  PMPI_Query_thread(&llt.threads);
  llt.multiple = llt.threads == MPI_THREAD_MULTIPLE;
  if (!llt.multiple) return;
  if (llt.rank == 0)
    fprintf(stderr, "llamp-trace: MPI_THREAD_MULTIPLE: calls of several threads at once are not told apart%s\n",
            llt.clock == LLT_CPU ? "; the clock is wall" : "");
  llt.clock = LLT_WALL;
}

static void record_start(int threaded) {
  const int64_t v[1] = {0};
  llt_nested++;
  llt_record_call(threaded ? LLT_INIT_THREAD : LLT_INIT, LLT_NO_TIME, 0, NULL, NULL, 0, v, 0);
  llt_finish();
}

static int64_t real_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void llt_begin(int fortran, int threaded) {
  if (getenv("LLAMP_TRACE") == NULL || *getenv("LLAMP_TRACE") == 0) return;
  llt_options options;
  char why[512];
  PMPI_Comm_rank(MPI_COMM_WORLD, &llt.rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &llt.ranks);
  if (!llt_environment(&options, why, sizeof why)) refuse(llt.rank, why);
  llt.fortran = fortran;
  llt.null_request = PMPI_Request_c2f(MPI_REQUEST_NULL);
  settle_threads();
  if (!llt_buffer_make(options.buffer) || !llt_sites_make()) refuse(llt.rank, "no memory: give a smaller LLAMP_BUFFER");
  llt_comms_start();
  open_all(options.folder);
  watch();
  PMPI_Barrier(MPI_COMM_WORLD);
  const int64_t before = llt_now();
  const int64_t real = real_time();
  llt_output_start(before, real);
  llt_clock_start();
  record_start(threaded);
  llt.on = 1;
}

/* MPI_Finalize begins. */
void llt_end(void) {
  if (!llt.on) return;
  const int64_t v[1] = {0};
  const int64_t at = llt_enter();
  llt_record_call(LLT_FINALIZE, at, LLT_NO_TIME, NULL, NULL, 0, v, 0);
  llt_finish();
  llt.on = 0;
  llt_flush();
  llt_output_end(at);
}

/* MPI_Abort: its call is the last of the trace, and has no end. */
void llt_aborting(void) {
  if (!llt.on) return;
  const int64_t v[1] = {0};
  const int64_t at = llt_enter();
  llt_record_call(LLT_ABORT, at, LLT_NO_TIME, NULL, NULL, 0, v, 0);
  llt_finish();
  abandon();
}

__attribute__((destructor)) static void leave(void) { abandon(); }
