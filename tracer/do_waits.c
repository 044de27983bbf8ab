/* Waits and tests on the delayed network: the MPI library learns which requests are over, and is then called. */
#include <sched.h>
#include <string.h>

#include "do_calls.h"
#include "errors.h"
#include "handles.h"
#include "passed.h"
#include "scratch.h"

/* The library's requests in place of the program's. */
static MPI_Request *inner_of(int n, const MPI_Request *requests) {
  MPI_Request *inner = llt_scratch(LLT_SCRATCH_INNER, (size_t)(n + 1) * sizeof *inner);
  for (int i = 0; i < n; i++) inner[i] = llt_inner(requests[i]);
  return inner;
}

static void settle_all(int n, MPI_Request *requests, const MPI_Request *inner) {
  for (int i = 0; i < n; i++) llt_settle(&requests[i], inner[i]);
}

/* A question to the MPI library; `over` says whether it has its answer. */
typedef struct {
  int n;
  MPI_Request *inner;
  int *index, *indices;
  MPI_Status *statuses;
  int over, failed;
  llt_failure **failures; /* [n] those that failed on the delayed network; NULL: none */
} question;

typedef void (*ask)(question *of);

static void ask_all(question *of) { of->failed = PMPI_Testall(of->n, of->inner, &of->over, of->statuses); }

static void ask_any(question *of) {
  of->failed = PMPI_Testany(of->n, of->inner, of->index, &of->over, of->statuses);
}

static void ask_one(question *of) { of->failed = PMPI_Test(of->inner, &of->over, of->statuses); }

static void ask_some(question *of) {
  of->failed = PMPI_Testsome(of->n, of->inner, of->index, of->indices, of->statuses);
  of->over = *of->index != 0;
}

/* Once it has answered, the MPI library knows the requests no longer. */
static void find_failures(question *of) {
  of->failures = NULL;
  if (LLT_LIKELY(llt_failures == 0)) return;
  of->failures = llt_scratch(LLT_SCRATCH_FAILURES, (size_t)(of->n + 1) * sizeof *of->failures);
  for (int i = 0; i < of->n; i++) of->failures[i] = llt_failure_of(of->inner[i]);
}

/* Tests once, as of now. Completions become known one by one where the first by release is wanted. */
static int64_t once(question *of, ask how, int first) {
  const int64_t due = llt_progress();
  do {
    const int more = llt_complete(first);
    find_failures(of);
    how(of);
    /* The library refuses the question. */
    if (of->failed != MPI_SUCCESS) of->over = 1;
    if (of->over || !first || more == 0) break;
  } while (1);
  return due;
}

static void until_over(question *of, ask how, int first) {
  int64_t due = once(of, how, first);
  if (of->over) return;
  const int others = llt_others_among(of->n, of->inner);
  while (!of->over) {
    llt_rest(due, others);
    due = once(of, how, first);
  }
}

/* A program that tests in a loop leaves the core to others. */
static void try_once(question *of, ask how, int first) {
  once(of, how, first);
  if (!of->over) sched_yield();
}

/* Result for the program of a call about one request, the i-th, which is over. */
static int said_of(const question *of, int i, MPI_Request request) {
  llt_failure *failed = of->failures == NULL ? NULL : of->failures[i];
  if (of->failed != MPI_SUCCESS || failed == NULL) return of->failed;
  const llt_failure what = *failed;
  llt_failure_over(failed);
  return llt_fail_request(what.on, llt_persistent_of(request) != NULL, what.code);
}

/* … and of one about several, of which `done` are over: those that `indices` name, NULL: all. */
static int said_of_several(const question *of, int done, const int *indices) {
  llt_failure first = {.code = MPI_SUCCESS};
  for (int k = 0; of->failures != NULL && k < done; k++) {
    llt_failure *failed = of->failures[indices == NULL ? k : indices[k]];
    if (of->statuses != MPI_STATUSES_IGNORE && (failed != NULL || of->failed == MPI_SUCCESS))
      of->statuses[k].MPI_ERROR = failed == NULL ? MPI_SUCCESS : failed->code;
    if (failed != NULL && first.code == MPI_SUCCESS) first = *failed;
    llt_failure_over(failed);
  }
  if (of->failed != MPI_SUCCESS || first.code == MPI_SUCCESS) return of->failed;
  return llt_fail_in_status(first.on, first.code);
}

/* MPI_Testall of MPICH 4.0 fails on requests of partitioned communication. */
static int may_be_parts(const question *of) {
  return llt_passed_calls[LLT_PSEND_INIT] + llt_passed_calls[LLT_PRECV_INIT] > 0 && llt_others_among(of->n, of->inner);
}

static int wait_one_by_one(int n, MPI_Request *requests, MPI_Status *statuses) {
  int failed = MPI_SUCCESS;
  for (int i = 0; i < n && failed == MPI_SUCCESS; i++) {
    MPI_Status *const own = statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
    failed = llt_do_Wait(&requests[i], own);
    if (own != MPI_STATUS_IGNORE) own->MPI_ERROR = failed;
  }
  return failed;
}

int llt_do_Waitall(int n, MPI_Request *requests, MPI_Status *statuses) {
  if (n < 0) return PMPI_Waitall(n, requests, statuses);
  question of = {.n = n, .inner = inner_of(n, requests), .statuses = statuses};
  if (LLT_UNLIKELY(may_be_parts(&of))) return wait_one_by_one(n, requests, statuses);
  until_over(&of, ask_all, 0);
  settle_all(n, requests, of.inner);
  return said_of_several(&of, n, NULL);
}

int llt_do_Testall(int n, MPI_Request *requests, int *flag, MPI_Status *statuses) {
  if (n < 0) return PMPI_Testall(n, requests, flag, statuses);
  question of = {.n = n, .inner = inner_of(n, requests), .statuses = statuses};
  try_once(&of, ask_all, 0);
  *flag = of.over;
  if (!of.over) return of.failed;
  settle_all(n, requests, of.inner);
  return said_of_several(&of, n, NULL);
}

static int settle_any(const question *of, MPI_Request *requests) {
  const int i = *of->index;
  if (i == MPI_UNDEFINED) return of->failed;
  llt_settle(&requests[i], of->inner[i]);
  return said_of(of, i, requests[i]);
}

int llt_do_Waitany(int n, MPI_Request *requests, int *index, MPI_Status *status) {
  if (n < 0) return PMPI_Waitany(n, requests, index, status);
  question of = {.n = n, .inner = inner_of(n, requests), .index = index, .statuses = status};
  *index = MPI_UNDEFINED;
  until_over(&of, ask_any, 1);
  return settle_any(&of, requests);
}

int llt_do_Testany(int n, MPI_Request *requests, int *index, int *flag, MPI_Status *status) {
  if (n < 0) return PMPI_Testany(n, requests, index, flag, status);
  question of = {.n = n, .inner = inner_of(n, requests), .index = index, .statuses = status};
  *index = MPI_UNDEFINED;
  try_once(&of, ask_any, 1);
  *flag = of.over;
  return of.over ? settle_any(&of, requests) : of.failed;
}

static int settle_some(const question *of, MPI_Request *requests) {
  if (*of->index == MPI_UNDEFINED) return of->failed;
  for (int k = 0; k < *of->index; k++) llt_settle(&requests[of->indices[k]], of->inner[of->indices[k]]);
  return said_of_several(of, *of->index, of->indices);
}

int llt_do_Waitsome(int n, MPI_Request *requests, int *done, int *indices, MPI_Status *statuses) {
  if (n < 0) return PMPI_Waitsome(n, requests, done, indices, statuses);
  question of = {.n = n, .inner = inner_of(n, requests), .index = done, .indices = indices, .statuses = statuses};
  *done = MPI_UNDEFINED;
  until_over(&of, ask_some, 0);
  return settle_some(&of, requests);
}

int llt_do_Testsome(int n, MPI_Request *requests, int *done, int *indices, MPI_Status *statuses) {
  if (n < 0) return PMPI_Testsome(n, requests, done, indices, statuses);
  question of = {.n = n, .inner = inner_of(n, requests), .index = done, .indices = indices, .statuses = statuses};
  *done = MPI_UNDEFINED;
  try_once(&of, ask_some, 0);
  return settle_some(&of, requests);
}

int llt_do_Wait(MPI_Request *request, MPI_Status *status) {
  MPI_Request inner = llt_inner(*request);
  question of = {.n = 1, .inner = &inner, .statuses = status};
  until_over(&of, ask_one, 0);
  llt_settle(request, inner);
  return said_of(&of, 0, *request);
}

int llt_do_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  MPI_Request inner = llt_inner(*request);
  question of = {.n = 1, .inner = &inner, .statuses = status};
  try_once(&of, ask_one, 0);
  *flag = of.over;
  if (!of.over) return of.failed;
  llt_settle(request, inner);
  return said_of(&of, 0, *request);
}

int llt_do_Request_get_status(MPI_Request request, int *flag, MPI_Status *status) {
  llt_progress();
  llt_complete(0);
  const int failed = PMPI_Request_get_status(llt_inner(request), flag, status);
  if (!*flag) sched_yield();
  return failed;
}
