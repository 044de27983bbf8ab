/* One-sided communication on the delayed network: the library does it, and each call lasts as long as in the model. */
#ifndef LLT_ONE_SIDED_H
#define LLT_ONE_SIDED_H
#include "comms.h"
#pragma GCC visibility push(hidden)

/* Once, when the algorithms are there. `library`: what it says of its version. */
void llt_one_sided_start(const char *library);

/* Before the library's call on a window, and after it; see below. */
int64_t llt_window_came(int code, llt_comm *on);
void llt_window_over(int code, llt_comm *on, int64_t came, const int64_t *values, MPI_Request *request);
/* The same of MPI_Win_post and MPI_Win_start. */
int64_t llt_window_group_came(int code, llt_comm *on, MPI_Win win, MPI_Group group);
void llt_window_group_over(int code, llt_comm *on, int64_t came, MPI_Win win, MPI_Group group);
/* MPI_Win_wait and MPI_Win_test. */
int llt_window_wait(llt_comm *on, MPI_Win win);
int llt_window_test(llt_comm *on, MPI_Win win, int *over);

/* What a fence waits for besides the other ranks, in which all are: before its barrier, or by its end. 0: nothing. */
typedef struct {
  int64_t before, by;
} llt_fence;
llt_fence llt_window_fence(llt_comm *on);

#pragma GCC visibility pop

/* Messages that the library would wait for in the call have come. Returns when this rank came. */
static inline int64_t llt_window_enter(int code, llt_comm *on) {
  return LLT_UNLIKELY(llt.inject) ? llt_window_came(code, on) : 0;
}

/* `values`: as in the record of the call. `request`: of the program, or NULL. */
#define LLT_WINDOW_LEAVE(code, on, came, request, ...)                                                      \
  do {                                                                                                      \
    if (LLT_LIKELY(!llt.inject) || failed != MPI_SUCCESS) break;                                            \
    const int64_t llt_given[] = {0, ##__VA_ARGS__};                                                         \
    llt_window_over(code, on, came, llt_given + 1, request);                                                \
  } while (0)

static inline int64_t llt_window_group_enter(int code, llt_comm *on, MPI_Win win, MPI_Group group) {
  return LLT_UNLIKELY(llt.inject) ? llt_window_group_came(code, on, win, group) : 0;
}

static inline void llt_window_group_leave(int failed, int code, llt_comm *on, int64_t came, MPI_Win win, MPI_Group group) {
  if (LLT_UNLIKELY(llt.inject) && failed == MPI_SUCCESS) llt_window_group_over(code, on, came, win, group);
}

#endif
