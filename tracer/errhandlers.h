/* Error handlers of the program, which need not return: they may leave the call that failed by longjmp or an exception. */
#ifndef LLT_ERRHANDLERS_H
#define LLT_ERRHANDLERS_H
#include "state.h"
#pragma GCC visibility push(hidden)

/* As the handlers of communicators, windows and files are, but for the type of what they are of. */
typedef void llt_errhandler(void *object, int *code, ...);

/* Whether this thread is, or was when it left a call, in an error handler of the program. */
extern __thread int llt_handling __attribute__((tls_model("initial-exec")));

/* What the MPI library is to call in the place of the program's handler. */
llt_errhandler *llt_errhandler_for(llt_errhandler *given);
/* In an error handler by llt_handling: whether it was left, and the call that failed with it, which is over then. */
int llt_left(void);

/* Whether this thread is in a call. */
static inline int llt_inside(void) {
  return LLT_UNLIKELY(llt_nested != 0) && !(LLT_UNLIKELY(llt_handling != 0) && llt_left());
}

/* Whether a wrapper only passes the call on: not tracing, or called from within MPI. */
static inline int llt_idle(void) { return LLT_UNLIKELY(!llt.on) || llt_inside(); }

#pragma GCC visibility pop
#endif
