/* The tracer's state, and what every wrapper does with it. Nothing here allocates, prints or blocks (but see llt_lock). */
#ifndef LLT_H
#define LLT_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "records.h"

/* What programs and the MPI library see: wrappers and regions. All else is the library's own. */
#define LLT_API __attribute__((visibility("default")))
#pragma GCC visibility push(hidden)

#define LLT_LIKELY(x) __builtin_expect(!!(x), 1)
#define LLT_UNLIKELY(x) __builtin_expect(!!(x), 0)

enum { LLT_BINARY = 1, LLT_TEXT = 2 };
enum { LLT_WALL = 0, LLT_CPU = 1 };

/* A communicator. Entries live to the end: a number is never given twice on a rank. */
typedef struct llt_comm {
  MPI_Comm handle;
  int number, rank, size;
  int remote; /* ranks of the other group of an intercommunicator; -1 without one */
  int noted;  /* its members are in the trace */
  int in, out; /* neighbours; -1: not asked yet */
  MPI_Comm asked; /* has its groups: itself, or what it is a copy of that is not finished */
  struct llt_comm *next;
} llt_comm;

typedef struct {
  int on; /* calls are recorded */
  int clock, multiple, locked;
  int depth; /* frames of the call site */
  int pending; /* wildcard receives whose source is not known yet */
  llt_record *base; /* buffer of records */
  uint64_t used, room;
  int64_t origin; /* of the clock: its start, and later by all time spent writing */
  uint64_t records;
  llt_comm world, self;
  int rank, ranks, fortran, threads, formats;
  MPI_Fint null_request; /* MPI_REQUEST_NULL in Fortran */
} llt_state;

extern llt_state llt;
/* Depth of MPI calls on this thread: a library may call MPI itself. */
extern __thread int llt_nested __attribute__((tls_model("initial-exec")));

/* clock.c */
void llt_clock_start(void);
int64_t llt_cpu_enter(void);
int64_t llt_cpu_stamp(void);
void llt_cpu_leave(void);

static inline int64_t llt_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* buffer.c */
llt_record *llt_slots_slow(uint64_t slots);
void llt_flush(void);

static inline void llt_lock(void) {
  if (LLT_UNLIKELY(llt.multiple))
    while (__atomic_exchange_n(&llt.locked, 1, __ATOMIC_ACQUIRE)) {
    }
}

static inline void llt_unlock(void) {
  if (LLT_UNLIKELY(llt.multiple)) __atomic_store_n(&llt.locked, 0, __ATOMIC_RELEASE);
}

/* Room for records; they count only after llt_commit: a signal that comes between finds whole records. */
static inline llt_record *llt_slots(uint64_t slots) {
  if (LLT_UNLIKELY(llt.used + slots > llt.room)) return llt_slots_slow(slots);
  return llt.base + llt.used;
}

static inline void llt_commit(uint64_t slots) {
  __atomic_signal_fence(__ATOMIC_RELEASE);
  llt.used += slots;
  llt.records++;
}

/* sites.c */
uint32_t llt_site_of(void *caller);

/* comms.c */
llt_comm *llt_comm_other(MPI_Comm comm);
llt_comm *llt_comm_new(MPI_Comm comm);
llt_comm *llt_comm_like(MPI_Comm comm, llt_comm *parent);
void llt_comm_gone(MPI_Comm comm);
llt_comm *llt_comm_numbered(int number);
void llt_note_comm(llt_comm *comm);
void llt_neighbours(llt_comm *comm);

/* Ranks that a collective's lists are of: those of the other side. */
static inline int llt_peers(const llt_comm *comm) {
  return comm == NULL ? 0 : comm->remote >= 0 ? comm->remote : comm->size;
}

static inline llt_comm *llt_comm_of(MPI_Comm comm) {
  return LLT_LIKELY(comm == MPI_COMM_WORLD) ? &llt.world : llt_comm_other(comm);
}

/* A list of numbers in an argument. */
typedef struct {
  const void *items;
  int n;
  enum { LLT_INTS, LLT_COUNTS, LLT_TYPES, LLT_FORTRAN_TYPES } kind;
} llt_list;

/* records.c: records that are not of the plain shape, and notes */
void llt_record_lists(int code, int64_t start, int64_t end, void *caller, llt_comm *comm, int64_t address,
                      const llt_list *lists, int nlists, const int64_t *v, int n);
void llt_note(int code, int comm, int64_t at, int64_t address, int f0, int f1);
void llt_note_list(int code, int comm, int f0, int f1, const int *items, int n);
void llt_note_completed(const int64_t *addresses, int n);

/* requests.c */
typedef struct {
  MPI_Message handle;
  llt_comm *comm;
  int source, tag;
} llt_message;
void llt_wild_add(MPI_Request request, int persistent);
int llt_wild_known(MPI_Request request);
void llt_wild_matched(MPI_Request request, const MPI_Status *status, int64_t address);
void llt_wild_gone(MPI_Request request);
void llt_matched(const MPI_Status *status, int64_t address);
void llt_message_add(MPI_Message message, llt_comm *comm, const MPI_Status *status);
llt_message llt_message_take(MPI_Message message);
void *llt_scratch(int which, size_t bytes);

/* Whether a wrapper only passes the call on: not tracing, or called from within MPI. */
static inline int llt_idle(void) { return LLT_UNLIKELY(!llt.on) || LLT_UNLIKELY(llt_nested != 0); }

static inline int64_t llt_enter(void) {
  llt_nested++;
  return LLT_UNLIKELY(llt.clock == LLT_CPU) ? llt_cpu_enter() : llt_now() - llt.origin;
}

static inline int64_t llt_stamp(void) {
  return LLT_UNLIKELY(llt.clock == LLT_CPU) ? llt_cpu_stamp() : llt_now() - llt.origin;
}

/* The call is recorded, with its notes. */
static inline void llt_finish(void) {
  llt_unlock();
  if (LLT_UNLIKELY(llt.clock == LLT_CPU)) llt_cpu_leave();
  llt_nested--;
}

/* The call leaves no record: its time is computation. */
static inline void llt_drop(void) { llt_nested--; }

/* clock.c: the same as functions. */
int64_t llt_enter_called(void);
int64_t llt_stamp_called(void);
void llt_finish_called(void);

int64_t llt_bytes(MPI_Datatype type);

/*
 * Records a call without lists, and leaves the record open for notes until llt_finish. `v`: its n and t fields.
 * records.c; not inline: it stands in hundreds of wrappers, which are compiled at the user's site.
 */
void llt_record_call(int code, int64_t start, int64_t end, void *caller, llt_comm *comm, int64_t address,
                     const int64_t *v, int n);

/* init.c */
void llt_begin(int fortran, int threaded);
void llt_end(void);
void llt_abandon(void);
void llt_aborting(void);
void llt_level(int level);

/* remarks.c: a call that a trace does not tell; said once in the trace. Inside of llt_lock. */
void llt_not_traced(int code);

#pragma GCC visibility pop
#endif
