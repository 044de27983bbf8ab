/* Which names do regions have? Numbered as they are first met. */
#include "region_names.h"

#include <stdlib.h>
#include <string.h>

#define NAMES 4096 /* more names share the last one */

static char *names[NAMES];
static int nnames;
static uint32_t written;

int llt_region_id(const char *name) {
  for (int i = 0; i < nnames; i++)
    if (strcmp(names[i], name) == 0) return i + 1;
  if (nnames == NAMES) return NAMES;
  names[nnames] = strndup(name, 1000);
  if (names[nnames] == NULL) abort();
  for (char *c = names[nnames]; *c != 0; c++)
    if (*c == '\n' || *c == '\r') *c = ' ';
  return ++nnames;
}

const char *llt_region_name(int id) { return id > 0 && id <= nnames ? names[id - 1] : ""; }

void llt_regions_new(void (*put)(uint32_t id, const char *name)) {
  while (written < (uint32_t)nnames) {
    put(written + 1, names[written]);
    written++;
  }
}
