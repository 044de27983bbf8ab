/* The clock, and what every wrapper does first and last with it. */
#ifndef LLT_CLOCK_H
#define LLT_CLOCK_H
#include "alone.h"
#include "opened.h"
#include "ticks.h"
#pragma GCC visibility push(hidden)

/* Less time than this is a part of a loop of polls, and counts as CPU time of a thread, ns. */
#define LLT_BRIEF 5000

/* Time 0 is `start`. Returns the time now: ranks start together, and one may wake late. */
int64_t llt_clock_start(int64_t start);
/* By other clocks than the wall's. */
int64_t llt_other_enter(void);
int64_t llt_other_stamp(void);
void llt_other_leave(void);

static inline int64_t llt_enter(void) {
  llt_nested++;
  return LLT_UNLIKELY(llt.clock != LLT_WALL) ? llt_other_enter() : llt_wall() - llt.origin;
}

/* What this rank recorded is being written: waits, while its clock stops. */
void llt_await_saved(void);

/* This rank is at the buffer until llt_finish or llt_drop. */
static inline void llt_at_buffer(void) {
  __atomic_store_n(&llt.recording, 1, __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (LLT_UNLIKELY(__atomic_load_n(&llt.saving, __ATOMIC_ACQUIRE))) llt_await_saved();
}

static inline void llt_off_buffer(void) { __atomic_store_n(&llt.recording, 0, __ATOMIC_RELEASE); }

static inline int64_t llt_stamp(void) {
  llt_at_buffer();
  return LLT_UNLIKELY(llt.clock != LLT_WALL) ? llt_other_stamp() : llt_wall() - llt.origin;
}

/* The call is recorded, with its notes. */
static inline void llt_finish(void) {
  llt_unlock();
  llt_looping = 0;
  llt_off_buffer();
  llt_closes();
  if (LLT_UNLIKELY(llt.clock != LLT_WALL)) llt_other_leave();
  llt_alone_leave();
  llt_nested--;
}

/* The call leaves no record: its time is computation. */
static inline void llt_drop(void) {
  llt_off_buffer();
  llt_closes();
  llt_alone_leave();
  llt_nested--;
}

/* The same as functions. */
int64_t llt_enter_called(void);
int64_t llt_stamp_called(void);
void llt_finish_called(void);

#pragma GCC visibility pop
#endif
