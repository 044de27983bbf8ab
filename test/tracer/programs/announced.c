/*
 * Not a program: in place of the tracer's announce.c, which is beside it as announce.inc. Each message of a collective also goes to
 * the file of its rank, whose beginning LLAMP_LOGGED names: to whom, and how many bytes.
 */
#define llt_announce llt_announce_quietly
#include "announce.inc"
#undef llt_announce
#include <stdio.h>
#include <stdlib.h>

#include "state.h"

void llt_announce(int to, const llt_stamp_entry *stamp) {
  static FILE *log;
  char path[4096];
  const char *beginning = getenv("LLAMP_LOGGED");
  if (beginning != NULL && stamp->kind == LLT_STEP) {
    snprintf(path, sizeof path, "%s%d", beginning, llt.rank);
    if (log == NULL) log = fopen(path, "w");
    fprintf(log, "%d %lld\n", to, (long long)stamp->bytes);
    fflush(log);
  }
  llt_announce_quietly(to, stamp);
}
