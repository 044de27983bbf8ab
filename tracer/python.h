/* Frames of Python: file, line and function, read from the interpreter that runs the program. */
#ifndef LLT_PYTHON_H
#define LLT_PYTHON_H
#include "state.h"
#pragma GCC visibility push(hidden)

/* Of an address on a stack: this many is no address but a place, whose number is the lower half. */
#define LLT_OF_PLACE (UINT64_C(1) << 63)

/* Whose code is at an address? */
typedef enum {
  LLT_PROGRAMS = 1, /* the program's, or a library's */
  LLT_INTERPRETERS, /* Python's own: below it are only frames that Python knows better */
  LLT_BINDINGS      /* that of mpi4py, which hands calls of Python on to MPI */
} llt_code_kind;

/* The process has an interpreter whose frames can be read (CPython 3.9 or later). */
extern int llt_python;

/* When a trace begins: looks for the interpreter. */
void llt_python_find(void);
/*
 * Takes down the frames of this thread as far as a call from `caller` needs them, for llt_python_frames. Not under the lock:
 * the interpreter lets one thread after the other look at its frames, and one that holds it may wait for ours.
 */
void llt_python_look(void *caller);
/* The frames that were taken down, innermost first, at most `most` of them; returns how many. */
int llt_python_frames(uint64_t *into, int most);
llt_code_kind llt_code_at(uint64_t pc);
/* Calls look at frames whoever makes them, as mpi4py's do, until all that was met is forgotten. */
void llt_python_rehearse(void);
void llt_python_forget(void);
/* Calls `put` with every place that was not put before. */
void llt_places_new(void (*put)(uint32_t id, int line, const char *file, const char *name));

#pragma GCC visibility pop
#endif
