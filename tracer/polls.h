/* Loops of tests or probes, as `while (!flag) MPI_Test(…)`, wait; what is computed between two of them is not waiting. */
#ifndef LLT_POLLS_H
#define LLT_POLLS_H
#include "clock.h"
#pragma GCC visibility push(hidden)

/* The loop of this thread, where its last call was a poll (llt_looping). */
typedef struct {
  int64_t begun; /* start of the first poll, later by what was computed since */
  int64_t until; /* end of the last poll */
  int64_t spun;  /* since when all times between polls are brief */
  int64_t polls;
  uint64_t records; /* of all threads by then */
} llt_loop;

extern __thread llt_loop llt_polls __attribute__((tls_model("initial-exec")));

/* Measures what a sleep costs here; at most 2 ms on a core of one's own. */
void llt_polls_start(void);
/* The time since the last poll, until `from`, was not brief. `waits`: the call that it leads to blocks. */
void llt_polls_judge(int64_t from, int waits);
/* A call that was entered at `from` found nothing, and leaves no record. */
void llt_polled(int64_t from);

/* Threads that take turns are one sequence of calls: there, the calls of all of them end a loop. */
static inline int llt_polls_go_on(void) {
  return llt_looping && (llt.multiple || llt_polls.records == llt.records);
}

/* A call that tests, probes or waits was entered at `from`. */
static inline void llt_polls_reached(int64_t from, int waits) {
  if (llt_polls_go_on() && LLT_UNLIKELY(from - llt_polls.until > LLT_BRIEF)) llt_polls_judge(from, waits);
}

/* The loop ends with a call that was entered at `from`. Returns where that call begins: with the first of the polls. */
int64_t llt_polls_over(int64_t from);
static inline int64_t llt_since_polls(int64_t from) { return llt_polls_go_on() ? llt_polls_over(from) : from; }

/* Time between polls by what it was taken for. */
enum { LLT_WAITED, LLT_COMPUTED, LLT_UNDECIDED, LLT_NATURES };
typedef struct {
  int64_t gaps, ns;
} llt_gaps;
extern llt_gaps llt_gaps_of[LLT_NATURES];

#pragma GCC visibility pop
#endif
