/* Collectives, in C. */
#include "bind_c.h"
#include "collectives.inc"
#include "neighbours.inc"
