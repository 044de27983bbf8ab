/* What all files share: whether calls are recorded and how, the buffer, the lock. Includes nothing of the tracer but the shape of records. */
#ifndef LLT_STATE_H
#define LLT_STATE_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#include "layout.h"

/* What programs and the MPI library see: wrappers and regions. All else is the library's own. */
#define LLT_API __attribute__((visibility("default")))
#pragma GCC visibility push(hidden)

#define LLT_LIKELY(x) __builtin_expect(!!(x), 1)
#define LLT_UNLIKELY(x) __builtin_expect(!!(x), 0)
/* Open MPI 5 has these calls of MPI 4. */
#if MPI_VERSION >= 4 || (defined(OPEN_MPI) && OMPI_MAJOR_VERSION >= 5)
#define LLT_HAS_CALLS_OF_4
#endif
/* Not every MPI library has it. */
#define LLT_WEAK __attribute__((weak))

enum { LLT_BINARY = 1, LLT_TEXT = 2 };
/* DILATED: the wall's, and computation is made to last longer. */
enum { LLT_WALL = 0, LLT_CPU = 1, LLT_DILATED = 2 };

/* Most frames of LLAMP_DEPTH. */
#define LLT_MOST_DEPTH 64

typedef struct {
  int on; /* calls are recorded */
  int inject;  /* messages are delayed */
  int decompose; /* … and collectives are: they go as their messages */
  int measure; /* the runtime is taken: ranks start together */
  int clock, locked;
  int multiple; /* threads may call at once */
  int alone; /* one at a time; `busy`: one is in MPI */
  int turns; /* … and all that call have their turn, see alone.h */
  int busy;
  int recording; /* this rank is at the buffer, … */
  int saving;    /* … or a thread writes that, see watch.c */
  int nthreads; /* that have a number */
  int depth; /* frames of the call site */
  int pending; /* wildcard receives whose source is not known yet */
  llt_record *base; /* buffer of records */
  uint64_t used, room;
  int64_t origin; /* of the clock: its start, and later by all time spent writing */
  uint64_t records;
  int64_t overhead; /* ns that a record takes between its call and the next; 0: not known */
  int64_t half_trip; /* half of a round trip between ranks as the run began, ns; 0: not known */
  int rank, ranks, fortran, threads, formats;
  MPI_Fint null_request; /* MPI_REQUEST_NULL in Fortran */
} llt_state;

extern llt_state llt;
/* Depth of MPI calls on this thread: a library may call MPI itself. */
extern __thread int llt_nested __attribute__((tls_model("initial-exec")));
/* Whether the last call of this thread was a test or probe that found nothing. */
extern __thread int llt_looping __attribute__((tls_model("initial-exec")));

/* Number of this thread: 0 is that of MPI_Init, others count up as they come; 0 of all that take turns. */
int llt_thread_given(void);
static inline int llt_thread_number(void) { return LLT_LIKELY(!llt.multiple) ? 0 : llt_thread_given(); }

static inline void llt_lock(void) {
  if (LLT_UNLIKELY(llt.multiple))
    while (__atomic_exchange_n(&llt.locked, 1, __ATOMIC_ACQUIRE)) {
    }
}

static inline void llt_unlock(void) {
  if (LLT_UNLIKELY(llt.multiple)) __atomic_store_n(&llt.locked, 0, __ATOMIC_RELEASE);
}

#pragma GCC visibility pop
#endif
