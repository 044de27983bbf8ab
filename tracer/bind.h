/*
 * Wrappers are written once, in *.inc, and made for C, for C with large counts and for Fortran: bind_c.h, bind_large.h
 * and bind_fortran.h say what a parameter, its value and the call itself are in each. Common to all of them:
 *
 *   LLT_FN(Name, name, NAME, (parameters)) {
 *     LLT_START(FAMILY, Name, name, NAME, (arguments));      passes the call on where nothing is recorded
 *     LLT_ENTER();                                           the first look at the clock
 *     LLT_DO(FAMILY, Name, name, NAME, (arguments));         the call, into `failed`
 *     LLT_LEAVE(NAME, communicator, request, n and t fields);  the second look, and the record; ends here where it failed
 *     notes
 *     LLT_FINISH();                                          returns what the call returned
 *   }
 *
 * LLT_DROP() instead of LLT_LEAVE and LLT_FINISH leaves no record; so does a call that failed, unless a message came all
 * the same. Its arguments may be anything: what stands behind LLT_STAMP may look at them, what stands before may not. The
 * calls of a family go through one macro, LLT_DO_<FAMILY>: P2P, PROBE, WAIT, COLL, NEIGHBOUR, PERSISTENT, JOIN, NAMED.
 */
#include "record_call.h"
#include "clock.h"
#include "remarks.h"
#include "choices.h"
#include "errhandlers.h"
#include "looks.h"
#include "polls.h"
#include "requests.h"
#include "scratch.h"

/* Inline where calls are many and short; elsewhere calls of functions, which compile faster. */
#ifdef LLT_HOT
#define llt_enter_here llt_enter
#define llt_stamp_here llt_stamp
#define llt_finish_here llt_finish
#else
#include "quickly.h"
#define llt_enter_here llt_enter_called
#define llt_stamp_here llt_stamp_called
#define llt_finish_here llt_finish_called
#endif

#define LLT_UNWRAP(...) __VA_ARGS__
/* Open MPI 4 has persistent collectives as an extension: MPIX_…. */
#ifdef LLT_HAS_CALLS_OF_4
#define LLT_HAS_PERSISTENT
#define LLT_PERSISTENT_NAMES(Name, name, NAME, PARAMS)
#elif defined(OPEN_MPI)
#define LLT_HAS_PERSISTENT
#define LLT_PERSISTENT_NAMES LLT_EXTENSION
#endif
#define LLT_ENTER()                                            \
  if (LLT_UNLIKELY(llt.alone)) llt_alone_enter(__func__); \
  int64_t llt_from = llt_enter_here();                           \
  llt_opens(__func__, __builtin_return_address(0), llt_from)
/* … of calls that may find nothing, and of those that block until they find something. */
#define LLT_ENTER_POLL() \
  LLT_ENTER();           \
  llt_polls_reached(llt_from, 0)
#define LLT_ENTER_WAIT() \
  LLT_ENTER();           \
  llt_polls_reached(llt_from, 1)
/* Of both: polls right before them are a part of them. */
#define LLT_AFTER_POLLS() llt_from = llt_since_polls(llt_from)
/* The call found nothing. */
#define LLT_POLLED()      \
  do {                    \
    llt_polled(llt_from); \
    LLT_DROP();           \
  } while (0)
#define LLT_STAMP()                                                        \
  if (LLT_UNLIKELY(failed != MPI_SUCCESS) && llt_undone(failed)) LLT_DROP(); \
  const int64_t llt_until = llt_stamp_here()
#define LLT_RECORD(NAME, comm, request, ...)                                                            \
  const int64_t llt_v[] = {0, ##__VA_ARGS__};                                                           \
  llt_record_call(LLT_##NAME, llt_from, llt_until, __builtin_return_address(0), comm, request, llt_v + 1, \
                  (int)(sizeof llt_v / sizeof *llt_v) - 1)
#define LLT_LEAVE(NAME, comm, request, ...) \
  LLT_STAMP();                              \
  LLT_RECORD(NAME, comm, request, ##__VA_ARGS__)
/* `lists`: (list, list …) */
#define LLT_RECORD_LISTS(NAME, comm, request, lists, ...)                                             \
  const llt_list llt_l[] = {LLT_UNWRAP lists};                                                        \
  const int64_t llt_v[] = {0, ##__VA_ARGS__};                                                         \
  llt_record_lists(LLT_##NAME, llt_from, llt_until, __builtin_return_address(0), comm, request, llt_l, \
                   (int)(sizeof llt_l / sizeof *llt_l), llt_v + 1, (int)(sizeof llt_v / sizeof *llt_v) - 1)
/* `requests`: of a call that is about `n` of them, which were `before`. */
#define LLT_LEAVE_REQUESTS(NAME, requests, n, before) \
  LLT_STAMP();                                        \
  llt_record_several(LLT_##NAME, llt_from, llt_until, __builtin_return_address(0), V_ADDR(requests), n, before)
#define V_ADDR(variable) ((int64_t)(uintptr_t)(variable))
/* The request of a call that has none. */
#define LLT_NONE ((llt_request){0, 0})
