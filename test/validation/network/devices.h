/* The devices by which namespaces reach the router. */
#ifndef LLAMP_DEVICES_H
#define LLAMP_DEVICES_H

/* Bytes of the largest packet: most messages are one, so that no window of TCP makes them wait for an answer. */
#define MTU 60000

/* A TUN device of that rank's namespace, up and with its address; reading and writing it never wait. */
int open_device(int rank);

#endif
