/* Wrappers of the C binding with counts beyond 32 bits (MPI 4). See bind.h. */
#include "bind_c.h"
#undef LLT_FN
#undef LLT_START
#undef LLT_DO
#undef P_COUNT
#undef P_COUNTS
#undef P_DISPLS
#undef V_COUNTS

#define LLT_FN(Name, name, NAME, PARAMS) LLT_API int MPI_##Name##_c PARAMS
#define LLT_START(FAMILY, Name, name, NAME, ARGS) \
  if (llt_idle()) return PMPI_##Name##_c ARGS
#define LLT_DO(FAMILY, Name, name, NAME, ARGS) const int failed = LLT_DO_LARGE_##FAMILY(Name, NAME, ARGS)
/* Messages have one form for counts of any width. */
#define LLT_DO_LARGE_P2P(Name, NAME, ARGS) (LLT_UNLIKELY(llt.inject) ? llt_do_##Name ARGS : PMPI_##Name##_c ARGS)
#define LLT_DO_LARGE_COLL(Name, NAME, ARGS) LLT_PASSED(Name##_c, NAME, ARGS)
#undef LLT_DO_NEIGHBOURS
#define LLT_DO_NEIGHBOURS(Name, name, NAME, ARGS, IName, iname, INAME, BEGUN, MADE, SENT, RECEIVED) \
  const int failed = LLT_DO_LARGE_COLL(Name, NAME, ARGS)
#undef LLT_DO_NEIGHBOURS_INIT
#define LLT_DO_NEIGHBOURS_INIT(Name, name, NAME, ARGS, SENT, RECEIVED) \
  const int failed = LLT_DO_LARGE_OTHER(Name, NAME, ARGS)
#define LLT_DO_LARGE_PERSISTENT LLT_DO_LARGE_OTHER
#define LLT_DO_LARGE_NAMED(Name, NAME, ARGS) LLT_PASSED(Name##_c, NAME, ARGS)
#define LLT_DO_LARGE_JOIN(Name, NAME, ARGS) LLT_APART(PMPI_##Name##_c ARGS)
#define LLT_DO_LARGE_OTHER(Name, NAME, ARGS) LLT_REFUSED(Name##_c, NAME, ARGS)
#define P_COUNT(x) MPI_Count x
#define P_COUNTS(x) const MPI_Count x[]
#define P_DISPLS(x) const MPI_Aint x[]
#define V_COUNTS(x, n) {x, n, LLT_COUNTS}
