// The Linux functions that the event loops need and Swift's Glibc module lacks.
#ifndef FAIRWAY_EPOLL_H
#define FAIRWAY_EPOLL_H

#ifdef __linux__

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// glibc declares `accept4` only with _GNU_SOURCE. The Glibc module is built without it, and defining it here would change
// types that both share.
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);

// Swift cannot access `epoll_data` well, a union in a packed struct.
static inline struct epoll_event fairway_epoll_event(uint32_t events, uint64_t token) {
    struct epoll_event event;
    event.events = events;
    event.data.u64 = token;
    return event;
}

static inline uint64_t fairway_epoll_token(const struct epoll_event *event) {
    return event->data.u64;
}

#endif
#endif
