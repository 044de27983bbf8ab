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
#define LLT_DO(FAMILY, Name, name, NAME, ARGS) const int failed = LLT_DO_##FAMILY(Name##_c, ARGS)
#define P_COUNT(x) MPI_Count x
#define P_COUNTS(x) const MPI_Count x[]
#define P_DISPLS(x) const MPI_Aint x[]
#define V_COUNTS(x, n) {x, n, LLT_COUNTS}
