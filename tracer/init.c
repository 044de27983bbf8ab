/* When does a trace begin and end? MPI_Init, MPI_Finalize, and programs that end before that. */
#include "init.h"

#include "abandon.h"
#include "buffer.h"
#include "record_call.h"
#include "clock.h"
#include "environment.h"
#include "fatal.h"
#include "injection.h"
#include "measure.h"
#include "network.h"
#include "output.h"
#include "overhead.h"
#include "polls.h"
#include "put.h"
#include "python.h"
#include "release.h"
#include "run.h"
#include "say.h"
#include "sites.h"
#include "sleep.h"
#include "threads.h"
#include "timebase.h"
#include "watch.h"

#include "quickly.h"

/* Every rank can write what it is to, or the first that cannot says why and all end. */
static void open_all(const char *folder) {
  char why[512];
  const int can = llt_run_start(folder, why, sizeof why) && llt_measure_can(why, sizeof why) &&
                  (folder == NULL || llt_output_open(why, sizeof why));
  int mine = can ? llt.ranks : llt.rank, first;
  PMPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (first == llt.ranks) return;
  llt_run_drop();
  if (first == llt.rank) llt_say_and_end(why);
  PMPI_Barrier(MPI_COMM_WORLD);
}

static const llt_request none = {0, 0};

static void record_start(int threaded, int64_t at) {
  const int64_t v[1] = {0};
  llt_nested++;
  llt_record_call(threaded ? LLT_INIT_THREAD : LLT_INIT, LLT_NO_TIME, at, NULL, NULL, none, v, 0);
  llt_finish();
}

static int64_t real_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Whether there is anything to do; the user's settings are in `options` and the state. */
static int read_options(llt_options *options) {
  char why[512];
  if (!llt_environment_same(why, sizeof why)) llt_refuse(why);
  if (!llt_environment(options, why, sizeof why) || !llt_injection_read(why, sizeof why)) llt_refuse(why);
  if (options->folder == NULL) llt.formats = llt.depth = 0;
  if (options->folder == NULL && !llt.measure) return 0;
  if (llt_network.dilation > 1 && llt.clock == LLT_CPU)
    llt_refuse("LLAMP_DILATE stretches the wall clock; remove LLAMP_CLOCK=cpu");
  if (llt_network.dilation > 1) llt.clock = LLT_DILATED;
  return 1;
}

/* How exactly clocks are to be compared; the added latency is at most the latency. */
static int64_t clocks_enough(void) {
  const int delays = llt_network.added < 0 || llt_network.release == LLT_CONSTANT;
  if (!llt.inject || !delays || llt_network.release == LLT_ADDED) return INT64_MAX;
  return llt_release_allows(llt_network.added < 0 ? llt_network.L : llt_network.added);
}

/* In ns; the header, which says when the clock starts, is written by then. */
#define HEADER 10000000

/* Of all ranks: when the clock is to start. */
static int64_t agree_on_start(void) {
  if (llt.measure) {
    llt_nodes_find(llt_network.node_ranks);
    llt_timebase_start(clocks_enough());
  }
  if (llt.inject) llt_network_start();
  if (llt.measure) {
    llt_sleep_exactly();
    return llt_measure_agree();
  }
  PMPI_Barrier(MPI_COMM_WORLD);
  return llt_now() + HEADER;
}

void llt_begin(int fortran, int threaded) {
  llt_options options;
  PMPI_Comm_rank(MPI_COMM_WORLD, &llt.rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &llt.ranks);
  if (!read_options(&options)) return;
  llt_put_start();
  llt.fortran = fortran;
  llt.null_request = PMPI_Request_c2f(MPI_REQUEST_NULL);
  llt_threads_settle();
  if (!llt_buffer_make(options.buffer) || !llt_sites_make()) llt_refuse("not enough memory; give a smaller LLAMP_BUFFER");
  llt_comms_start();
  if (llt.depth > 0) llt_python_find();
  open_all(options.folder);
  llt_abandon_start();
  /* Where messages are delayed, their stamps are the system's: no two clocks in one run. */
  if (llt.clock == LLT_WALL && !llt.inject) llt_ticks_first();
  if (options.folder != NULL && !llt_overhead_measure()) llt_refuse("not enough memory; give a smaller LLAMP_DEPTH");
  /* Registering a barrier of memory takes some ms: ranks do it before they start together. */
  if (options.folder != NULL) {
    if (!llt.inject) llt.half_trip = llt_half_round_trip();
    llt_polls_start();
    llt_fatal_start();
    llt_watch_start();
  }
  const int64_t start = agree_on_start();
  llt_output_start(start, real_time() + start - llt_now());
  llt_sleep_until(start);
  llt_ticks_second();
  if (llt.measure) llt_measure_start();
  record_start(threaded, llt_clock_start(start));
  llt.on = 1;
}

/* The traces of a run are whole together, or none is. */
static void close_all(void) {
  int mine = llt_output_whole(), all;
  if (llt.formats == 0) return;
  PMPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  llt_output_close(all);
}

/* MPI_Finalize begins. */
void llt_end(void) {
  if (!llt.on) return;
  const int64_t v[1] = {0};
  llt_watch_end();
  llt_fatal_end();
  const int64_t at = llt_enter();
  llt_measure_stop();
  llt_record_call(LLT_FINALIZE, at, LLT_NO_TIME, NULL, NULL, none, v, 0);
  llt_finish();
  llt.on = 0;
  llt_abandon_end();
  if (llt.inject) llt_network_end();
  llt_flush();
  llt_output_end(at);
  close_all();
  if (llt.measure) llt_measure_end();
}

/* MPI_Abort: its call is the last of the trace, and has no end. */
void llt_aborting(void) {
  if (!llt.on) return;
  const int64_t v[1] = {0};
  const int64_t at = llt_enter();
  llt_at_buffer();
  llt_record_call(LLT_ABORT, at, LLT_NO_TIME, NULL, NULL, none, v, 0);
  llt_finish();
  llt_opens("MPI_Abort", NULL, at);
  llt_abandon();
  llt_abandon_others();
}
