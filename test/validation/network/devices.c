/* How does a packet leave a namespace? By a TUN device, whose other end the router reads. It lives as long as its file. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "devices.h"
#include "refuse.h"

/* Packets that may wait for the router to read them. */
#define BACKLOG 10000

static int open_namespace(const char *path) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) refuse(errno, "%s", path);
  return file;
}

static void enter(int namespace) {
  if (setns(namespace, CLONE_NEWNET) != 0) refuse(errno, "entering a namespace");
}

static struct ifreq named(const char *name) {
  struct ifreq request;
  memset(&request, 0, sizeof request);
  snprintf(request.ifr_name, IFNAMSIZ, "%s", name);
  return request;
}

static void ask(int socket, unsigned long what, struct ifreq *request, const char *words) {
  if (ioctl(socket, what, request) != 0) refuse(errno, "%s of %s", words, request->ifr_name);
}

static void set_address(int socket, unsigned long what, const char *text, const char *words) {
  struct ifreq request = named("tun0");
  struct sockaddr_in address = {.sin_family = AF_INET};
  inet_pton(AF_INET, text, &address.sin_addr);
  memcpy(&request.ifr_addr, &address, sizeof address);
  ask(socket, what, &request, words);
}

static void set_up(int socket, const char *name) {
  struct ifreq request = named(name);
  ask(socket, SIOCGIFFLAGS, &request, "flags");
  request.ifr_flags |= IFF_UP;
  ask(socket, SIOCSIFFLAGS, &request, "start");
}

static void configure(int rank) {
  const int socket_of_namespace = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket_of_namespace < 0) refuse(errno, "socket");
  char address[32];
  snprintf(address, sizeof address, "10.77.0.%d", rank + 1);
  set_address(socket_of_namespace, SIOCSIFADDR, address, "address");
  set_address(socket_of_namespace, SIOCSIFNETMASK, "255.255.255.0", "netmask");
  struct ifreq request = named("tun0");
  request.ifr_mtu = MTU;
  ask(socket_of_namespace, SIOCSIFMTU, &request, "size of packets");
  request.ifr_qlen = BACKLOG;
  ask(socket_of_namespace, SIOCSIFTXQLEN, &request, "length of the queue");
  set_up(socket_of_namespace, "tun0");
  set_up(socket_of_namespace, "lo");
  close(socket_of_namespace);
}

static int make_device(void) {
  const int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (device < 0) refuse(errno, "/dev/net/tun");
  struct ifreq request = named("tun0");
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  ask(device, TUNSETIFF, &request, "making");
  return device;
}

int open_device(int rank) {
  char path[64];
  snprintf(path, sizeof path, "/run/netns/llamp%d", rank);
  const int own = open_namespace("/proc/self/ns/net");
  const int other = open_namespace(path);
  enter(other);
  const int device = make_device();
  configure(rank);
  enter(own);
  close(other);
  close(own);
  return device;
}
