/* Since when does this thread only test and probe? */
#include "polls.h"

#include "clock.h"

/*
 * Time between polls in which a loop does nothing else, ns: between two of them for interrupts, and in all as long as the
 * polls take and a µs each.
 */
#define LLT_BETWEEN(within) (5000 + (within) / 8)
#define LLT_IN_ALL(within, polls) (5000 + (within) + 1000 * (polls))

static __thread struct {
  int64_t from, until; /* start of the first poll, end of the last */
  int64_t within, n;   /* ns in the polls themselves; how many they are */
  uint64_t records;    /* of all threads by then: another call ends the loop */
} polls;

static int goes_on(int64_t from) {
  if (polls.until == 0 || polls.records != llt.records) return 0;
  const int64_t between = from - polls.from - polls.within;
  return from - polls.until <= LLT_BETWEEN(polls.within) && between <= LLT_IN_ALL(polls.within, polls.n);
}

void llt_polled(int64_t from) {
  if (!goes_on(from)) {
    polls.from = from;
    polls.within = polls.n = 0;
    polls.records = llt.records;
  }
  polls.until = llt_stamp();
  polls.within += polls.until - from;
  polls.n++;
  if (LLT_UNLIKELY(llt.clock != LLT_WALL)) llt_other_leave();
}

int64_t llt_since_polls(int64_t from) { return goes_on(from) ? polls.from : from; }
