/*
 * I/O, one-sided communication and processes that join, in Fortran: all arguments are addresses, and the lengths of
 * strings follow the last of them. Only their number matters.
 */
#include "bind_fortran.h"

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

/* Two lengths, where there are none, are what lies in registers or on the stack: they are passed on, not looked at. */
#define NAMED(Name, name, NAME, n, PARAMS, ARGS) LLT_NAMED(name, NAME, (A##n, MPI_Fint *error, size_t s, size_t t), (B##n, error, s, t))
#define NAMED_4(Name, name, NAME, n, PARAMS, ARGS)
#define LLT_NAMED(name, NAME, PARAMS, ARGS)                                                                       \
  LLT_FORTRAN_NAMES(name, NAME, PARAMS)                                                                           \
  void mpi_##name##_ PARAMS {                                                                                     \
    MPI_Fint own;                                                                                                 \
    if (error == NULL) error = &own;                                                                              \
    if (llt_idle()) {                                                                                             \
      LLT_FORTRAN_OF(name, NAME) ARGS;                                                                            \
      return;                                                                                                     \
    }                                                                                                             \
    LLT_ENTER();                                                                                                  \
    if (LLT_UNLIKELY(llt.inject)) llt_not_delayed(LLT_##NAME);                                                    \
    LLT_FORTRAN_OF(name, NAME) ARGS;                                                                              \
    const int failed = *error;                                                                                    \
    LLT_LEAVE(NAME, NULL, LLT_NONE);                                                                              \
    llt_finish_here();                                                                                            \
  }
#include "named.def"
