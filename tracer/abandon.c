/*
 * What remains of a program that ends without MPI_Finalize? Its records are written at exit, at SIGTERM and at MPI_Abort.
 * Launchers may kill the other ranks of a program that aborts or fails at once (SIGKILL), so the one that does it first
 * sends a signal to those on its host, which they answer.
 */
#include "abandon.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "buffer.h"
#include "sleep.h"

#include "quickly.h"

/* In ns: how long the others may be silent. */
#define PATIENCE 2000000000
#define PAUSE 1000000
/* Says that a signal is a question, or the answer. */
#define QUESTION 0x4C4C5151
#define ANSWER 0x4C4C4141

typedef struct {
  int64_t host; /* equal where process numbers mean the same; 0: this rank cannot be reached */
  int64_t process;
} place;

static pid_t process;
static place *places; /* [ranks] */
static volatile sig_atomic_t answers;

/* Of those that programs leave alone. */
static int signal_used(void) { return SIGRTMAX - 3; }

void llt_abandon(void) {
  if (!llt.on || getpid() != process) return;
  llt.on = 0;
  llt_flush();
}

static void terminated(int number) {
  llt_abandon();
  signal(number, SIG_DFL);
  raise(number);
}

static void on_signal(int number, siginfo_t *from, void *context) {
  (void)context;
  const int before = errno;
  if (from->si_code == SI_QUEUE && from->si_value.sival_int == ANSWER) answers++;
  if (from->si_code == SI_QUEUE && from->si_value.sival_int == QUESTION) {
    llt_abandon();
    sigqueue(from->si_pid, number, (union sigval){.sival_int = ANSWER});
  }
  errno = before;
}

static int unhandled(int number) {
  struct sigaction before;
  return sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_DFL;
}

/* One kernel and one numbering of its processes. */
static int64_t host(void) {
  char text[64] = "";
  struct stat numbering;
  const int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
  const ssize_t n = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  if (n <= 0 || stat("/proc/self/ns/pid", &numbering) != 0) return 0;
  uint64_t hash = (uint64_t)numbering.st_ino;
  for (const char *c = text; *c != 0; c++) hash = (hash ^ (unsigned char)*c) * 0x100000001B3u;
  return (int64_t)(hash | 1);
}

#ifdef __GLIBC__
/* An exit code that is not 0 makes launchers kill the others, too. */
static void on_failure(int status, void *none) {
  (void)none;
  if (status == 0 || !llt.on || getpid() != process) return;
  llt_abandon();
  llt_abandon_others();
}
#endif

void llt_abandon_start(void) {
  place own = {0, getpid()};
  process = getpid();
  if (unhandled(SIGTERM)) {
    struct sigaction action = {0};
    action.sa_handler = terminated;
    sigaction(SIGTERM, &action, NULL);
  }
  if (unhandled(signal_used())) {
    struct sigaction action = {0};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    if (sigaction(signal_used(), &action, NULL) == 0) own.host = host();
  }
#ifdef __GLIBC__
  on_exit(on_failure, NULL);
#endif
  places = malloc(((size_t)llt.ranks + 1) * sizeof *places);
  if (places == NULL) abort();
  PMPI_Allgather(&own, 2, MPI_INT64_T, places, 2, MPI_INT64_T, MPI_COMM_WORLD);
}

void llt_abandon_others(void) {
  const int64_t own = places[llt.rank].host;
  int questions = 0;
  if (own == 0) return;
  for (int i = 0; i < llt.ranks; i++) {
    if (i == llt.rank || places[i].host != own) continue;
    questions += sigqueue((pid_t)places[i].process, signal_used(), (union sigval){.sival_int = QUESTION}) == 0;
  }
  int64_t last = llt_now();
  for (int before = 0; answers < questions && llt_now() - last < PATIENCE;) {
    if (answers > before) before = answers, last = llt_now();
    llt_sleep_to(llt_now() + PAUSE);
  }
}

__attribute__((destructor)) static void leave(void) { llt_abandon(); }
