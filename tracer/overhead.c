/*
 * What does the tracer add to the computation between two calls? A call is recorded once its end is stamped, so its record
 * falls in that time. Here calls that do nothing are recorded as wrappers do it, one after the other, by the clock of the
 * trace: the time from the second stamp of one to the first of the next is the tracer's.
 */
#include "overhead.h"

#include <stdlib.h>

#define LLT_HOT
#include "bind_c.h"
#include "python.h"
#include "sites.h"

#define TRIALS 255
/* They end sooner where the clock is slow: in ns. */
#define BUDGET 500000
#define LEAST 15

/* As an MPI_Send; returns its first stamp and leaves the second. */
static __attribute__((noinline)) int64_t empty_call(int64_t *until, MPI_Comm comm, int n, MPI_Datatype type, int peer,
                                                    int tag) {
  LLT_ENTER();
  const int failed = MPI_SUCCESS;
  LLT_LEAVE(SEND, V_COMM(comm), LLT_NONE, V_COUNT(n), V_TYPE(type), V_INT(peer), V_INT(tag));
  llt_finish_here();
  *until = llt_until;
  return llt_from;
}

static int ascending(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/* The middle one: a rank that shares its core is interrupted now and then. */
static int64_t median_of_trials(void) {
  int64_t gaps[TRIALS], before, until;
  int n = 0;
  const int64_t begun = llt_now();
  while (n < TRIALS && (n < LEAST || llt_now() - begun < BUDGET)) {
    /* The buffer is never full: it is not written. */
    if (llt.used + 4 > llt.room) llt.used = 0;
    /* The first of a pair comes behind the question about the time, which is no part of the tracer. */
    empty_call(&before, MPI_COMM_WORLD, 1, MPI_INT, 0, 0);
    gaps[n++] = empty_call(&until, MPI_COMM_WORLD, 1, MPI_INT, 0, 0) - before;
  }
  qsort(gaps, (size_t)n, sizeof *gaps, ascending);
  return gaps[n / 2];
}

int llt_overhead_measure(void) {
  /* To walk a stack takes as long as that is deep, which no trial knows. */
  if (llt.clock == LLT_DILATED || llt.depth > 1) return 1;
  llt_ticks_roughly();
  const int noted = llt_world.noted;
  llt_world.noted = 1;
  llt_python_rehearse();
  llt.overhead = median_of_trials();
  llt_python_forget();
  llt_world.noted = noted;
  llt.used = llt.records = 0;
  llt_ticks_forget();
  return llt_sites_again();
}
