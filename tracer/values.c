/* What do environment variables say? */
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "quickly.h"

const char *llt_value(const char *name) {
  const char *value = getenv(name);
  return value == NULL || *value == 0 ? NULL : value;
}

int llt_word(const char *name, const char *const *words, int n, int fallback, char *why, size_t size) {
  const char *value = llt_value(name);
  if (value == NULL) return fallback;
  char allowed[64] = "";
  for (int i = 0; i < n; i++) {
    if (strcmp(value, words[i]) == 0) return i;
    strcat(strcat(allowed, i == 0 ? "" : i == n - 1 ? " or " : ", "), words[i]);
  }
  snprintf(why, size, "%s=%.200s is not allowed; give %s", name, value, allowed);
  return -1;
}

double llt_number(const char *name, double least, double most, double fallback, char *why, size_t size) {
  const char *value = llt_value(name);
  if (value == NULL) return fallback;
  char *end;
  const double given = strtod(value, &end);
  if (*end == 0 && given >= least && given <= most) return given;
  snprintf(why, size, "%s=%.200s is not allowed; give a number from %g to %g", name, value, least, most);
  return -1;
}
