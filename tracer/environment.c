/* What does the user ask for? The variables LLAMP_…; see README.md. */
#include "environment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"

/* Place of a variable's value in `words`, a default where it is not set, -1 where it is none of them. */
static int word(const char *name, const char *const *words, int n, int fallback, char *why, size_t size) {
  const char *value = getenv(name);
  if (value == NULL || *value == 0) return fallback;
  char allowed[64] = "";
  for (int i = 0; i < n; i++) {
    if (strcmp(value, words[i]) == 0) return i;
    strcat(strcat(allowed, i == 0 ? "" : i == n - 1 ? " or " : ", "), words[i]);
  }
  snprintf(why, size, "%s=%s: give %s", name, value, allowed);
  return -1;
}

static double number(const char *name, double least, double most, double fallback, char *why, size_t size) {
  const char *value = getenv(name);
  if (value == NULL || *value == 0) return fallback;
  char *end;
  const double given = strtod(value, &end);
  if (*end == 0 && given >= least && given <= most) return given;
  snprintf(why, size, "%s=%s: give a number from %g to %g", name, value, least, most);
  return -1;
}

int llt_environment(llt_options *options, char *why, size_t size) {
  static const char *const clocks[] = {"wall", "cpu"};
  static const char *const formats[] = {"binary", "text", "both"};
  options->folder = getenv("LLAMP_TRACE");
  llt.clock = word("LLAMP_CLOCK", clocks, 2, LLT_WALL, why, size);
  if (llt.clock < 0) return 0;
  const int format = word("LLAMP_FORMAT", formats, 3, 0, why, size);
  if (format < 0) return 0;
  llt.formats = format + 1;
  const double depth = number("LLAMP_DEPTH", 0, LLT_MOST_DEPTH, 1, why, size);
  if (depth >= 0 && depth != (int)depth) {
    snprintf(why, size, "LLAMP_DEPTH=%s: give a whole number of frames", getenv("LLAMP_DEPTH"));
    return 0;
  }
  llt.depth = (int)depth;
  const double mebibytes = number("LLAMP_BUFFER", 0.001, 65536, 64, why, size);
  if (depth < 0 || mebibytes < 0) return 0;
  options->buffer = (uint64_t)(mebibytes * 1048576);
  return 1;
}
