/* MPI_Init, MPI_Finalize, MPI_Abort and MPI_Pcontrol, in C. */
#include "init.h"
#include "regions.h"
#include "state.h"
#include "threads.h"

LLT_API int MPI_Init(int *argc, char ***argv) {
  if (llt_nested) return PMPI_Init(argc, argv);
  llt_nested++;
  const int failed = PMPI_Init(argc, argv);
  llt_nested--;
  if (failed == MPI_SUCCESS) llt_begin(0, 0);
  return failed;
}

LLT_API int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  if (llt_nested) return PMPI_Init_thread(argc, argv, required, provided);
  llt_nested++;
  const int allowed = llt_threads_allowed(required);
  const int failed = PMPI_Init_thread(argc, argv, allowed, provided);
  if (failed == MPI_SUCCESS && allowed < required && *provided > allowed) *provided = allowed;
  llt_nested--;
  if (failed == MPI_SUCCESS) llt_begin(0, 1);
  return failed;
}

LLT_API int MPI_Finalize(void) {
  if (!llt_nested) llt_end();
  return PMPI_Finalize();
}

LLT_API int MPI_Abort(MPI_Comm comm, int code) {
  if (!llt_nested) llt_aborting();
  return PMPI_Abort(comm, code);
}

LLT_API int MPI_Pcontrol(const int level, ...) {
  llt_level(level);
  return PMPI_Pcontrol(level);
}
