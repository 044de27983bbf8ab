/*
 * Wrappers of Fortran's bindings, `mpif.h`, `use mpi` and with Open MPI `use mpi_f08`: everything is passed by address,
 * handles are integers. They call what the MPI library has for Fortran with the arguments as they came, so that its
 * constants (MPI_BOTTOM, MPI_STATUS_IGNORE …) stay what they are. See bind.h.
 *
 * Of MPICH's mpi_f08, what has buffers calls the C binding; the rest is wrapped with LLT_MPICH_F08.
 */
#include "bind.h"
#include "do_fortran.h"
#include "do_fortran_collectives.h"
#include "fortran_values.h"
#include "passed.h"

#ifdef LLT_MPICH_F08
/* MPICH's mpi_f08, as far as it does not call the C binding: one name, and another one for the layer below. */
#define LLT_FORTRAN_NAME(name) mpi_##name##_f08_
#define LLT_FORTRAN_NAMES(name, NAME, TYPES)       \
  extern void pmpir_##name##_f08_ TYPES LLT_WEAK;  \
  LLT_API void mpi_##name##_f08_ TYPES;
#define LLT_FORTRAN_OF(name, NAME) pmpir_##name##_f08_
#define LLT_LOCAL(name) llt_f08_##name
#else
#define LLT_ALIAS(alias_name, name, TYPES) LLT_API void alias_name TYPES __attribute__((alias("mpi_" #name "_")));
/* Compilers write names of Fortran in one of four ways: all are wrapped, and the one that the MPI library has is called. */
#ifdef OPEN_MPI
#define LLT_F08(name, TYPES) LLT_ALIAS(mpi_##name##_f08_, name, TYPES)
#else
#define LLT_F08(name, TYPES)
#endif
#define LLT_FORTRAN_NAME(name) mpi_##name##_
#define LLT_FORTRAN_NAMES(name, NAME, TYPES)                                  \
  extern void pmpi_##name##_ TYPES LLT_WEAK;                                  \
  extern void pmpi_##name##__ TYPES LLT_WEAK;                                 \
  extern void pmpi_##name TYPES LLT_WEAK;                                     \
  extern void PMPI_##NAME TYPES LLT_WEAK;                                     \
  LLT_API void mpi_##name##_ TYPES;                                           \
  LLT_ALIAS(mpi_##name##__, name, TYPES)                                      \
  LLT_ALIAS(mpi_##name, name, TYPES)                                          \
  LLT_ALIAS(MPI_##NAME, name, TYPES)                                          \
  LLT_F08(name, TYPES)
#define LLT_FORTRAN_OF(name, NAME) \
  (pmpi_##name##_ ? pmpi_##name##_ : pmpi_##name##__ ? pmpi_##name##__ : pmpi_##name ? pmpi_##name : PMPI_##NAME)
#define LLT_LOCAL(name) llt_fortran_##name
#endif

#define LLT_FN(Name, name, NAME, PARAMS)                                 \
  LLT_FORTRAN_NAMES(name, NAME, (LLT_UNWRAP PARAMS, MPI_Fint * llt_error)) \
  void LLT_FORTRAN_NAME(name)(LLT_UNWRAP PARAMS, MPI_Fint *llt_error)
#define LLT_EXTENSION(Name, name, NAME, PARAMS) LLT_EXTENSION_NAMES(name, NAME, (LLT_UNWRAP PARAMS, MPI_Fint * llt_error))
#define LLT_EXTENSION_NAMES(name, NAME, TYPES)                         \
  extern void pmpi_##name##_ TYPES __asm__("pmpix_" #name "_") LLT_WEAK; \
  LLT_ALIAS(mpix_##name##_, name, TYPES)                               \
  LLT_ALIAS(mpix_##name##__, name, TYPES)                              \
  LLT_ALIAS(mpix_##name, name, TYPES)                                  \
  LLT_ALIAS(MPIX_##NAME, name, TYPES)                                  \
  LLT_ALIAS(mpix_##name##_f08_, name, TYPES)
#define LLT_START(FAMILY, Name, name, NAME, ARGS)          \
  MPI_Fint llt_own_error;                                  \
  if (llt_error == NULL) llt_error = &llt_own_error;       \
  if (llt_idle()) {                                        \
    LLT_FORTRAN_OF(name, NAME)(LLT_UNWRAP ARGS, llt_error); \
    return;                                                \
  }
#define LLT_DO(FAMILY, Name, name, NAME, ARGS) \
  LLT_DO_##FAMILY(name, NAME, ARGS);           \
  const int failed = *llt_error
#define LLT_FINISH() \
  (void)failed;      \
  llt_finish_here()
#define LLT_DROP() \
  do {             \
    llt_drop();    \
    return;        \
  } while (0)

/* Where messages are delayed, by calls of our own; see bind_c.h. */
#define LLT_LIBRARY(name, NAME, ARGS) LLT_FORTRAN_OF(name, NAME)(LLT_UNWRAP ARGS, llt_error)
/* … which may wait for what another thread does. */
#define LLT_LIBRARY_APART(name, NAME, ARGS)   \
  do {                                        \
    const int llt_had = llt_turn_give();      \
    LLT_LIBRARY(name, NAME, ARGS);            \
    llt_turn_take(llt_had);                   \
  } while (0)
#define LLT_DELAYED(name, NAME, ARGS)                                        \
  if (LLT_UNLIKELY(llt.inject)) *llt_error = llt_fortran_do_##name ARGS;     \
  else LLT_LIBRARY(name, NAME, ARGS)
#define LLT_PASSED(name, NAME, ARGS)                    \
  if (LLT_UNLIKELY(llt.inject)) llt_passed(LLT_##NAME); \
  LLT_LIBRARY_APART(name, NAME, ARGS)
#define LLT_DO_P2P(name, NAME, ARGS) LLT_DELAYED(name, NAME, ARGS)
#define LLT_DO_PROBE(name, NAME, ARGS) LLT_DELAYED(name, NAME, ARGS)
#define LLT_DO_WAIT(name, NAME, ARGS) LLT_DELAYED(name, NAME, ARGS)
#define LLT_DO_COLL(name, NAME, ARGS) LLT_DELAYED(name, NAME, ARGS)
#define LLT_NO_REQUEST ((MPI_Fint *)NULL)
#define LLT_DO_NEIGHBOURS(Name, name, NAME, ARGS, IName, iname, INAME, BEGUN, MADE, SENT, RECEIVED) \
  if (LLT_LIKELY(!llt.decompose) || llt_neighbours_pass(LLT_##NAME, V_COMM(comm))) {      \
    LLT_PASSED(name, NAME, ARGS);                                                         \
  } else {                                                                                \
    MPI_Fint llt_moving;                                                                  \
    LLT_FORTRAN_OF(iname, INAME)(LLT_UNWRAP BEGUN, &llt_moving, llt_error);               \
    if (*llt_error == MPI_SUCCESS) {                                                      \
      MPI_Request llt_made = MPI_REQUEST_NULL;                                            \
      MPI_Fint *const llt_given = MADE;                                                   \
      llt_comm *const on = V_COMM(comm);                                                  \
      llt_neighbours(on);                                                                 \
      const llt_sizes llt_sent = {LLT_UNWRAP SENT}, llt_received = {LLT_UNWRAP RECEIVED}; \
      *llt_error = llt_neighbours_do(on, PMPI_Request_f2c(llt_moving), &llt_sent, &llt_received, \
                                     llt_given == NULL ? NULL : &llt_made);               \
      if (llt_given != NULL) *llt_given = PMPI_Request_c2f(llt_made);                     \
    }                                                                                     \
  }                                                                                       \
  const int failed = *llt_error
#define LLT_DO_NEIGHBOURS_INIT(Name, name, NAME, ARGS, SENT, RECEIVED)                              \
  if (LLT_UNLIKELY(llt.inject && !llt.decompose)) llt_not_delayed(LLT_##NAME);                      \
  LLT_LIBRARY(name, NAME, ARGS);                                                                    \
  if (LLT_UNLIKELY(llt.decompose) && *llt_error == MPI_SUCCESS) {                                   \
    llt_comm *const on = V_COMM(comm);                                                              \
    llt_neighbours(on);                                                                             \
    const llt_sizes llt_sent = {LLT_UNWRAP SENT}, llt_received = {LLT_UNWRAP RECEIVED};             \
    llt_neighbours_define(on, PMPI_Request_f2c(*request), &llt_sent, &llt_received);                \
  }                                                                                                 \
  const int failed = *llt_error
#define LLT_DO_PERSISTENT(name, NAME, ARGS)                                   \
  if (LLT_UNLIKELY(llt.decompose)) *llt_error = llt_fortran_do_##name ARGS;     \
  else {                                                                      \
    LLT_DO_OTHER(name, NAME, ARGS);                                           \
  }
#define LLT_DO_OTHER(name, NAME, ARGS)                                        \
  if (LLT_UNLIKELY(llt.inject)) llt_not_delayed(LLT_##NAME);                  \
  LLT_LIBRARY(name, NAME, ARGS)
#define LLT_DO_JOIN(name, NAME, ARGS) LLT_LIBRARY_APART(name, NAME, ARGS)
#define LLT_DO_IDUP(Name, name, NAME, ARGS, info)                                                              \
  if (LLT_UNLIKELY(llt.inject) && llt_idup_can(LLT_C_COMM(comm))) {                                            \
    MPI_Request llt_made = MPI_REQUEST_NULL;                                                                   \
    *llt_error = llt_do_idup(LLT_C_COMM(comm), info, (llt_new_handle){.fortran = newcomm}, &llt_made, &fresh); \
    *request = PMPI_Request_c2f(llt_made);                                                                     \
  } else {                                                                                                     \
    LLT_LIBRARY(name, NAME, ARGS);                                                                             \
  }                                                                                                            \
  const int failed = *llt_error

#define P_IN(x) void *x
#define P_OUT(x) void *x
#define P_INT(x) MPI_Fint *x
#define P_COUNT(x) MPI_Fint *x
#define P_TYPE(x) MPI_Fint *x
#define P_COMM(x) MPI_Fint *x
#define P_OP(x) MPI_Fint *x
#define P_GROUP(x) MPI_Fint *x
#define P_INFO(x) MPI_Fint *x
#define P_MESSAGE(x) MPI_Fint *x
#define P_REQUESTS(x) MPI_Fint *x
#define P_REQUEST_IN(x) MPI_Fint *x
#define P_NEWCOMM(x) MPI_Fint *x
#define P_STATUS(x) MPI_Fint *x
#define P_RESULT(x) MPI_Fint *x
#define P_COUNTS(x) MPI_Fint *x
#define P_DISPLS(x) MPI_Fint *x
#define P_AINTS(x) MPI_Aint *x
#define P_TYPES(x) MPI_Fint *x
#define P_INTS(x) MPI_Fint *x

#define V_INT(x) (*(x))
#define V_COUNT(x) ((int64_t)*(x))
#define V_TYPE(x) llt_bytes(PMPI_Type_f2c(*(x)))
#define V_COMM(x) llt_comm_of(PMPI_Comm_f2c(*(x)))
#define LLT_C_COMM(x) PMPI_Comm_f2c(*(x))
#define LLT_C_INFO(x) ((MPI_Info[1]){PMPI_Info_f2c(*(x))})
#define V_NEWCOMM(x) PMPI_Comm_f2c(*(x))
#define LLT_SET_NULL(x) *(x) = PMPI_Comm_c2f(MPI_COMM_NULL)
#define V_MESSAGE(x) PMPI_Message_f2c(*(x))
#define V_IN_PLACE(x) llt_fortran_in_place(x)
#define V_COUNTS(x, n) {x, n, LLT_INTS}
#define V_TYPES(x, n) {x, n, LLT_FORTRAN_TYPES}
#define LLT_REF(x) (x)
/* .true. is 1 or −1, by compiler. */
#define V_FLAG(x) (*(x) != 0)

#define LLT_RESULT MPI_Fint
#define LLT_REQUEST MPI_Fint
#define LLT_IS_NULL(request) ((request) == llt.null_request)
#define LLT_HANDLE(request) PMPI_Request_f2c(request)
#define LLT_HANDLE_IN(request) PMPI_Request_f2c(*(request))
#ifdef LLT_MPICH_F08
#define LLT_FIRST llt_mpich_f08_first
#else
#define LLT_FIRST() 1
#endif
#define LLT_STATUS MPI_Fint
#define LLT_STATUS_STEP ((int)(sizeof(MPI_Status) / sizeof(MPI_Fint)))
#define LLT_IGNORED(status) llt_fortran_ignored(status)
#define LLT_ALL_IGNORED(status) llt_fortran_ignored(status)
#define LLT_STATUS_OF(status) llt_fortran_status(status)

static inline MPI_Status llt_fortran_status(const MPI_Fint *status) {
  MPI_Status converted;
  PMPI_Status_f2c(status, &converted);
  return converted;
}

#include "request_of.h"
