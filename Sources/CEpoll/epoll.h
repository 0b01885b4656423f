// The Linux functions that the event loops need and Swift's Glibc module lacks.
#ifndef FAIRWAY_EPOLL_H
#define FAIRWAY_EPOLL_H

#ifdef __linux__

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// glibc declares `accept4` only if _GNU_SOURCE is defined. Swift's Glibc module is built without it. Defining it here
// would change types that both modules share.
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);

// Accessors in C, because `epoll_data` is a union in a packed struct, which is awkward to use in Swift.
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
