/*
 * I/O, one-sided communication and processes that join, in Fortran: all arguments are addresses, and the lengths of
 * strings follow the last of them. Only their number matters.
 */
#include "bind_fortran.h"
#include "by_library.h"
#include "together.h"

typedef void *llt_any;
#define A1 llt_any a
#define A2 A1, llt_any b
#define A3 A2, llt_any c
#define A4 A3, llt_any d
#define A5 A4, llt_any e
#define A6 A5, llt_any f
#define A7 A6, llt_any g
#define A8 A7, llt_any h
#define A9 A8, llt_any i
#define A10 A9, llt_any j
#define A11 A10, llt_any k
#define A12 A11, llt_any l
#define A13 A12, llt_any m
#define B1 a
#define B2 B1, b
#define B3 B2, c
#define B4 B3, d
#define B5 B4, e
#define B6 B5, f
#define B7 B6, g
#define B8 B7, h
#define B9 B8, i
#define B10 B9, j
#define B11 B10, k
#define B12 B11, l
#define B13 B12, m

/* Two lengths, where there are none, are whatever is in registers or on the stack: they are passed on, not read. */
#define LLT_NAMED(name, NAME, n, before, after)                                                                       \
  LLT_NAMED_WITH(name, NAME, (A##n, MPI_Fint *error, size_t s, size_t t), (B##n, error, s, t), before, after)
#define LLT_NAMED_WITH(name, NAME, PARAMS, ARGS, before, after)                                                       \
  LLT_FORTRAN_NAMES(name, NAME, PARAMS)                                                                               \
  void mpi_##name##_ PARAMS {                                                                                         \
    MPI_Fint own;                                                                                                     \
    if (error == NULL) error = &own;                                                                                  \
    if (llt_idle()) {                                                                                                 \
      LLT_FORTRAN_OF(name, NAME) ARGS;                                                                                \
      return;                                                                                                         \
    }                                                                                                                 \
    LLT_ENTER();                                                                                                      \
    const int64_t llt_on = LLT_UNLIKELY(llt.inject) ? (before) : 0;                                                   \
    (void)llt_on;                                                                                                     \
    if (LLT_UNLIKELY(llt.inject)) llt_passed(LLT_##NAME);                                                             \
    LLT_FORTRAN_OF(name, NAME) ARGS;                                                                                  \
    const int failed = *error;                                                                                        \
    if (LLT_UNLIKELY(llt.inject) && failed == MPI_SUCCESS) after;                                                     \
    LLT_LEAVE(NAME, NULL, LLT_NONE);                                                                                  \
    if (LLT_UNLIKELY(llt.inject)) llt_passed_for(LLT_##NAME, llt_until - llt_from);                                   \
    llt_finish_here();                                                                                                \
  }

#define LLT_COMM_AT(x) PMPI_Comm_f2c(*(MPI_Fint *)(x))
#define LLT_FILE_AT(x) llt_of_file(PMPI_File_f2c(*(MPI_Fint *)(x)))
#define LLT_WIN_AT(x) llt_of_win(PMPI_Win_f2c(*(MPI_Fint *)(x)))
/* Which argument is the communicator, and which the window. */
#define LLT_COMM_IN_comm_spawn f
#define LLT_COMM_IN_comm_spawn_multiple g
#define LLT_COMM_IN_comm_accept d
#define LLT_COMM_IN_comm_connect d
#define LLT_COMM_IN_win_create e
#define LLT_COMM_IN_win_allocate d
#define LLT_COMM_IN_win_allocate_shared d
#define LLT_COMM_IN_win_create_dynamic b
#define LLT_WIN_IN_win_create f
#define LLT_WIN_IN_win_allocate f
#define LLT_WIN_IN_win_allocate_shared f
#define LLT_WIN_IN_win_create_dynamic c
#define LLT_WIN_IN_win_fence b
#define LLT_WIN_IN_win_free a

#define NAMED(Name, name, NAME, n, PARAMS, ARGS) LLT_NAMED(name, NAME, n, 0, (void)0)
#define NAMED_OF_COMM(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED(name, NAME, n, (llt_meet(LLT_COMM_AT(LLT_COMM_IN_##name)), 0), (void)0)
#define NAMED_MAKES_FILE(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED(name, NAME, n, (llt_meet(LLT_COMM_AT(a)), 0), llt_together_made(LLT_FILE_AT(e), LLT_COMM_AT(a)))
#define NAMED_OF_FILE(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED(name, NAME, n, llt_together_meet(LLT_FILE_AT(a)), (void)0)
#define NAMED_ENDS_FILE(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED(name, NAME, n, llt_together_meet(LLT_FILE_AT(a)), llt_together_over(llt_on))
#define NAMED_MAKES_WIN(Name, name, NAME, n, PARAMS, ARGS)           \
  LLT_NAMED(name, NAME, n, (llt_meet(LLT_COMM_AT(LLT_COMM_IN_##name)), 0), \
            llt_together_made(LLT_WIN_AT(LLT_WIN_IN_##name), LLT_COMM_AT(LLT_COMM_IN_##name)))
#define NAMED_OF_WIN(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED(name, NAME, n, llt_together_meet(LLT_WIN_AT(LLT_WIN_IN_##name)), (void)0)
#define NAMED_ENDS_WIN(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED(name, NAME, n, llt_together_meet(LLT_WIN_AT(LLT_WIN_IN_##name)), llt_together_over(llt_on))
#define NAMED_4(Name, name, NAME, n, PARAMS, ARGS)
#include "named.def"
