/* What does a trace say of itself? Lines that begin with #, the same in both forms. */
#include "header.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "injection.h"
#include "release.h"
#include "run.h"
#include "state.h"
#include "ticks.h"

#include "quickly.h"

const char *const llt_names[LLT_CALLS] = {
#define CALL(NAME, name, letters) name,
#include "calls.def"
#undef CALL
};

const char *const llt_letters[LLT_CALLS] = {
#define CALL(NAME, name, letters) letters,
#include "calls.def"
#undef CALL
};

typedef struct {
  char *text;
  size_t size, length;
} lines;

static void add(lines *to, const char *format, const char *value) {
  const int n = snprintf(to->text + to->length, to->size - to->length, format, value);
  if (n > 0) to->length += (size_t)n < to->size - to->length ? (size_t)n : to->size - to->length - 1;
}

static void add_number(lines *to, const char *name, int64_t value) {
  char text[96];
  snprintf(text, sizeof text, "# %s: %lld\n", name, (long long)value);
  add(to, "%s", text);
}

/* Of Open MPI and MPICH, several lines of text: the first one. */
static void add_library(lines *to) {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length;
  PMPI_Get_library_version(text, &length);
  text[strcspn(text, "\n")] = 0;
  for (char *c = text; *c != 0; c++)
    if (*c == '\t' || *c == '\r') *c = ' ';
  add(to, "# mpi: %s\n", text);
}

/* The date is that of the start, as the numbers are: both forms of a trace say the same, whenever they are written. */
static void add_place(lines *to, int64_t start_real) {
  char text[4096];
  struct tm utc;
  const time_t start = (time_t)(start_real / 1000000000);
  gmtime_r(&start, &utc);
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  add(to, "# date: %s\n", text);
  if (gethostname(text, sizeof text) != 0) strcpy(text, "unknown");
  text[sizeof text - 1] = 0;
  add(to, "# host: %s\n", text);
  const ssize_t n = readlink("/proc/self/exe", text, sizeof text - 1);
  text[n < 0 ? 0 : n] = 0;
  add(to, "# program: %s\n", text);
}

static void add_calls(lines *to) {
  for (int i = 0; i < LLT_CALLS; i++) {
    add(to, i == 0 ? "# calls: %s" : ",%s", llt_names[i]);
    if (llt_letters[i] != NULL) add(to, "/%s", llt_letters[i]);
  }
  add(to, "%s", "\n");
}

/* Latency as it is in all; how collectives go where messages are delayed, and what the latency is counted from. */
static void add_network(lines *to) {
  char text[64];
  add_number(to, "injected-latency-ns", llt.inject ? llt_network.L : 0);
  if (llt.inject) add(to, "# injected-collectives: %s\n", llt.decompose ? "decomposed" : "library");
  if (llt.inject) add(to, "# injected-release: %s\n", llt_release_name());
  snprintf(text, sizeof text, "%.17g", llt_network.dilation);
  add(to, "# dilation: %s\n", text);
}

static void add_run(lines *to) {
  char text[32];
  snprintf(text, sizeof text, "%016llx", (unsigned long long)llt_run.id);
  add(to, "# run: %s\n", text);
  if (llt_run.spawned) add(to, "%s", "# spawned: yes\n");
}

static const char *threads(void) {
  switch (llt.threads) {
    case MPI_THREAD_SINGLE:
      return "single";
    case MPI_THREAD_FUNNELED:
      return "funneled";
    case MPI_THREAD_SERIALIZED:
      return "serialized";
    default:
      return "multiple";
  }
}

size_t llt_header(char *into, size_t size, int64_t start_monotonic, int64_t start_real, int with_calls) {
  lines to = {into, size, 0};
  add(&to, "%s", "# llamp-trace 3\n");
  add_run(&to);
  add_library(&to);
  add(&to, "# language: %s\n", llt.fortran ? "fortran" : "c");
  add(&to, "# clock: %s\n", llt.clock == LLT_CPU ? "cpu" : "wall");
  add(&to, "# timer: %s\n", llt_ticking.use ? "tsc" : "clock_gettime");
  if (llt.overhead > 0) add_number(&to, "overhead-ns", llt.overhead);
  if (llt.half_trip > 0) add_number(&to, "half-round-trip-ns", llt.half_trip);
  add_number(&to, "request-pitch", llt.fortran ? (int64_t)sizeof(MPI_Fint) : (int64_t)sizeof(MPI_Request));
  add_number(&to, "any-source", MPI_ANY_SOURCE);
  add_number(&to, "any-tag", MPI_ANY_TAG);
  add_number(&to, "proc-null", MPI_PROC_NULL);
  add_number(&to, "rank", llt.rank);
  add_number(&to, "ranks", llt.ranks);
  add(&to, "# threads: %s\n", threads());
  add_network(&to);
  add_place(&to, start_real);
  add_number(&to, "start-monotonic-ns", start_monotonic);
  add_number(&to, "start-realtime-ns", start_real);
  add_number(&to, "depth", llt.depth);
  if (with_calls) add_calls(&to);
  return to.length;
}
