/* How do bytes leave this process, so that neither the program nor a file of its own notices? */
#include "put.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "quickly.h"

void llt_signals_hold(llt_held *held) {
  sigset_t both;
  sigemptyset(&both);
  sigaddset(&both, SIGXFSZ);
  sigaddset(&both, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &both, &held->mask);
  sigpending(&held->pending);
}

void llt_signals_let(const llt_held *held, int error) {
  const int before = errno;
  const int number = error == EFBIG ? SIGXFSZ : error == EPIPE ? SIGPIPE : 0;
  if (number != 0 && !sigismember(&held->pending, number)) {
    const struct timespec at_once = {0, 0};
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, number);
    while (sigtimedwait(&one, NULL, &at_once) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &held->mask, NULL);
  errno = before;
}

ssize_t llt_put_bytes(int file, const void *bytes, size_t size) {
  llt_held held;
  llt_signals_hold(&held);
  const ssize_t n = write(file, bytes, size);
  llt_signals_let(&held, n < 0 ? errno : 0);
  return n;
}

#define NAME "llamp-trace: "

void llt_put_line(const char *what) {
  const struct iovec line[] = {{NAME, strlen(NAME)}, {(void *)what, strlen(what)}, {"\n", 1}};
  llt_held held;
  llt_signals_hold(&held);
  const ssize_t n = writev(STDERR_FILENO, line, 3);
  llt_signals_let(&held, n < 0 ? errno : 0);
}

static struct stat first; /* stderr, when MPI_Init ended */

void llt_put_start(void) {
  if (fstat(STDERR_FILENO, &first) != 0) memset(&first, 0, sizeof first);
}

void llt_put_remark(const char *what) {
  struct stat now;
  if (fstat(STDERR_FILENO, &now) != 0) return;
  if (S_ISREG(now.st_mode) && (now.st_dev != first.st_dev || now.st_ino != first.st_ino)) return;
  llt_put_line(what);
}

const char *llt_mend(int error) {
  switch (error) {
    case EFBIG:
      return "raise the limit on the size of files (ulimit -f)";
    case ENOSPC:
    case EDQUOT:
      return "free space, or give another folder";
    case EMFILE:
      return "raise the limit on open files (ulimit -n)";
    case ENOENT:
    case ESTALE:
      return "let nothing remove the trace while the program runs";
    default:
      return "give another folder";
  }
}
