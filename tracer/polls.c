/*
 * Does a thread that tests and probes wait or compute between two polls? No clock tells alone: a sleep of 20 µs takes as
 * much CPU time as a small computation, preemption makes a small computation last some ms, and a yield has no voluntary
 * switch. A gap is waiting if its CPU time is tiny, or if the thread slept and its CPU time is that of a sleep. Any other
 * gap is computation of its CPU time.
 *
 * The call that ends a loop begins with the first poll, and later by what was computed: as if the rank computed first and
 * waited for the rest. The order does not matter to a message that comes last, and computation overlaps it as it did.
 */
#include "polls.h"

#include <stdlib.h>
#include <sys/resource.h>

#include "injection.h"

/* CPU time of a gap in which nothing is computed, ns: some calls of the system that return at once, such as a yield. */
#define TINY 3000
/* Sleeps at the start, and how long they may take, ns. */
#define SLEEPS 10
#define BUDGET 1000000
#define LEAST_SLEEPS 3
/* CPU time of a gap with a sleep, ns: at most twice that of a median sleep, within these bounds. */
#define LEAST_OF_SLEEP 35000
#define MOST_OF_SLEEP 100000
/* Polls after a gap that was not brief, whose ends are looked at: the next gap may be like that. */
#define WATCHED 16
/* Loops that spin look at the CPU clock so rarely, ns. */
#define SELDOM 100000
/* Without a look, as brief a gap is a part of the loop: 5 µs, and for interrupts an eighth of its time until then. */
#define BETWEEN(waited) (LLT_BRIEF + (waited) / 8)
/* So many gaps in a row that are alike, to a part of 20, may be a program's own way to wait. */
#define ALIKE 100
#define PART 20
/* Gaps alike that one of another length outweighs. */
#define STRANGER 10
/*
 * Interrupts count as CPU time of the thread that they meet: a part of 32 of the time in which it spins, a quarter of the
 * cost of each sleep, and no more at once than so many ns.
 */
#define OF_SPINS 32
#define OF_SLEEPS 4
#define MOST_INTERRUPTED 500000

typedef struct {
  int64_t cpu;
  long sleeps; /* voluntary switches */
} account;

__thread llt_loop llt_polls __attribute__((tls_model("initial-exec")));
llt_gaps llt_gaps_of[LLT_NATURES];

#define OF_THREAD static __thread __attribute__((tls_model("initial-exec")))
OF_THREAD account last; /* at the last look, … */
OF_THREAD int64_t looked = -1; /* … when that was; −1: not in this loop */
OF_THREAD int watched = WATCHED;
OF_THREAD int64_t interrupts; /* CPU time that may be theirs */

/* CPU time of one look, and of one sleep, ns. */
static int64_t cost_of_look;
static int64_t cost_of_sleep = LEAST_OF_SLEEP / 2;

static int64_t cpu_time(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static long sleeps(void) {
  struct rusage used;
  getrusage(RUSAGE_THREAD, &used);
  return used.ru_nvcsw;
}

/* The CPU clock is read last here and first below, so that a gap has the cost of one reading. */
static void look(void) {
  last.sleeps = sleeps();
  last.cpu = cpu_time();
}

/* Without the cost of looking. */
static account since_look(void) {
  account passed;
  passed.cpu = cpu_time() - last.cpu - cost_of_look;
  passed.sleeps = sleeps() - last.sleeps;
  return passed;
}

static int ascending(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static const struct timespec shortest = {0, 1};

/* Median of the CPU times between two looks, with a sleep or without. */
static int64_t median_cost(int with_sleep) {
  int64_t costs[SLEEPS];
  int n = 0;
  const int64_t begun = llt_now();
  while (n < SLEEPS && (n < LEAST_SLEEPS || llt_now() - begun < BUDGET)) {
    look();
    if (with_sleep) nanosleep(&shortest, NULL);
    costs[n++] = since_look().cpu;
  }
  qsort(costs, (size_t)n, sizeof *costs, ascending);
  return costs[n / 2];
}

void llt_polls_start(void) {
  cost_of_look = median_cost(0);
  cost_of_sleep = median_cost(1);
  looked = -1;
}

static int64_t limit_of_sleep(void) {
  const int64_t limit = 2 * cost_of_sleep;
  return limit < LEAST_OF_SLEEP ? LEAST_OF_SLEEP : limit > MOST_OF_SLEEP ? MOST_OF_SLEEP : limit;
}

static void count(int nature, int64_t gaps, int64_t ns) {
  __atomic_fetch_add(&llt_gaps_of[nature].gaps, gaps, __ATOMIC_RELAXED);
  __atomic_fetch_add(&llt_gaps_of[nature].ns, ns, __ATOMIC_RELAXED);
}

/* A program that spins on a clock of its own between two polls looks as one that computes: pieces of one length. */
static void count_computed(int64_t ns) {
  OF_THREAD int64_t like, gaps, sum; /* length, number and time of those in a row */
  OF_THREAD int weight;
  count(LLT_COMPUTED, 1, ns);
  const int64_t by = ns > like ? ns - like : like - ns;
  if (by > like / PART) {
    weight -= STRANGER;
    if (weight > 0) return;
    like = ns;
    weight = 0;
    gaps = sum = 0;
  }
  weight += weight <= ALIKE;
  gaps++;
  sum += ns;
  if (weight <= ALIKE) return;
  count(LLT_COMPUTED, -gaps, -sum);
  count(LLT_UNDECIDED, gaps, sum);
  gaps = sum = 0;
}

static void may_be_interrupts(int64_t ns) {
  interrupts += ns;
  if (interrupts > MOST_INTERRUPTED) interrupts = MOST_INTERRUPTED;
}

/* Until `from`, the thread computed for `ns` since its last poll; more time without a poll is another gap. */
static void gap_over(int64_t from, int64_t ns) {
  llt_polls.begun += ns;
  llt_polls.until = llt_polls.spun = from;
}

int64_t llt_polls_over(int64_t from) {
  may_be_interrupts((from - llt_polls.spun) / OF_SPINS);
  return llt_polls.begun;
}

/* By the wall clock alone. One test before a call that blocks is no loop. */
static void judge_unseen(int64_t from, int alone) {
  const int64_t gap = from - llt_polls.until;
  watched = WATCHED;
  if (gap <= BETWEEN(llt_polls.until - llt_polls.begun)) return;
  if (alone) {
    llt_looping = 0;
    return;
  }
  gap_over(from, gap);
  count_computed(gap);
}

void llt_polls_judge(int64_t from, int waits) {
  const int alone = waits && llt_polls.polls == 1;
  if (alone || looked < 0) {
    judge_unseen(from, alone);
    return;
  }
  const int64_t gap = from - llt_polls.until;
  const account passed = since_look();
  /* Since the last look, a loop that spins computes nothing but polls. */
  const int64_t cpu = passed.cpu - (llt_polls.until - looked);
  int64_t computed = llt.clock == LLT_DILATED ? (int64_t)(llt_network.dilation * (double)cpu) : cpu;
  if (computed > gap) computed = gap;
  /* Stretched computation sleeps in the tracer. */
  const int slept = passed.sleeps > 0 && (llt.clock != LLT_DILATED || gap - computed > LLT_BRIEF);
  if (slept && computed > cost_of_sleep) computed -= cost_of_sleep;
  may_be_interrupts((llt_polls.until - llt_polls.spun) / OF_SPINS);
  const int idle = cpu < TINY || (slept && cpu < limit_of_sleep());
  if (idle && slept) may_be_interrupts(cost_of_sleep / OF_SLEEPS);
  if (!idle && computed > interrupts) {
    count_computed(computed);
  } else {
    if (!idle) interrupts -= computed;
    count(LLT_WAITED, 1, gap);
    computed = 0;
  }
  gap_over(from, computed);
  look();
  looked = from;
  watched = WATCHED;
}

void llt_polled(int64_t from) {
  if (!llt_polls_go_on()) {
    llt_looping = 1;
    llt_polls.records = llt.records;
    llt_polls.begun = llt_polls.spun = from;
    llt_polls.polls = 0;
    looked = -1;
    llt_opened_polls(from);
  }
  llt_polls.polls++;
  llt_polls.until = llt_stamp();
  const int64_t due = looked < 0 ? llt_polls.begun + LLT_BRIEF : looked + SELDOM;
  if (LLT_UNLIKELY(watched > 0 || llt_polls.until > due)) {
    watched -= watched > 0;
    look();
    looked = llt_polls.until = llt_stamp();
  }
  if (LLT_UNLIKELY(llt.clock != LLT_WALL)) llt_other_leave();
}
