/*
 * I/O, one-sided communication and processes that join, in Fortran: all arguments are addresses, and the lengths of
 * strings follow the last of them. Only their number matters.
 */
#include <stdlib.h>

#include "bind_fortran.h"
#include "by_library.h"
#include "join.h"
#include "members.h"
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
#define LLT_PARAMS(n) (A##n, MPI_Fint *error, size_t s, size_t t)
#define LLT_ARGS(n) (B##n, error, s, t)
#define LLT_BEGIN(name, NAME, n)                          \
  LLT_FORTRAN_NAMES(name, NAME, LLT_PARAMS(n))            \
  void mpi_##name##_ LLT_PARAMS(n) {                      \
    MPI_Fint own;                                         \
    if (error == NULL) error = &own;                      \
    if (llt_idle()) {                                     \
      LLT_FORTRAN_OF(name, NAME) LLT_ARGS(n);             \
      return;                                             \
    }                                                     \
    LLT_ENTER();
#define LLT_CALL(name, NAME, n)                 \
    LLT_FORTRAN_OF(name, NAME) LLT_ARGS(n);     \
    const int failed = *error;
#define LLT_END()      \
    llt_finish_here(); \
  }

#define LLT_NAMED(name, NAME, n, before, comm, request, ...)                        \
  LLT_BEGIN(name, NAME, n)                                                          \
    if (LLT_UNLIKELY(llt.inject)) {                                                 \
      before;                                                                       \
      llt_passed(LLT_##NAME);                                                       \
    }                                                                               \
    LLT_CALL(name, NAME, n)                                                         \
    LLT_LEAVE(NAME, comm, request, ##__VA_ARGS__);                                  \
    if (LLT_UNLIKELY(llt.inject)) llt_passed_for(LLT_##NAME, llt_until - llt_from); \
  LLT_END()

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
#define LLT_WIN_IN_put h
#define LLT_WIN_IN_get h
#define LLT_WIN_IN_accumulate i
#define LLT_WIN_IN_rput h
#define LLT_WIN_IN_rget h
#define LLT_WIN_IN_raccumulate i
#define LLT_WIN_IN_fetch_and_op g
#define LLT_WIN_IN_compare_and_swap g
#define LLT_WIN_IN_get_accumulate l
#define LLT_WIN_IN_rget_accumulate l
#define LLT_WIN_IN_win_flush b
#define LLT_WIN_IN_win_flush_local b
#define LLT_WIN_IN_win_unlock b
#define LLT_WIN_IN_win_lock d
#define LLT_WIN_IN_win_lock_all b
#define LLT_WIN_IN_win_flush_all a
#define LLT_WIN_IN_win_flush_local_all a
#define LLT_WIN_IN_win_unlock_all a
#define LLT_WIN_IN_win_complete a
#define LLT_WIN_IN_win_wait a
#define LLT_WIN_IN_win_free a

/* Where reads and writes have their count; the datatype is the argument behind. */
#define LLT_COUNT_IN_file_read_all c
#define LLT_COUNT_IN_file_write_all c
#define LLT_COUNT_IN_file_read_ordered c
#define LLT_COUNT_IN_file_write_ordered c
#define LLT_COUNT_IN_file_read_all_begin c
#define LLT_COUNT_IN_file_write_all_begin c
#define LLT_COUNT_IN_file_read_ordered_begin c
#define LLT_COUNT_IN_file_write_ordered_begin c
#define LLT_COUNT_IN_file_read_at_all d
#define LLT_COUNT_IN_file_write_at_all d
#define LLT_COUNT_IN_file_read_at_all_begin d
#define LLT_COUNT_IN_file_write_at_all_begin d
#define LLT_BEHIND_c d
#define LLT_BEHIND_d e
#define LLT_BEHIND(x) LLT_BEHIND_(x)
#define LLT_BEHIND_(x) LLT_BEHIND_##x
#define LLT_INT_AT(x) (*(MPI_Fint *)(x))
#define LLT_TYPE_AT(x) PMPI_Type_f2c(LLT_INT_AT(x))

/* See others.inc. */
#define LLT_NAMED_MAKES(name, NAME, n, comm, made)                                       \
  LLT_BEGIN(name, NAME, n)                                                               \
    const int64_t came = llt_join_enter(LLT_##NAME, NULL, LLT_COMM_AT(comm));            \
    LLT_CALL(name, NAME, n)                                                              \
    llt_comm *fresh = NULL;                                                              \
    if (failed == MPI_SUCCESS) {                                                         \
      llt_join_leave(LLT_##NAME, NULL, llt_comm_of(LLT_COMM_AT(comm)), NULL, came);      \
      fresh = llt_together_made(made, llt_comm_of(LLT_COMM_AT(comm)));                   \
    }                                                                                    \
    LLT_STAMP();                                                                       \
    const int number = fresh == NULL ? 0 : fresh->number;                                \
    LLT_RECORD(NAME, llt_comm_of(LLT_COMM_AT(comm)), LLT_NONE, number);                  \
    llt_note_comm(fresh);                                                                \
  LLT_END()
#define LLT_NAMED_OF(name, NAME, n, with, join, after, ...)                                                 \
  LLT_BEGIN(name, NAME, n)                                                                                    \
    const int64_t llt_with = with;                                                                          \
    llt_comm *const llt_on = llt_together_of(llt_with);                                                       \
    const int64_t came = llt_join_enter(LLT_##NAME, join, llt_on == NULL ? MPI_COMM_NULL : llt_on->handle);   \
    LLT_CALL(name, NAME, n)                                                                                   \
    if (failed == MPI_SUCCESS) {                                                                              \
      llt_join_leave(LLT_##NAME, join, llt_on, NULL, came);                                                   \
      after;                                                                                                  \
    }                                                                                                         \
    LLT_LEAVE(NAME, llt_on, LLT_NONE, ##__VA_ARGS__);                                                         \
  LLT_END()

#define NAMED(Name, name, NAME, n, PARAMS, ARGS) LLT_NAMED(name, NAME, n, (void)0, NULL, LLT_NONE)
#define NAMED_OF_COMM(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED(name, NAME, n, llt_meet(LLT_COMM_AT(LLT_COMM_IN_##name)), NULL, LLT_NONE)
#define NAMED_MAKES_FILE(Name, name, NAME, n, PARAMS, ARGS) LLT_NAMED_MAKES(name, NAME, n, a, LLT_FILE_AT(e))
#define NAMED_MAKES_WIN(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED_MAKES(name, NAME, n, LLT_COMM_IN_##name, LLT_WIN_AT(LLT_WIN_IN_##name))
#define NAMED_OF_FILE(Name, name, NAME, n, PARAMS, ARGS) LLT_NAMED_OF(name, NAME, n, LLT_FILE_AT(a), NULL, (void)0)
#define NAMED_ENDS_FILE(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED_OF(name, NAME, n, LLT_FILE_AT(a), NULL, llt_together_over(llt_with))
#define NAMED_BLOCKS(Name, name, NAME, n, PARAMS, ARGS)                                          \
  LLT_NAMED_OF(name, NAME, n, LLT_FILE_AT(a), LLT_STRIDED(llt_on, #Name), (void)0,               \
               LLT_INT_AT(LLT_COUNT_IN_##name) * llt_bytes(LLT_TYPE_AT(LLT_BEHIND(LLT_COUNT_IN_##name))))
#define NAMED_VIEW(Name, name, NAME, n, PARAMS, ARGS)                                                            \
  LLT_NAMED_OF(name, NAME, n, LLT_FILE_AT(a), NULL, llt_together_sees(llt_on, LLT_TYPE_AT(d)), llt_on != NULL && llt_on->gaps)
#define NAMED_OF_WIN(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED_OF(name, NAME, n, LLT_WIN_AT(LLT_WIN_IN_##name), NULL, (void)0)
#define NAMED_FENCE(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED_OF(name, NAME, n, LLT_WIN_AT(b), LLT_FENCE(LLT_INT_AT(a)), (void)0, LLT_NOPRECEDE(LLT_INT_AT(a)))
#define NAMED_ENDS_WIN(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED_OF(name, NAME, n, LLT_WIN_AT(LLT_WIN_IN_##name), NULL, llt_together_over(llt_with))

/* One-sided communication: see others.inc. Operations begin with the origin's buffer, count and type; then comes the rank. */
#define LLT_NAMED_ON(name, NAME, n, request, ...) \
  LLT_NAMED(name, NAME, n, (void)0, llt_together_of(LLT_WIN_AT(LLT_WIN_IN_##name)), request, ##__VA_ARGS__)
#define LLT_BYTES_AT(count, type) ((int64_t)LLT_INT_AT(count) * llt_bytes(LLT_TYPE_AT(type)))
#define LLT_REQUEST_IN_rput i
#define LLT_REQUEST_IN_rget i
#define LLT_REQUEST_IN_raccumulate j
#define LLT_RANK_IN_fetch_and_op d
#define LLT_RANK_IN_compare_and_swap e
#define LLT_TYPE_IN_fetch_and_op c
#define LLT_TYPE_IN_compare_and_swap d
#define NAMED_PUT(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED_ON(name, NAME, n, LLT_NONE, LLT_INT_AT(d), LLT_BYTES_AT(b, c))
#define NAMED_RPUT(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED_ON(name, NAME, n, LLT_REQUEST_OF(LLT_REQUEST_IN_##name), LLT_INT_AT(d), LLT_BYTES_AT(b, c))
#define NAMED_ONE(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED_ON(name, NAME, n, LLT_NONE, LLT_INT_AT(LLT_RANK_IN_##name), llt_bytes(LLT_TYPE_AT(LLT_TYPE_IN_##name)))
#define NAMED_FETCH(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED_ON(name, NAME, n, LLT_NONE, LLT_INT_AT(g), LLT_LARGER(LLT_BYTES_AT(b, c), LLT_BYTES_AT(e, f)))
#define NAMED_RFETCH(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED_ON(name, NAME, n, LLT_REQUEST_OF(m), LLT_INT_AT(g), LLT_LARGER(LLT_BYTES_AT(b, c), LLT_BYTES_AT(e, f)))
#define NAMED_TO_RANK(Name, name, NAME, n, PARAMS, ARGS) LLT_NAMED_ON(name, NAME, n, LLT_NONE, LLT_INT_AT(a))
#define NAMED_ON_WIN(Name, name, NAME, n, PARAMS, ARGS) LLT_NAMED_ON(name, NAME, n, LLT_NONE)
#define NAMED_LOCK(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_NAMED_ON(name, NAME, n, LLT_NONE, LLT_INT_AT(b), LLT_NOCHECK(LLT_INT_AT(c)))
#define NAMED_LOCK_ALL(Name, name, NAME, n, PARAMS, ARGS) LLT_NAMED_ON(name, NAME, n, LLT_NONE, LLT_NOCHECK(LLT_INT_AT(a)))
#define NAMED_GROUP(Name, name, NAME, n, PARAMS, ARGS)                                                           \
  LLT_BEGIN(name, NAME, n)                                                                                       \
    if (LLT_UNLIKELY(llt.inject)) llt_passed(LLT_##NAME);                                                        \
    LLT_CALL(name, NAME, n)                                                                                      \
    LLT_STAMP();                                                                                                 \
    const llt_ranks of = llt_ranks_in(PMPI_Win_f2c(LLT_INT_AT(c)), PMPI_Group_f2c(LLT_INT_AT(a)));               \
    LLT_RECORD_LISTS(NAME, llt_together_of(LLT_WIN_AT(c)), LLT_NONE, ({of.list, of.count, LLT_INTS}), of.count);                 \
    free(of.list);                                                                                                 \
    if (LLT_UNLIKELY(llt.inject)) llt_passed_for(LLT_##NAME, llt_until - llt_from);                              \
  LLT_END()
#define NAMED_WIN_TEST(Name, name, NAME, n, PARAMS, ARGS)                                \
  LLT_BEGIN(name, NAME, n)                                                               \
    llt_polls_reached(llt_from, 0);                                                      \
    if (LLT_UNLIKELY(llt.inject)) llt_passed(LLT_WIN_TEST);                              \
    LLT_CALL(name, NAME, n)                                                              \
    if (failed != MPI_SUCCESS || !LLT_INT_AT(b)) LLT_POLLED();                           \
    LLT_AFTER_POLLS();                                                                   \
    LLT_LEAVE(WIN_WAIT, llt_together_of(LLT_WIN_AT(a)), LLT_NONE);                       \
    if (LLT_UNLIKELY(llt.inject)) llt_passed_for(LLT_WIN_TEST, llt_until - llt_from);    \
  LLT_END()
#define NAMED_4(Name, name, NAME, n, PARAMS, ARGS)
#include "named.def"
