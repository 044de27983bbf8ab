/* The wall clock of records, by the processor's counter where that is a clock: half the price of the system's. */
#ifndef LLT_TICKS_H
#define LLT_TICKS_H
#include "sleep.h"
#if defined(__x86_64__)
#define LLT_COUNTER() __builtin_ia32_rdtsc()
#else
#define LLT_COUNTER() 0
#endif
#pragma GCC visibility push(hidden)

typedef struct {
  int use;        /* the counter is to be the clock */
  uint64_t ns;    /* in 2^-32 per tick; 0: the system's clock is used */
  uint64_t tick;  /* of the counter, … */
  int64_t at;     /* … when CLOCK_MONOTONIC was this */
  int64_t latest; /* reported: nothing is earlier than its predecessor */
} llt_ticks;

extern llt_ticks llt_ticking;

/*
 * The first look at both clocks, where the kernel itself takes the counter for a clock (the same on all cores, and never
 * slower); some ms later the second, which determines how long a tick is.
 */
void llt_ticks_first(void);
void llt_ticks_second(void);
/* Between both, for spans of some ns: a rate that is not exact, and the state before it again. Takes LLT_ROUGHLY ns. */
#define LLT_ROUGHLY 100000
void llt_ticks_roughly(void);
void llt_ticks_forget(void);

/* CLOCK_MONOTONIC, ns, give or take some millionths of the time since the start. */
static inline int64_t llt_wall(void) {
  llt_ticks *t = &llt_ticking;
  if (__builtin_expect(t->ns == 0, 0)) return llt_now();
  const int64_t now = t->at + (int64_t)((unsigned __int128)(LLT_COUNTER() - t->tick) * t->ns >> 32);
  if (now > t->latest) t->latest = now;
  return t->latest;
}

#pragma GCC visibility pop
#endif
