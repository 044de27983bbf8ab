/* Bytes that leave this process: no write of the tracer ends the program. */
#ifndef LLT_PUT_H
#define LLT_PUT_H
#include <signal.h>
#include <sys/types.h>
#pragma GCC visibility push(hidden)

/* Of a thread, while it writes or makes a file longer. */
typedef struct {
  sigset_t mask, pending;
} llt_held;

/* The system sends the writer a signal past the limit on the size of files, and at a pipe that nobody reads. */
void llt_signals_hold(llt_held *held);
/* `error`: of what was done since, 0: none. Its signal is taken away, unless there was one before. Keeps errno. */
void llt_signals_let(const llt_held *held, int error);

/* As write(2), also within a signal. */
ssize_t llt_put_bytes(int file, const void *bytes, size_t size);
/* A line on stderr, which begins with the name of the tracer. */
void llt_put_line(const char *what);
/* From now on the program may make another file its stderr. */
void llt_put_start(void);
/* The same line, unless it would be in a file that the program put in the place of stderr. */
void llt_put_remark(const char *what);

/* What the user can do about a file that cannot be written. */
const char *llt_mend(int error);

#pragma GCC visibility pop
#endif
