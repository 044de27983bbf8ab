/* How long did the program run? All ranks start at one time; T ends when the last one comes to MPI_Finalize. */
#include "measure.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "header.h"
#include "injection.h"
#include "passed.h"
#include "release.h"
#include "run.h"
#include "say.h"
#include "sleep.h"
#include "timebase.h"

#include "quickly.h"

/* So far ahead that ranks which share cores, and spin in the MPI library, all have left it by then. */
#define AHEAD 400000000

static int64_t started, stopped;

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
  put_text(to, llt_network.plan == NULL ? "library" : llt_network.plan);
  fputs(",\n  \"release\": ", to);
  put_text(to, llt_release_name());
}

static void put_undelayed(FILE *to, const int64_t *calls) {
  const char *between = "";
  fputs(",\n  \"undelayed\": {", to);
  for (int i = 0; i < LLT_CALLS; i++) {
    if (calls[i] == 0) continue;
    fprintf(to, "%s\"%s\": %lld", between, llt_names[i], (long long)calls[i]);
    between = ", ";
  }
  fputs("}\n}\n", to);
}

static void cannot_write(void) {
  char why[4200];
  snprintf(why, sizeof why, "LLAMP_RESULT=%.4000s: %s", llt_network.result, strerror(errno));
  llt_say(why);
}

/* Whole under its name, or not at all: another world may write there at the same time. */
static void write_result(int64_t runtime, const int64_t *calls) {
  char path[4200], part[4300];
  /* That of the world which the launcher started is not replaced by one which it started itself. */
  snprintf(path, sizeof path, "%.4000s%s", llt_network.result, llt_run.spawned ? ".spawned" : "");
  snprintf(part, sizeof part, "%s.%016llx" LLT_PART, path, (unsigned long long)llt_run.id);
  FILE *to = fopen(part, "w");
  if (to == NULL) {
    cannot_write();
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
  fprintf(to, ",\n  \"replaced\": %s", access(path, F_OK) == 0 ? "true" : "false");
  put_undelayed(to, calls);
  if (fclose(to) != 0 || rename(part, path) != 0) cannot_write();
}

void llt_measure_end(void) {
  const long long mine[2] = {-(long long)llt_to_common(started), (long long)llt_to_common(stopped)};
  long long ends[2];
  int64_t calls[LLT_CALLS];
  llt_timebase_check();
  PMPI_Allreduce(mine, ends, 2, MPI_LONG_LONG, MPI_MAX, MPI_COMM_WORLD);
  PMPI_Reduce(llt_passed_calls, calls, LLT_CALLS, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  if (llt.rank == 0 && llt_network.result != NULL) write_result(ends[1] + ends[0], calls);
}
