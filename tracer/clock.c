/*
 * What is the time? The wall clock, or (LLAMP_CLOCK=cpu) one that advances by the thread's CPU time outside of calls and
 * by wall time inside: on cores that ranks share, computation then has the time it would have on a core of its own. Or
 * (LLAMP_DILATE) the wall clock, where computation is made to last a multiple of its CPU time.
 */
#include "clock.h"

#include <sched.h>

#include "injection.h"

static int64_t elapsed;   /* of the CPU clock, at the last look */
static int64_t entered;   /* wall, at the last entry of a call */
static int64_t last_left; /* wall, at the last end of a call of any thread */
static __thread int64_t cpu_left __attribute__((tls_model("initial-exec"))); /* CPU time at this thread's last end */

static int64_t cpu_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t llt_clock_start(int64_t start) {
  elapsed = llt_now() - start;
  llt.origin = llt.clock == LLT_WALL ? llt_wall() - elapsed : start;
  llt_other_leave();
  return elapsed;
}

static int64_t cpu_enter(void) {
  const int64_t computed = cpu_now() - cpu_left;
  entered = llt_now();
  /* A thread that did not make the last call computed beside others: only what is new since that call counts. */
  const int64_t most = entered - last_left;
  elapsed += computed < most ? computed : most;
  cpu_left += computed;
  last_left = entered;
  return elapsed;
}

/* What was computed since the last call lasts as often as long, whoever else had the core. */
static int64_t dilated_enter(void) {
  const double computed = (double)(cpu_now() - cpu_left);
  llt_sleep_until(last_left + (int64_t)(llt_network.dilation * computed));
  return llt_now() - llt.origin;
}

int64_t llt_other_enter(void) { return llt.clock == LLT_CPU ? cpu_enter() : dilated_enter(); }

int64_t llt_other_stamp(void) {
  const int64_t now = llt_now();
  if (llt.clock == LLT_DILATED) return now - llt.origin;
  elapsed += now - entered;
  entered = now;
  return elapsed;
}

void llt_other_leave(void) {
  last_left = llt_now();
  cpu_left = cpu_now();
}

void llt_await_saved(void) {
  const int64_t before = llt_now();
  while (__atomic_load_n(&llt.saving, __ATOMIC_ACQUIRE)) sched_yield();
  llt.origin += llt_now() - before;
  entered += llt_now() - before;
}

int64_t llt_enter_called(void) { return llt_enter(); }
int64_t llt_stamp_called(void) { return llt_stamp(); }
void llt_finish_called(void) { llt_finish(); }
