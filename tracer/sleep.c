/* How does a rank wait for a time, on a core that it may share? */
#include "sleep.h"

#include <errno.h>
#include <sched.h>
#include <sys/prctl.h>

void llt_sleep_exactly(void) { prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); }

void llt_sleep_to(int64_t time) {
  const struct timespec until = {time / 1000000000, time % 1000000000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
  }
}

void llt_sleep_until(int64_t time) {
  if (time - llt_now() > LLT_OVERSLEPT) llt_sleep_to(time - LLT_OVERSLEPT);
  while (llt_now() < time) sched_yield();
}
