/* I/O, one-sided communication and processes that join, in Fortran. */
#include "bind_fortran.h"
#include "fortran_others.inc"
