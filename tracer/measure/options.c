/* The options: --repeats N --messages N --most BYTES --pairs --seconds N */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measure.h"

void fail(const char *what, const char *detail) {
  printf("llamp-measure,error,%s,%s\n", what, detail);
  fflush(stdout);
  MPI_Abort(MPI_COMM_WORLD, 3);
  exit(3);
}

static int number(const char *name, const char *text, int least) {
  char *end;
  const long value = text == NULL ? 0 : strtol(text, &end, 10);
  if (text == NULL || *end != '\0' || value < least || value > (1 << 30)) fail("option", name);
  return (int)value;
}

struct options options_of(int argc, char **argv) {
  struct options options = {30, 16, 0, 1 << 20};
  for (int i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(argv[i], "--pairs") == 0) options.pairs = 1;
    else if (strcmp(argv[i], "--repeats") == 0) options.repeats = number(argv[i++], value, 1);
    else if (strcmp(argv[i], "--messages") == 0) options.messages = number(argv[i++], value, 2);
    else if (strcmp(argv[i], "--most") == 0) options.most = number(argv[i++], value, 1);
    /* Whatever hangs ends, also where the launcher is gone. */
    else if (strcmp(argv[i], "--seconds") == 0) alarm((unsigned)number(argv[i++], value, 1));
    else fail("option", argv[i]);
  }
  return options;
}
