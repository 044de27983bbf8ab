/* How the router ends where something is wrong. */
#ifndef LLAMP_REFUSE_H
#define LLAMP_REFUSE_H

/* Says what is wrong on standard error and ends with code 1; with errno's reason where `number` is not 0. */
void refuse(int number, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));

#endif
