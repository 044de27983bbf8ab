/* The one state of a process. */
#include "state.h"

llt_state llt;
__thread int llt_nested __attribute__((tls_model("initial-exec")));
__thread int llt_looping __attribute__((tls_model("initial-exec")));

/* Past the last number that a record has room for, threads share it. */
int llt_thread_given(void) {
  static __thread int number __attribute__((tls_model("initial-exec"))); /* from 1 on */
  if (number == 0) number = __atomic_add_fetch(&llt.nthreads, 1, __ATOMIC_RELAXED);
  return number > LLT_MOST_THREADS ? LLT_MOST_THREADS - 1 : number - 1;
}
