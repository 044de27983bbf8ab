/* When was a message of another node sent, by the clock of this one? */
#include "release.h"

#include "injection.h"
#include "sleep.h"
#include "timebase.h"

#define EXACT 10

int64_t llt_release_allows(int64_t latency) { return latency / EXACT; }

static int added(void) { return llt_network.release == LLT_ADDED; }

const char *llt_release_name(void) { return added() ? "added" : "constant"; }

/* Added: how long ago it was, by one clock. */
int64_t llt_release_out(int64_t time) { return added() ? llt_now() - time : llt_to_common(time); }

int64_t llt_release_in(int64_t time) {
  return added() ? llt_now() - llt_network.trip - time : llt_from_common(time);
}
