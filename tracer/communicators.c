/* Communicators, in C. */
#include "bind_c.h"
#include "communicators.inc"
