/* How does a rank wait for a time, on a core that it may share? By sleeping, and looking at the clock at the end. */
#include "sleep.h"

#include <errno.h>
#include <sched.h>
#include <sys/prctl.h>

void llt_sleep_exactly(void) { prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); }

#define SHARED 40000
#define LEAST_ALONE 200000
#define MOST_ALONE 500000
/* Looks at once, in ns; then messages of others are looked after. */
#define GLANCE 20000
/* Two looks are further apart only where others had the core; who spins on such a core is the first to lose it. */
#define PREEMPTED 50000
#define CROWDED 200000000 /* how long that is remembered */

static int has_core;
static __thread int64_t crowded_until; /* others want the core */
static __thread int64_t late;          /* up by half of the delay of a sleep, down by a 64th of the difference if less */

void llt_sleep_alone(void) { has_core = 1; }

static int alone(int64_t now) { return has_core && now >= crowded_until; }

int64_t llt_oversleep(void) {
  if (!alone(llt_now())) return SHARED;
  return late < LEAST_ALONE ? LEAST_ALONE : late > MOST_ALONE ? MOST_ALONE : late;
}

void llt_look_until(int64_t time) {
  int64_t before = llt_now();
  if (!alone(before)) {
    sched_yield();
    return;
  }
  if (time > before + GLANCE) time = before + GLANCE;
  while (before < time) {
    const int64_t now = llt_now();
    if (now - before > PREEMPTED) crowded_until = now + CROWDED;
    before = now;
  }
}

void llt_sleep_to(int64_t time) {
  const struct timespec until = {time / 1000000000, time % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
  }
  const int64_t by = llt_now() - time;
  late += by > late ? (by - late) / 2 : (by - late) / 64;
}

void llt_sleep_until(int64_t time) {
  const int64_t before = llt_oversleep();
  if (time - llt_now() > before) llt_sleep_to(time - before);
  while (llt_now() < time) sched_yield();
}
