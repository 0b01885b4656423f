#ifndef FAIRWAY_POSTGRES_H
#define FAIRWAY_POSTGRES_H

#include <libpq-fe.h>

// Swift does not import the macros that select a part of an error, because they are character constants.
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
