/*
 * More ranks than cores? An Open MPI that waits looks for packets without end, and where it may yield it keeps a core busy
 * all the same. Loaded in front of it, this makes each look that found nothing a sleep, so that the cores are for those
 * who compute.
 */
#define _GNU_SOURCE
#include <sys/prctl.h>
#include <time.h>

#define SLEEP_NS 50000

/* Sleeps end when they should, not up to 50 us later. */
__attribute__((constructor)) static void be_punctual(void) { prctl(PR_SET_TIMERSLACK, 1UL, 0, 0, 0); }

int sched_yield(void) {
  const struct timespec moment = {0, SLEEP_NS};
  nanosleep(&moment, NULL);
  return 0;
}
