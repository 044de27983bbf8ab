/* Wrappers of the C binding. See bind.h. */
#include "bind.h"
#include "do_calls.h"
#include "do_collectives.h"
#include "passed.h"

#define LLT_FN(Name, name, NAME, PARAMS) LLT_API int MPI_##Name PARAMS
/* The wrapper MPI_… and what it calls have the names of the extension for the linker. */
#define LLT_EXTENSION(Name, name, NAME, PARAMS)                   \
  LLT_API int MPI_##Name PARAMS __asm__("MPIX_" #Name);           \
  extern int PMPI_##Name PARAMS __asm__("PMPIX_" #Name) LLT_WEAK;
#define LLT_START(FAMILY, Name, name, NAME, ARGS) \
  if (llt_idle()) return PMPI_##Name ARGS
#define LLT_DO(FAMILY, Name, name, NAME, ARGS) const int failed = LLT_DO_##FAMILY(Name, NAME, ARGS)
#define LLT_FINISH() \
  llt_finish_here();      \
  return failed
#define LLT_DROP() \
  do {             \
    llt_drop();    \
    return failed; \
  } while (0)

/* Where messages are delayed, by calls of our own; what cannot be is refused, and what is passed on is counted. */
#define LLT_DELAYED(Name, ARGS) (LLT_UNLIKELY(llt.inject) ? llt_do_##Name ARGS : PMPI_##Name ARGS)
#define LLT_PASSED(Name, NAME, ARGS) (LLT_UNLIKELY(llt.inject) ? llt_passed(LLT_##NAME) : (void)0, LLT_APART(PMPI_##Name ARGS))
#define LLT_REFUSED(Name, NAME, ARGS) (LLT_UNLIKELY(llt.inject) ? llt_not_delayed(LLT_##NAME) : (void)0, PMPI_##Name ARGS)
#define LLT_DO_P2P(Name, NAME, ARGS) LLT_DELAYED(Name, ARGS)
#define LLT_DO_PROBE(Name, NAME, ARGS) LLT_DELAYED(Name, ARGS)
#define LLT_DO_WAIT(Name, NAME, ARGS) LLT_DELAYED(Name, ARGS)
#define LLT_DO_COLL(Name, NAME, ARGS) LLT_DELAYED(Name, ARGS)
#define LLT_NO_REQUEST NULL
#define LLT_DO_NEIGHBOURS(Name, name, NAME, ARGS, IName, iname, INAME, BEGUN, MADE, SENT, RECEIVED) \
  int failed;                                                                             \
  if (LLT_LIKELY(!llt.decompose) || llt_neighbours_pass(LLT_##NAME, V_COMM(comm)))        \
    failed = LLT_PASSED(Name, NAME, ARGS);                                                \
  else {                                                                                  \
    MPI_Request llt_moving;                                                               \
    failed = PMPI_##IName(LLT_UNWRAP BEGUN, &llt_moving);                                 \
    if (failed == MPI_SUCCESS) {                                                          \
      llt_comm *const on = V_COMM(comm);                                                  \
      llt_neighbours(on);                                                                 \
      const llt_sizes llt_sent = {LLT_UNWRAP SENT}, llt_received = {LLT_UNWRAP RECEIVED}; \
      failed = llt_neighbours_do(on, llt_moving, &llt_sent, &llt_received, MADE);         \
    }                                                                                     \
  }
#define LLT_DO_NEIGHBOURS_INIT(Name, name, NAME, ARGS, SENT, RECEIVED)                         \
  const int failed = LLT_UNLIKELY(llt.decompose) ? PMPI_##Name ARGS : LLT_REFUSED(Name, NAME, ARGS); \
  if (LLT_UNLIKELY(llt.decompose) && failed == MPI_SUCCESS) {                                   \
    llt_comm *const on = V_COMM(comm);                                                          \
    llt_neighbours(on);                                                                         \
    const llt_sizes llt_sent = {LLT_UNWRAP SENT}, llt_received = {LLT_UNWRAP RECEIVED};         \
    llt_neighbours_define(on, *request, &llt_sent, &llt_received);                              \
  }
#define LLT_DO_PERSISTENT(Name, NAME, ARGS) \
  (LLT_UNLIKELY(llt.decompose) ? llt_do_##Name ARGS : LLT_REFUSED(Name, NAME, ARGS))
#define LLT_DO_JOIN(Name, NAME, ARGS) LLT_APART(PMPI_##Name ARGS)
#define LLT_DO_IDUP(Name, name, NAME, ARGS, info)                                                     \
  const int failed = LLT_UNLIKELY(llt.inject) && llt_idup_can(comm)                                   \
                         ? llt_do_idup(comm, info, (llt_new_handle){.c = newcomm}, request, &fresh)   \
                         : PMPI_##Name ARGS
#define LLT_DO_NAMED(Name, NAME, ARGS) LLT_PASSED(Name, NAME, ARGS)

/* Parameters … */
#define P_IN(x) const void *x
#define P_OUT(x) void *x
#define P_INT(x) int x
#define P_COUNT(x) int x
#define P_TYPE(x) MPI_Datatype x
#define P_COMM(x) MPI_Comm x
#define P_OP(x) MPI_Op x
#define P_GROUP(x) MPI_Group x
#define P_INFO(x) MPI_Info x
#define P_MESSAGE(x) MPI_Message *x
#define P_REQUESTS(x) MPI_Request *x
#define P_REQUEST_IN(x) MPI_Request x
#define P_NEWCOMM(x) MPI_Comm *x
#define P_STATUS(x) MPI_Status *x
#define P_RESULT(x) int *x
#define P_COUNTS(x) const int x[]
#define P_DISPLS(x) const int x[]
#define P_AINTS(x) const MPI_Aint x[]
#define P_TYPES(x) const MPI_Datatype x[]
#define P_INTS(x) const int x[]
/* … their values … */
#define V_INT(x) (x)
#define V_COUNT(x) ((int64_t)(x))
#define V_TYPE(x) llt_bytes(x)
#define V_COMM(x) llt_comm_of(x)
#define LLT_C_COMM(x) (x)
#define LLT_C_INFO(x) (&(x))
#define V_NEWCOMM(x) (*(x))
#define LLT_SET_NULL(x) *(x) = MPI_COMM_NULL
#define V_MESSAGE(x) (*(x))
#define V_IN_PLACE(x) ((x) == MPI_IN_PLACE)
#define V_COUNTS(x, n) {x, n, LLT_INTS}
#define V_TYPES(x, n) {x, n, LLT_TYPES}
/* The address of a value. */
#define LLT_REF(x) (&(x))
#define V_FLAG(x) (*(x) != 0)
/* … and what is found in arrays of requests and statuses. */
#define LLT_LOCAL(name) llt_c_##name
#define LLT_RESULT int
#define LLT_REQUEST MPI_Request
#define LLT_IS_NULL(request) ((request) == MPI_REQUEST_NULL)
#define LLT_HANDLE(request) (request)
#define LLT_HANDLE_IN(request) (request)
#define LLT_FIRST() 0
#define LLT_STATUS MPI_Status
#define LLT_STATUS_STEP 1
#define LLT_IGNORED(status) ((status) == MPI_STATUS_IGNORE)
#define LLT_ALL_IGNORED(status) ((status) == MPI_STATUSES_IGNORE)
#define LLT_STATUS_OF(status) (*(status))

#include "request_of.h"
