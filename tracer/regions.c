/* Which part of the program is this? Regions that the program names, by llamp.h. */
#include <stdlib.h>
#include <string.h>

#include "output.h"

#define NAMES 4096 /* more names share the last one */
#define NESTED 256

static char *names[NAMES];
static int nnames;
static uint32_t written;
static int open_regions[NESTED];
static int depth;

static int id_of(const char *name) {
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

LLT_API void llamp_region_begin(const char *name);
LLT_API void llamp_region_end(void);

void llamp_region_begin(const char *name) {
  if (llt_idle() || name == NULL) return;
  const int64_t at = llt_enter();
  llt_lock();
  const int id = id_of(name);
  if (depth < NESTED) open_regions[depth] = id;
  depth++;
  llt_note(LLT_REGION_BEGIN, 0, at, 0, id, 0);
  llt_finish();
}

/* Without an open region: nothing. */
void llamp_region_end(void) {
  if (llt_idle()) return;
  const int64_t at = llt_enter();
  llt_lock();
  if (depth > 0) {
    depth--;
    llt_note(LLT_REGION_END, 0, at, 0, depth < NESTED ? open_regions[depth] : 0, 0);
  }
  llt_finish();
}

/* MPI_Pcontrol. */
void llt_level(int level) {
  if (llt_idle()) return;
  const int64_t at = llt_enter();
  llt_lock();
  llt_note(LLT_LEVEL, 0, at, 0, level, 0);
  llt_finish();
}
