/* Time, and waiting for it. */
#ifndef LLT_SLEEP_H
#define LLT_SLEEP_H
#include <stdint.h>
#include <time.h>
#pragma GCC visibility push(hidden)

/* A sleep may be so much too long, in ns: the rest of a wait is spent looking at the clock. */
#define LLT_OVERSLEPT 40000

/* CLOCK_MONOTONIC, ns: the same for all ranks of a node. */
static inline int64_t llt_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Sleeps as exactly as the system can, once and for all. */
void llt_sleep_exactly(void);
/* Sleeps to a time or some µs longer. */
void llt_sleep_to(int64_t time);
/* Until that time, to the µs; leaves the core to others. */
void llt_sleep_until(int64_t time);

#pragma GCC visibility pop
#endif
