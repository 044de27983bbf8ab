/* In which call is each thread? A program that hangs or is killed ends within one. */
#ifndef LLT_OPENED_H
#define LLT_OPENED_H
#include "state.h"
#pragma GCC visibility push(hidden)

/* Threads past this number share a place. */
#define LLT_OPENED 64

typedef struct {
  const char *function; /* the wrapper of the last call, as __func__ has it; NULL: none yet */
  void *caller;
  int64_t since;
  int within;
  int64_t polling; /* when the last loop of tests and probes that found nothing began, … */
  uint64_t records; /* … and the records by then: with more, it is over */
} llt_open_call;

extern llt_open_call llt_opened[LLT_OPENED];

static inline llt_open_call *llt_opened_here(void) { return &llt_opened[llt_thread_number() & (LLT_OPENED - 1)]; }

static inline void llt_opens(const char *function, void *caller, int64_t since) {
  llt_open_call *here = llt_opened_here();
  here->function = function;
  here->caller = caller;
  here->since = since;
  here->within = 1;
}

static inline void llt_closes(void) { llt_opened_here()->within = 0; }

/* The call that closes now found nothing, and is the first of a loop. */
void llt_opened_polls(int64_t from);
/* The name in C of the call whose wrapper is `function`: wrappers of Fortran are called mpi_send_, mpi_send_f08_. */
void llt_name_of(const char *function, char *name, size_t size);
/* `# open-call: …` of all threads that are in a call, or in a loop of polls, or that there is none. Returns their length. */
size_t llt_opened_lines(char *into, size_t size);

#pragma GCC visibility pop
#endif
