/* Waits and tests on the delayed network: what is over is told to the MPI library, and then it is asked. */
#include <sched.h>
#include <string.h>

#include "do_calls.h"
#include "handles.h"
#include "scratch.h"

/* What the library is asked about in place of the program's requests. */
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
} question;

typedef void (*ask)(question *of);

static void ask_all(question *of) { of->failed = PMPI_Testall(of->n, of->inner, &of->over, of->statuses); }

static void ask_any(question *of) {
  of->failed = PMPI_Testany(of->n, of->inner, of->index, &of->over, of->statuses);
}

static void ask_some(question *of) {
  of->failed = PMPI_Testsome(of->n, of->inner, of->index, of->indices, of->statuses);
  of->over = *of->index != 0;
}

/* Asks once, as of now. What is over becomes known one by one where the first by release is wanted. */
static int64_t once(question *of, ask how, int first) {
  const int64_t due = llt_progress();
  do {
    const int more = llt_complete(first);
    how(of);
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

int llt_do_Waitall(int n, MPI_Request *requests, MPI_Status *statuses) {
  question of = {n, inner_of(n, requests), NULL, NULL, statuses, 0, 0};
  until_over(&of, ask_all, 0);
  settle_all(n, requests, of.inner);
  return of.failed;
}

int llt_do_Testall(int n, MPI_Request *requests, int *flag, MPI_Status *statuses) {
  question of = {n, inner_of(n, requests), NULL, NULL, statuses, 0, 0};
  try_once(&of, ask_all, 0);
  *flag = of.over;
  if (of.over) settle_all(n, requests, of.inner);
  return of.failed;
}

int llt_do_Waitany(int n, MPI_Request *requests, int *index, MPI_Status *status) {
  question of = {n, inner_of(n, requests), index, NULL, status, 0, 0};
  until_over(&of, ask_any, 1);
  if (*index != MPI_UNDEFINED) llt_settle(&requests[*index], of.inner[*index]);
  return of.failed;
}

int llt_do_Testany(int n, MPI_Request *requests, int *index, int *flag, MPI_Status *status) {
  question of = {n, inner_of(n, requests), index, NULL, status, 0, 0};
  try_once(&of, ask_any, 1);
  *flag = of.over;
  if (of.over && *index != MPI_UNDEFINED) llt_settle(&requests[*index], of.inner[*index]);
  return of.failed;
}

static int settle_some(const question *of, MPI_Request *requests) {
  if (*of->index == MPI_UNDEFINED) return of->failed;
  for (int k = 0; k < *of->index; k++) llt_settle(&requests[of->indices[k]], of->inner[of->indices[k]]);
  return of->failed;
}

int llt_do_Waitsome(int n, MPI_Request *requests, int *done, int *indices, MPI_Status *statuses) {
  question of = {n, inner_of(n, requests), done, indices, statuses, 0, 0};
  until_over(&of, ask_some, 0);
  return settle_some(&of, requests);
}

int llt_do_Testsome(int n, MPI_Request *requests, int *done, int *indices, MPI_Status *statuses) {
  question of = {n, inner_of(n, requests), done, indices, statuses, 0, 0};
  try_once(&of, ask_some, 0);
  return settle_some(&of, requests);
}

int llt_do_Wait(MPI_Request *request, MPI_Status *status) {
  MPI_Status *one = status == MPI_STATUS_IGNORE ? MPI_STATUSES_IGNORE : status;
  MPI_Request inner = llt_inner(*request);
  question of = {1, &inner, NULL, NULL, one, 0, 0};
  until_over(&of, ask_all, 0);
  llt_settle(request, inner);
  return of.failed;
}

int llt_do_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  MPI_Status *one = status == MPI_STATUS_IGNORE ? MPI_STATUSES_IGNORE : status;
  MPI_Request inner = llt_inner(*request);
  question of = {1, &inner, NULL, NULL, one, 0, 0};
  try_once(&of, ask_all, 0);
  *flag = of.over;
  if (of.over) llt_settle(request, inner);
  return of.failed;
}

int llt_do_Request_get_status(MPI_Request request, int *flag, MPI_Status *status) {
  llt_progress();
  llt_complete(0);
  const int failed = PMPI_Request_get_status(llt_inner(request), flag, status);
  if (!*flag) sched_yield();
  return failed;
}
