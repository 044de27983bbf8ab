/* Collectives, in Fortran. */
#include "bind_fortran.h"
#include "collectives.inc"
#include "neighbours.inc"
