/*
 * How many threads may call MPI? As many as the program requests, each with a number in its records; but only one at a time
 * where computation is stretched, because the calling thread does that.
 */
#include "threads.h"

#include <stdio.h>
#include <stdlib.h>

#include "say.h"
#include "state.h"
#include "values.h"

#include "quickly.h"

static int lowered; /* the program requested more than is granted */

static int stretches(void) {
  const char *times = llt_value("LLAMP_DILATE");
  return times != NULL && strtod(times, NULL) > 1;
}

int llt_threads_allowed(int required) {
  lowered = stretches() && required == MPI_THREAD_MULTIPLE;
  return lowered ? MPI_THREAD_SERIALIZED : required;
}

void llt_threads_settle(void) {
  PMPI_Query_thread(&llt.threads);
  llt.alone = llt.inject || llt.clock == LLT_DILATED;
  /* The library may grant more than was requested. */
  if (llt.clock == LLT_DILATED && llt.threads == MPI_THREAD_MULTIPLE) llt.threads = MPI_THREAD_SERIALIZED;
  llt.multiple = llt.threads == MPI_THREAD_MULTIPLE;
  llt.turns = llt.inject && llt.multiple;
  if (lowered && llt.rank == 0)
    llt_say("MPI_THREAD_MULTIPLE was requested, but MPI_THREAD_SERIALIZED is granted, because computation is stretched for "
            "one thread at a time");
  if (!llt.multiple) return;
  llt_thread_number();
  if (llt.clock == LLT_CPU && llt.rank == 0)
    llt_say("with MPI_THREAD_MULTIPLE the wall clock is used, because the CPU time of several threads is not that of the rank");
  llt.clock = LLT_WALL;
}
