/* Messages to the user, and the end of the program. */
#include "say.h"

#include <stdlib.h>
#include <time.h>

#include "put.h"
#include "run.h"
#include "state.h"

#include "quickly.h"

void llt_say(const char *what) { llt_put_remark(what); }

/* Some launchers lose what a process says right before it ends the others. */
void llt_say_and_end(const char *what) {
  const struct timespec moment = {0, 200000000};
  llt_put_line(what);
  if (!llt.on) llt_run_drop();
  nanosleep(&moment, NULL);
  PMPI_Abort(MPI_COMM_WORLD, 2);
  _Exit(2);
}

void llt_refuse(const char *what) {
  if (llt.rank == 0) llt_say_and_end(what);
  /* Rank 0 ends this. */
  if (!llt.on) llt_run_drop();
  PMPI_Barrier(MPI_COMM_WORLD);
  PMPI_Abort(MPI_COMM_WORLD, 2);
  _Exit(2);
}
