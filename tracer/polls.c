/* Since when does this thread only test and probe? */
#include "polls.h"

#include "clock.h"

/* Time between two polls in which a loop does nothing else: 5 µs, and for interrupts an eighth of its time until then. */
#define LLT_BETWEEN(waited) (5000 + (waited) / 8)

static __thread struct {
  int64_t from, until; /* start of the first poll, end of the last */
  uint64_t records;    /* of all threads by then: another call ends the loop */
} polls;

static int goes_on(int64_t from) {
  return polls.until != 0 && polls.records == llt.records &&
         from - polls.until <= LLT_BETWEEN(polls.until - polls.from);
}

void llt_polled(int64_t from) {
  if (!goes_on(from)) {
    polls.from = from;
    polls.records = llt.records;
    llt_opened_polls(from);
  }
  polls.until = llt_stamp();
  if (LLT_UNLIKELY(llt.clock != LLT_WALL)) llt_other_leave();
}

int64_t llt_since_polls(int64_t from) { return goes_on(from) ? polls.from : from; }
