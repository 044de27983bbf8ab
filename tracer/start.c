/* MPI_Init, MPI_Init_thread, MPI_Finalize, MPI_Abort, MPI_Pcontrol and error handlers, in C. */
#include "errhandlers.h"
#include "fatal.h"
#include "init.h"
#include "regions.h"
#include "state.h"
#include "threads.h"

LLT_API int MPI_Init(int *argc, char ***argv) {
  if (llt_inside()) return PMPI_Init(argc, argv);
  llt_nested++;
  const int failed = PMPI_Init(argc, argv);
  llt_nested--;
  if (failed == MPI_SUCCESS) llt_begin(0, 0);
  return failed;
}

LLT_API int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  if (llt_inside()) return PMPI_Init_thread(argc, argv, required, provided);
  llt_nested++;
  const int allowed = llt_threads_allowed(required);
  const int failed = PMPI_Init_thread(argc, argv, allowed, provided);
  if (failed == MPI_SUCCESS && allowed < required && *provided > allowed) *provided = allowed;
  llt_nested--;
  if (failed == MPI_SUCCESS) llt_begin(0, 1);
  return failed;
}

LLT_API int MPI_Finalize(void) {
  if (!llt_inside()) llt_end();
  return PMPI_Finalize();
}

LLT_API int MPI_Abort(MPI_Comm comm, int code) {
  llt_aborting();
  return PMPI_Abort(comm, code);
}

LLT_API int MPI_Pcontrol(const int level, ...) {
  llt_level(level);
  return PMPI_Pcontrol(level);
}

LLT_API int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler handler) {
  return PMPI_Comm_set_errhandler(comm, llt_fatal_for(handler));
}

LLT_API int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *handler) {
  const int failed = PMPI_Comm_get_errhandler(comm, handler);
  if (failed == MPI_SUCCESS) llt_fatal_hide(handler);
  return failed;
}

/* Handlers are called with one object of these types, by its address. */
#define LLT_CREATES_ERRHANDLER(Name, type)                                                                        \
  LLT_API int MPI_##Name##_create_errhandler(type *function, MPI_Errhandler *handler) {                           \
    return PMPI_##Name##_create_errhandler((type *)llt_errhandler_for((llt_errhandler *)function), handler);      \
  }
LLT_CREATES_ERRHANDLER(Comm, MPI_Comm_errhandler_function)
LLT_CREATES_ERRHANDLER(Win, MPI_Win_errhandler_function)
LLT_CREATES_ERRHANDLER(File, MPI_File_errhandler_function)

/* Their names of MPI-1, which headers no longer declare. */
LLT_API int llt_errhandler_set(MPI_Comm comm, MPI_Errhandler handler) __asm__("MPI_Errhandler_set");
int llt_errhandler_set(MPI_Comm comm, MPI_Errhandler handler) { return MPI_Comm_set_errhandler(comm, handler); }
LLT_API int llt_errhandler_get(MPI_Comm comm, MPI_Errhandler *handler) __asm__("MPI_Errhandler_get");
int llt_errhandler_get(MPI_Comm comm, MPI_Errhandler *handler) { return MPI_Comm_get_errhandler(comm, handler); }
LLT_API int llt_errhandler_create(MPI_Comm_errhandler_function *function, MPI_Errhandler *handler)
    __asm__("MPI_Errhandler_create");
int llt_errhandler_create(MPI_Comm_errhandler_function *function, MPI_Errhandler *handler) {
  return MPI_Comm_create_errhandler(function, handler);
}
