/* Which part of the program is this? Regions that the program names, by llamp.h. */
#include "regions.h"

#include "clock.h"
#include "errhandlers.h"
#include "records.h"
#include "region_names.h"

#define NESTED 256

static int open_regions[NESTED];
static int depth;

LLT_API void llamp_region_begin(const char *name);
LLT_API void llamp_region_end(void);

void llamp_region_begin(const char *name) {
  if (llt_idle() || name == NULL) return;
  const int64_t at = llt_enter();
  llt_at_buffer();
  llt_lock();
  const int id = llt_region_id(name);
  if (depth < NESTED) open_regions[depth] = id;
  depth++;
  llt_note(LLT_REGION_BEGIN, 0, at, 0, id, 0);
  llt_finish();
}

/* Without an open region: nothing. */
void llamp_region_end(void) {
  if (llt_idle()) return;
  const int64_t at = llt_enter();
  llt_at_buffer();
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
  llt_at_buffer();
  llt_lock();
  llt_note(LLT_LEVEL, 0, at, 0, level, 0);
  llt_finish();
}
