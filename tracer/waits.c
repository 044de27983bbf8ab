/* What starts and completes requests, in C. */
#define LLT_HOT
#include "bind_c.h"
#include "own_status.h"
#include "waits.inc"
