/* What does the user ask for? The variables LLAMP_…; see README.md. */
#include "environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"
#include "values.h"

#include "quickly.h"

int llt_environment(llt_options *options, char *why, size_t size) {
  static const char *const clocks[] = {"wall", "cpu"};
  static const char *const formats[] = {"binary", "text", "both"};
  options->folder = llt_value("LLAMP_TRACE");
  llt.clock = llt_word("LLAMP_CLOCK", clocks, 2, LLT_WALL, why, size);
  if (llt.clock < 0) return 0;
  const int format = llt_word("LLAMP_FORMAT", formats, 3, 0, why, size);
  if (format < 0) return 0;
  llt.formats = format + 1;
  const double depth = llt_number("LLAMP_DEPTH", 0, LLT_MOST_DEPTH, 1, why, size);
  if (depth >= 0 && depth != (int)depth) {
    snprintf(why, size, "LLAMP_DEPTH=%.200s is not a whole number of frames; give one from 0 to 64", getenv("LLAMP_DEPTH"));
    return 0;
  }
  llt.depth = (int)depth;
  const double mebibytes = llt_number("LLAMP_BUFFER", 0.001, 65536, 64, why, size);
  if (depth < 0 || mebibytes < 0) return 0;
  options->buffer = (uint64_t)(mebibytes * 1048576);
  return 1;
}

/* Paths may be those of a node's own. */
static int is_path(const char *name) {
  return strcmp(name, "LLAMP_TRACE") == 0 || strcmp(name, "LLAMP_COLLECTIVES") == 0 || strcmp(name, "LLAMP_RESULT") == 0;
}

/* Positive, and equal where values are; 0: none. */
static int64_t digest(const char *name) {
  const char *value = llt_value(name);
  uint64_t hash = value == NULL ? 0 : 1;
  for (const char *c = value; c != NULL && *c != 0 && !is_path(name); c++)
    hash = (hash ^ (unsigned char)*c) * 0x100000001B3u;
  return (int64_t)(hash >> 2) + (value != NULL);
}

int llt_environment_same(char *why, size_t size) {
  static const char *const names[] = {"LLAMP_TRACE",  "LLAMP_FORMAT",      "LLAMP_CLOCK",  "LLAMP_DEPTH",   "LLAMP_BUFFER",
                                      "LLAMP_L",      "LLAMP_ADD",         "LLAMP_G",      "LLAMP_O",       "LLAMP_S",
                                      "LLAMP_RESULT", "LLAMP_COLLECTIVES", "LLAMP_DILATE", "LLAMP_RELEASE", "LLAMP_NODE_RANKS"};
  enum { COUNT = sizeof names / sizeof *names };
  int64_t mine[2 * COUNT], least[2 * COUNT];
  for (int i = 0; i < COUNT; i++) {
    mine[2 * i] = digest(names[i]);
    mine[2 * i + 1] = -mine[2 * i];
  }
  PMPI_Allreduce(mine, least, 2 * COUNT, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD);
  for (int i = 0; i < COUNT; i++) {
    if (least[2 * i] == -least[2 * i + 1]) continue;
    const char *value = llt_value(names[i]);
    snprintf(why, size, "%s=%.200s on rank %d differs from other ranks; give all ranks the same value", names[i],
             value == NULL ? "" : value, llt.rank);
    return 0;
  }
  return 1;
}
