/* The files of a trace. Plain write(2), no stdio: also within a signal. */
#ifndef LLT_WRITE_H
#define LLT_WRITE_H
#include <stddef.h>
#include <sys/stat.h>
#pragma GCC visibility push(hidden)

/* Of this rank, while it is written. */
typedef struct {
  const char *ending; /* of its path */
  int number;         /* its descriptor; −1: nothing is written to it any more */
  struct stat is;     /* what the descriptor was, with the size that was written */
} llt_file;

/* Writes to what was opened as `number` (−1: to nothing). */
void llt_file_start(llt_file *file, int number, const char *ending);
void llt_file_close(llt_file *file);
/* The whole of `bytes`, or a line on stderr and never again to this file. */
void llt_write(llt_file *file, const void *bytes, size_t size);
/* The line: what happened to the file with that ending, and why. */
void llt_write_lost(const char *ending, const char *what, int error);
/* The executable segments of this process, as lines of /proc/self/maps; "" where they are as at the last call. */
size_t llt_load_map(char *into, size_t size);

#pragma GCC visibility pop
#endif
