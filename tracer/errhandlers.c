/*
 * Does a call that fails come back? Not if the program's error handler leaves it. So the MPI library gets a handler of
 * ours, which calls the program's: until that returns, the next call of the thread may be from within it, or after it. The
 * stack says which.
 */
#include "errhandlers.h"

#include <stdarg.h>
#include <stdint.h>
#include <unwind.h>

#include "clock.h"

#include "quickly.h"

__thread int llt_handling __attribute__((tls_model("initial-exec")));

/* Handlers past so many are called by the library, as without the tracer. */
#define MOST 16

static llt_errhandler *programs[MOST];

/* Its frame is on the stack while the handler runs. Meanwhile no call is in progress: another thread may have its turn. */
__attribute__((noinline)) static void hand_over(int which, void *object, int *code, void *first, void *second) {
  const int before = llt_handling, inside = llt_nested, had = llt_turn_give();
  if (inside) {
    llt_handling = 1;
    llt_alone_leave();
  }
  programs[which](object, code, first, second);
  llt_turn_take(had);
  if (!inside) return;
  if (llt.alone) __atomic_store_n(&llt.busy, 1, __ATOMIC_RELEASE);
  llt_handling = before;
}

static _Unwind_Reason_Code seek(struct _Unwind_Context *frame, void *found) {
  if (_Unwind_GetRegionStart(frame) != (uintptr_t)hand_over) return _URC_NO_REASON;
  *(int *)found = 1;
  return _URC_END_OF_STACK;
}

int llt_left(void) {
  int found = 0;
  _Unwind_Backtrace(seek, &found);
  if (found) return 0;
  llt_nested = llt_handling = 0;
  llt_off_buffer();
  llt_closes();
  return 1;
}

/* Open MPI gives a handler the name of the function that failed, and NULL. */
static void failed(int which, void *object, int *code, va_list more) {
  void *first = va_arg(more, void *);
  void *second = va_arg(more, void *);
  llt_inside();
  hand_over(which, object, code, first, second);
}

#define OURS(i)                                           \
  static void ours_##i(void *object, int *code, ...) { \
    va_list more;                                         \
    va_start(more, code);                                 \
    failed(i, object, code, more);                        \
    va_end(more);                                         \
  }
OURS(0) OURS(1) OURS(2) OURS(3) OURS(4) OURS(5) OURS(6) OURS(7)
OURS(8) OURS(9) OURS(10) OURS(11) OURS(12) OURS(13) OURS(14) OURS(15)

static llt_errhandler *const ours[MOST] = {ours_0, ours_1, ours_2,  ours_3,  ours_4,  ours_5,  ours_6,  ours_7,
                                           ours_8, ours_9, ours_10, ours_11, ours_12, ours_13, ours_14, ours_15};

llt_errhandler *llt_errhandler_for(llt_errhandler *given) {
  for (int i = 0; llt.on && given != NULL && i < MOST; i++) {
    llt_errhandler *none = NULL;
    if (__atomic_compare_exchange_n(&programs[i], &none, given, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) || none == given)
      return ours[i];
  }
  return given;
}
