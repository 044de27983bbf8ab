/* Sends, receives and probes, in Fortran. */
#include "bind_fortran.h"
#include "p2p.inc"
#include "probes.inc"
