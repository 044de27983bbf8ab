/* Communicators, in Fortran. */
#include "bind_fortran.h"
#include "communicators.inc"
