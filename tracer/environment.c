/* What does the user ask for? The variables LLAMP_…; see README.md. */
#include "environment.h"

#include <stdio.h>
#include <stdlib.h>

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
    snprintf(why, size, "LLAMP_DEPTH=%s: give a whole number of frames", getenv("LLAMP_DEPTH"));
    return 0;
  }
  llt.depth = (int)depth;
  const double mebibytes = llt_number("LLAMP_BUFFER", 0.001, 65536, 64, why, size);
  if (depth < 0 || mebibytes < 0) return 0;
  options->buffer = (uint64_t)(mebibytes * 1048576);
  return 1;
}
