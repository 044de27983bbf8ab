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
/* The i-th of a list; of a type, its bytes. */
int64_t llt_item(const llt_list *list, int i);

/* The handle as a number: what the library keeps in C, whatever language the program is in. */
static inline int64_t llt_handle(MPI_Request request) {
  int64_t handle = 0;
  if (request != MPI_REQUEST_NULL) memcpy(&handle, &request, sizeof request);
  return handle;
}

/* A record of the plain shape, and one with lists or wide numbers; `comm`: the communicator's number. */
void llt_record_plain(int code, int64_t start, int64_t end, void *caller, int comm, llt_request request,
                      const int64_t *v, int n);
void llt_record_long(int code, int64_t start, int64_t end, void *caller, int comm, llt_request request,
                     const llt_list *lists, int nlists, const int64_t *v, int n);
/* How many of `n` requests there are, NULL aside. */
int llt_active_among(int n, const MPI_Request *requests);
/* A record of a call about `n` requests from `address` on; `with_handles` 0: without their handles. */
void llt_record_requests(int code, int64_t start, int64_t end, void *caller, int64_t address, int n,
                         const MPI_Request *requests, int with_handles);
void llt_note(int code, int comm, int64_t at, int64_t handle, int f0, int f1);
void llt_note_list(int code, int comm, int f0, int f1, const int *items, int n);
void llt_note_completed(const MPI_Request *requests, int n);

#pragma GCC visibility pop
#endif
