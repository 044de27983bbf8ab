/*
 * What remains of a program that ends without MPI_Finalize? Its records are written at exit, at MPI_Abort, and at signals
 * that end it. Launchers may kill the other ranks of a program at once (SIGKILL) when one fails, aborts, or ends by a signal
 * that all got. So no rank ends before those on its host have written: it sends them a signal, which they answer.
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
/* How long a rank that fails lets the others come to what they have messages for. */
#define GRACE 50000000
/* Says that a signal is a question, or the answer. */
#define QUESTION 0x4C4C5151
#define ANSWER 0x4C4C4141

typedef struct {
  int64_t host; /* equal where process numbers mean the same; 0: this rank cannot be reached */
  int64_t process;
} place;

/* Signals of batch systems, users and shells, and those of crashes. */
static const int deadly[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2,
                             SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
#define DEADLY ((int)(sizeof deadly / sizeof *deadly))

static pid_t process; /* 0: there is nothing to write any more */
static place *places; /* [ranks] */
static volatile unsigned char *written; /* [ranks] that said so */
static volatile unsigned char *waiting; /* [ranks] that asked while this one was writing */
static volatile sig_atomic_t done;      /* this one has written */
static struct sigaction before_ours[DEADLY];

/* Of those that programs leave alone. */
static int signal_used(void) { return SIGRTMAX - 3; }

static void tell(int rank, int what) {
  sigqueue((pid_t)places[rank].process, signal_used(), (union sigval){.sival_int = what});
}

void llt_abandon(void) {
  if (!llt.on || getpid() != process) return;
  llt.on = 0;
  /* A thread may be writing, see watch.c; not for long. */
  const int64_t until = llt_now() + PATIENCE;
  while (__atomic_load_n(&llt.saving, __ATOMIC_ACQUIRE) && llt_now() < until) llt_sleep_to(llt_now() + PAUSE);
  llt_buffer_save();
  done = 1;
  for (int i = 0; i < llt.ranks; i++)
    if (waiting[i]) tell(i, ANSWER);
}

/* Ranks of this host that live, and have not said that they have written. */
static int unwritten(void) {
  int n = 0;
  for (int i = 0; i < llt.ranks; i++)
    n += i != llt.rank && places[i].host == places[llt.rank].host && !written[i] &&
         kill((pid_t)places[i].process, 0) == 0;
  return n;
}

/* Until all of this host have written, or are silent. */
static void ask_others(void) {
  const int64_t own = places[llt.rank].host;
  if (own == 0) return;
  for (int i = 0; i < llt.ranks; i++) {
    if (i == llt.rank || places[i].host != own || written[i]) continue;
    tell(i, QUESTION);
  }
  int64_t last = llt_now();
  for (int before = llt.ranks; llt_now() - last < PATIENCE;) {
    const int now = unwritten();
    if (now == 0) return;
    if (now < before) last = llt_now();
    before = now;
    llt_sleep_to(llt_now() + PAUSE);
  }
}

static int is_crash(int number) {
  return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL || number == SIGABRT;
}

/* The signal comes again, for who would have had it: by itself where an instruction caused it, which is tried again. */
static void terminated(int number, siginfo_t *from, void *context) {
  (void)context;
  for (int i = 0; i < DEADLY; i++)
    if (deadly[i] == number) sigaction(number, &before_ours[i], NULL);
  if (getpid() == process) {
    llt_abandon();
    if (is_crash(number)) llt_sleep_to(llt_now() + GRACE);
    ask_others();
  }
  if (from->si_code <= 0 || !is_crash(number)) raise(number);
}

/* −1: none of this host. */
static int rank_of(pid_t who) {
  for (int i = 0; i < llt.ranks; i++)
    if (places[i].process == who && places[i].host == places[llt.rank].host) return i;
  return -1;
}

/* Who asks has written, too. A signal may come while this rank writes, which it says when it has. */
static void on_signal(int number, siginfo_t *from, void *context) {
  (void)number;
  (void)context;
  const int before = errno;
  const int who = from->si_code == SI_QUEUE && getpid() == process ? rank_of(from->si_pid) : -1;
  if (who >= 0) written[who] = 1;
  if (who >= 0 && from->si_value.sival_int == QUESTION) {
    waiting[who] = 1;
    llt_abandon();
    if (done) tell(who, ANSWER);
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

/* Handlers of crashes, such as the MPI library's, come after ours; to other signals the program may have an answer. */
static void catch(int i) {
  const int number = deadly[i];
  sigaction(number, NULL, &before_ours[i]);
  if (before_ours[i].sa_handler == SIG_IGN || (!is_crash(number) && before_ours[i].sa_handler != SIG_DFL)) return;
  struct sigaction action = {0};
  action.sa_sigaction = terminated;
  action.sa_flags = SA_SIGINFO;
  sigaction(number, &action, NULL);
}

#ifdef __GLIBC__
/* An exit code that is not 0 makes launchers kill the others, too. */
static void on_failure(int status, void *none) {
  (void)none;
  if (status == 0 || getpid() != process) return;
  llt_abandon();
  llt_abandon_others();
}
#endif

void llt_abandon_start(void) {
  place own = {0, getpid()};
  process = getpid();
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
  written = calloc(2 * (size_t)llt.ranks, 1);
  if (places == NULL || written == NULL) abort();
  waiting = written + llt.ranks;
  PMPI_Allgather(&own, 2, MPI_INT64_T, places, 2, MPI_INT64_T, MPI_COMM_WORLD);
  for (int i = 0; i < DEADLY; i++) catch(i);
}

void llt_abandon_end(void) { process = 0; }

void llt_abandon_others(void) {
  llt_sleep_to(llt_now() + GRACE);
  ask_others();
}

__attribute__((destructor)) static void leave(void) { llt_abandon(); }
