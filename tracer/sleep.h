/* Time, and waiting for it. */
#ifndef LLT_SLEEP_H
#define LLT_SLEEP_H
#include <stdint.h>
#include <time.h>
#pragma GCC visibility push(hidden)

/* CLOCK_MONOTONIC, ns: the same for all ranks of a node. */
static inline int64_t llt_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Sleeps as exactly as the system can, once and for all. */
void llt_sleep_exactly(void);
/*
 * A sleep may be too long by so much, in ns: the rest of a wait is spent polling the clock. On a shared core, 40 µs. On a
 * core of one's own 200 µs, because an idle core is slow at first, and more where sleeps are later than that.
 */
int64_t llt_oversleep(void);
/* There is a core for each rank: what this one spends looking none of them lacks. */
void llt_sleep_alone(void);
/* Looks at the clock for a while, until that time at the latest; leaves the core to others that want it. */
void llt_look_until(int64_t time);
/* Sleeps to a time or some µs longer. */
void llt_sleep_to(int64_t time);
/* Until that time, to the µs; leaves the core to others. */
void llt_sleep_until(int64_t time);

#pragma GCC visibility pop
#endif
