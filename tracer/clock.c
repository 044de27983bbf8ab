/*
 * What is the time? The wall clock, or (LLAMP_CLOCK=cpu) one that advances by the thread's CPU time outside of calls and
 * by wall time inside: on cores that ranks share, computation then has the time it would have on a core of its own. Or
 * (LLAMP_DILATE) the wall clock, where computation is made to last a multiple of its CPU time.
 */
#include "clock.h"

#include <sched.h>

#include "injection.h"
#include "polls.h"

/* The wall clock gives the CPU time of spans of at most LLT_BRIEF; after so long, ns, the CPU clock is read all the same. */
#define SELDOM 100000
#define READINGS 16

static int64_t elapsed;         /* of the CPU clock, at the last look */
static int64_t entered;         /* wall, at the last entry of a call */
static int64_t last_left;       /* wall, at the last end of a call of any thread, or the entry of one without a record */
static int64_t cost_of_reading; /* CPU time of a reading of the CPU clock, a call of the system */

#define OF_THREAD static __thread __attribute__((tls_model("initial-exec")))
OF_THREAD int64_t left;     /* the same wall time, of this thread's calls, … */
OF_THREAD int64_t cpu_left; /* … and its CPU time then */
OF_THREAD int64_t read_at;  /* wall, when that was last read */

static int64_t cpu_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void read_cpu_clock(void) {
  cpu_left = cpu_now();
  read_at = left = llt_wall();
}

static void measure_reading(void) {
  cost_of_reading = INT64_MAX;
  for (int i = 0; i < READINGS; i++) {
    const int64_t before = cpu_now();
    const int64_t cost = cpu_now() - before;
    if (cost < cost_of_reading) cost_of_reading = cost;
  }
}

int64_t llt_clock_start(int64_t start) {
  elapsed = llt_now() - start;
  llt.origin = llt.clock == LLT_WALL ? llt_wall() - elapsed : start;
  measure_reading();
  read_at = 0;
  llt_other_leave();
  return elapsed;
}

/* The program may have computed, or have waited for a core. */
static int64_t computed_long(int64_t gap) {
  const int64_t before = cpu_left + cost_of_reading;
  read_cpu_clock();
  const int64_t computed = cpu_left - before;
  /* A thread that did not make the last call computed beside others: only what is new since that call counts. */
  return computed < 0 ? 0 : computed < gap ? computed : gap;
}

static int64_t cpu_enter(void) {
  const int64_t now = llt_wall();
  const int64_t gap = now - last_left;
  if (LLT_LIKELY(gap <= LLT_BRIEF && left == last_left)) {
    elapsed += gap;
    cpu_left += gap;
    left = now;
  } else {
    elapsed += computed_long(gap);
  }
  entered = last_left = left;
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
  if (llt.clock == LLT_DILATED) return llt_now() - llt.origin;
  const int64_t now = llt_wall();
  elapsed += now - entered;
  entered = now;
  return elapsed;
}

/* A call that took long may have slept, or had no core. */
static void cpu_leave(void) {
  const int64_t now = llt_wall();
  if (LLT_LIKELY(now - left <= LLT_BRIEF && now - read_at <= SELDOM)) {
    cpu_left += now - left;
    left = now;
  } else {
    read_cpu_clock();
  }
  last_left = left;
}

void llt_other_leave(void) {
  if (llt.clock == LLT_CPU) {
    cpu_leave();
  } else {
    last_left = llt_now();
    cpu_left = cpu_now();
  }
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
