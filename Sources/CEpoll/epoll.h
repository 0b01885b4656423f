// What the event queues need of Linux and what Swift's Glibc module leaves out.
#ifndef FAIRWAY_EPOLL_H
#define FAIRWAY_EPOLL_H

#ifdef __linux__

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

// `accept4` is behind _GNU_SOURCE, which the Glibc module is built without and which, defined here, would change types
// that the two share. The declaration is glibc's own.
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);

// `epoll_data` is a union in a packed struct: two accessors spare Swift both.
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
