/* One thread at a time. */
#ifndef LLT_ALONE_H
#define LLT_ALONE_H
#include "state.h"
#pragma GCC visibility push(hidden)

/* Where only one thread at a time may be in MPI (llt.alone): ends the program where another one is, from `function`. */
void llt_alone_enter(const char *function);

static inline void llt_alone_leave(void) {
  if (LLT_UNLIKELY(llt.alone)) __atomic_store_n(&llt.busy, 0, __ATOMIC_RELEASE);
}

#pragma GCC visibility pop
#endif
