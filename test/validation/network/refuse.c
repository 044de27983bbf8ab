/* How does the router end where something is wrong? */
#include "refuse.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void refuse(int number, const char *format, ...) {
  va_list values;
  va_start(values, format);
  fprintf(stderr, "router: ");
  vfprintf(stderr, format, values);
  fprintf(stderr, "%s%s\n", number == 0 ? "" : ": ", number == 0 ? "" : strerror(number));
  va_end(values);
  exit(1);
}
