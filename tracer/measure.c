/* How long did the program run? All ranks start at one time; T ends when the last one comes to MPI_Finalize. */
#include "measure.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "contexts.h"
#include "header.h"
#include "injection.h"
#include "passed.h"
#include "put.h"
#include "release.h"
#include "run.h"
#include "say.h"
#include "sleep.h"
#include "timebase.h"

#include "quickly.h"

/* So far ahead that ranks which share cores, and spin in the MPI library, all have left it by then. */
#define AHEAD 400000000

static int64_t started, stopped;
static char result[PATH_MAX], part[PATH_MAX]; /* paths of the result, and of the incomplete one; "": none is wanted */

int64_t llt_measure_agree(void) {
  long long start;
  MPI_Request request;
  int over = 0;
  PMPI_Ibarrier(MPI_COMM_WORLD, &request);
  while (PMPI_Test(&request, &over, MPI_STATUS_IGNORE), !over) sched_yield();
  start = llt_to_common(llt_now()) + AHEAD;
  PMPI_Bcast(&start, 1, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
  return llt_from_common(start);
}

void llt_measure_start(void) { started = llt_now(); }

void llt_measure_stop(void) { stopped = llt_now(); }

/* As JSON has it. */
static void put_text(FILE *to, const char *text) {
  fputc('"', to);
  for (const unsigned char *c = (const unsigned char *)text; *c != 0; c++) {
    if (*c == '"' || *c == '\\') fprintf(to, "\\%c", *c);
    else if (*c < ' ') fprintf(to, "\\u%04x", *c);
    else fputc(*c, to);
  }
  fputc('"', to);
}

static void put_library(FILE *to) {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length;
  PMPI_Get_library_version(text, &length);
  text[strcspn(text, "\n")] = 0;
  put_text(to, text);
}

static void put_program(FILE *to) {
  char text[4096];
  const ssize_t n = readlink("/proc/self/exe", text, sizeof text - 1);
  text[n < 0 ? 0 : n] = 0;
  put_text(to, text);
}

static double load(void) {
  double of_last_minute = 0;
  FILE *from = fopen("/proc/loadavg", "r");
  if (from == NULL) return 0;
  if (fscanf(from, "%lf", &of_last_minute) != 1) of_last_minute = 0;
  fclose(from);
  return of_last_minute;
}

static void put_network(FILE *to) {
  if (!llt.inject) {
    fputs(",\n  \"L_ns\": null", to);
    return;
  }
  fprintf(to, ",\n  \"L_ns\": %lld,\n  \"added_ns\": ", (long long)llt_network.L);
  if (llt_network.added < 0) fputs("null", to);
  else fprintf(to, "%lld", (long long)llt_network.added);
  fprintf(to, ",\n  \"G_ns_per_B\": %.17g,\n  \"o_ns\": %lld,\n  \"S_B\": ", llt_network.G, (long long)llt_network.o);
  if (llt_network.S == INT64_MAX) fputs("null", to);
  else fprintf(to, "%lld", (long long)llt_network.S);
  fputs(",\n  \"collectives\": ", to);
  put_text(to, !llt.decompose ? "library" : *llt_network.choices == 0 ? "decomposed" : llt_network.choices);
  fputs(",\n  \"release\": ", to);
  put_text(to, llt_release_name());
}

/* By name of the call, those that are not 0. */
static void put_calls(FILE *to, const char *name, const int64_t *of) {
  const char *between = "";
  fprintf(to, ",\n  \"%s\": {", name);
  for (int i = 0; i < LLT_CALLS; i++) {
    if (of[i] == 0) continue;
    fprintf(to, "%s\"%s\": %lld", between, llt_names[i], (long long)of[i]);
    between = ", ";
  }
  fputs("}", to);
}

/* The paths, whatever folder the program goes to. That of the world which the launcher started is not replaced by one
   which it started itself. */
static int name_files(const char *named) {
  char from[PATH_MAX] = "";
  if (*named != '/' && getcwd(from, sizeof from) == NULL) return 0;
  const int n = snprintf(result, sizeof result, "%s%s%s%s", from, *named == '/' ? "" : "/", named,
                         llt_run.spawned ? ".spawned" : "");
  const int m = snprintf(part, sizeof part, "%s.%016llx" LLT_PART, result, (unsigned long long)llt_run.id);
  errno = ENAMETOOLONG;
  return n < PATH_MAX && m < PATH_MAX;
}

/* A file of that name is replaced at the end; a folder cannot be, and /dev/null must not be. */
static int is_none(void) {
  struct stat there;
  return stat(result, &there) == 0 && !S_ISREG(there.st_mode);
}

static int can_be_made(void) {
  const int file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return 0;
  close(file);
  return unlink(part) == 0;
}

int llt_measure_can(char *why, size_t size) {
  const char *named = llt_network.result;
  if (llt.rank != 0 || named == NULL) return 1;
  const int fits = name_files(named), none = fits && is_none();
  if (fits && !none && can_be_made()) return 1;
  snprintf(why, size, "LLAMP_RESULT=%.200s cannot be written (%s); give another file", named,
           none ? "not a file" : strerror(errno));
  return 0;
}

/* By now the program has run. */
static void cannot_write(int error) {
  char why[PATH_MAX + 200];
  snprintf(why, sizeof why, "LLAMP_RESULT: %s cannot be written (%s); %s, and run the program again", result, strerror(error),
           llt_mend(error));
  llt_say(why);
  unlink(part);
}

/* 0, or the error. */
static int write_whole(const char *text, size_t size) {
  const int file = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  int error = file < 0 ? errno : 0;
  while (error == 0 && size > 0) {
    const ssize_t n = llt_put_bytes(file, text, size);
    if (n < 0 && errno != EINTR) error = errno;
    if (n <= 0) continue;
    text += n;
    size -= (size_t)n;
  }
  if (file >= 0 && close(file) != 0 && error == 0) error = errno;
  return error;
}

/* Whole under its name, or not at all: another world may write there at the same time. */
static void write_result(int64_t runtime, const int64_t *calls, const int64_t *time, int64_t others) {
  char *text = NULL;
  size_t size = 0;
  FILE *to = open_memstream(&text, &size);
  if (to == NULL) {
    cannot_write(errno);
    return;
  }
  fputs("{\n  \"program\": ", to);
  put_program(to);
  fprintf(to, ",\n  \"ranks\": %d,\n  \"mpi\": ", llt.ranks);
  put_library(to);
  fprintf(to, ",\n  \"nodes\": %d,\n  \"clock_error_ns\": %lld", llt_nodes.count, (long long)llt_timebase_error());
  put_network(to);
  fprintf(to, ",\n  \"dilation\": %.17g,\n  \"T_ns\": %lld,\n  \"load1\": %.2f", llt_network.dilation,
          (long long)runtime, load());
  fprintf(to, ",\n  \"replaced\": %s", access(result, F_OK) == 0 ? "true" : "false");
  put_calls(to, "undelayed", calls);
  put_calls(to, "undelayed_ns", time);
  fprintf(to, ",\n  \"with_other_worlds\": %lld\n}\n", (long long)others);
  int error = fclose(to) == 0 ? write_whole(text, size) : ENOMEM;
  if (error == 0 && rename(part, result) != 0) error = errno;
  if (error != 0) cannot_write(error);
  free(text);
}

void llt_measure_end(void) {
  const long long mine[2] = {-(long long)llt_to_common(started), (long long)llt_to_common(stopped)};
  long long ends[2];
  int64_t calls[LLT_CALLS], time[LLT_CALLS], others = 0;
  llt_timebase_check();
  PMPI_Allreduce(mine, ends, 2, MPI_LONG_LONG, MPI_MAX, MPI_COMM_WORLD);
  PMPI_Reduce(llt_passed_calls, calls, LLT_CALLS, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  PMPI_Reduce(llt_passed_time, time, LLT_CALLS, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  PMPI_Reduce(&llt_with_others, &others, 1, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  if (llt.rank == 0 && llt_network.result != NULL) write_result(ends[1] + ends[0], calls, time, others);
}
