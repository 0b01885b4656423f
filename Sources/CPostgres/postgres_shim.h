#ifndef FAIRWAY_POSTGRES_H
#define FAIRWAY_POSTGRES_H

#include <libpq-fe.h>

// Swift cannot see macros of characters: what part of an error is asked for.
// https://www.postgresql.org/docs/current/libpq-exec.html#LIBPQ-PQRESULTERRORFIELD
static inline const char *fairway_pq_state(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

static inline const char *fairway_pq_severity(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
}

static inline const char *fairway_pq_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

#endif
