/* What starts and completes requests, in Fortran. */
#include "bind_fortran.h"
#include "own_status.h"
#include "waits.inc"
