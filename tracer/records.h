/* Records as they are filled, with their lists, and notes. Inside of llt_lock. */
#ifndef LLT_RECORDS_H
#define LLT_RECORDS_H
#include "state.h"
#pragma GCC visibility push(hidden)

/* A list of numbers in an argument. */
typedef struct {
  const void *items;
  int n;
  enum { LLT_INTS, LLT_COUNTS, LLT_TYPES, LLT_FORTRAN_TYPES } kind;
} llt_list;

int64_t llt_bytes(MPI_Datatype type);

/* A record of the plain shape, and one with lists or wide numbers; `comm`: the communicator's number. */
void llt_record_plain(int code, int64_t start, int64_t end, void *caller, int comm, int64_t address, const int64_t *v, int n);
void llt_record_long(int code, int64_t start, int64_t end, void *caller, int comm, int64_t address,
                     const llt_list *lists, int nlists, const int64_t *v, int n);
void llt_note(int code, int comm, int64_t at, int64_t address, int f0, int f1);
void llt_note_list(int code, int comm, int f0, int f1, const int *items, int n);
void llt_note_completed(const int64_t *addresses, int n);

#pragma GCC visibility pop
#endif
