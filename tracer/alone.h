/* Which of several threads may go on, where only one at a time can: on the delayed network, or where computation is stretched. */
#ifndef LLT_ALONE_H
#define LLT_ALONE_H
#include "state.h"
#pragma GCC visibility push(hidden)

/*
 * Before a call (llt.alone): with MPI_THREAD_MULTIPLE, waits for this thread's turn; otherwise ends the program where
 * another thread is in MPI, from `function`.
 */
void llt_alone_enter(const char *function);
void llt_alone_left(void);

static inline void llt_alone_leave(void) {
  if (LLT_UNLIKELY(llt.alone)) llt_alone_left();
}

int llt_turn_given(void);
void llt_turn_taken(void);

/* Others have their turn meanwhile: this thread sleeps, or the MPI library may wait. Returns whether it was this one's. */
static inline int llt_turn_give(void) { return LLT_UNLIKELY(llt.turns) && llt_turn_given(); }
static inline void llt_turn_take(int given) {
  if (LLT_UNLIKELY(given)) llt_turn_taken();
}
/* The turn for what is done outside of a call; returns whether this thread did not have it, as llt_turn_end needs. */
int llt_turn_begin(void);
static inline void llt_turn_end(int begun) {
  if (LLT_UNLIKELY(begun)) llt_turn_given();
}

/* The result of a call of the MPI library that may wait for what another thread does. */
#define LLT_APART(call)                 \
  ({                                    \
    const int llt_had = llt_turn_give(); \
    const int llt_said = (call);        \
    llt_turn_take(llt_had);             \
    llt_said;                           \
  })

#pragma GCC visibility pop
#endif
