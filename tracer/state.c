/* The one state of a process. */
#include "state.h"

llt_state llt;
__thread int llt_nested __attribute__((tls_model("initial-exec")));
