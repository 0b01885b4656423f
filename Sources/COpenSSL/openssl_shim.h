#ifndef FAIRWAY_OPENSSL_H
#define FAIRWAY_OPENSSL_H

#include <openssl/evp.h>
#include <openssl/hmac.h>

#endif
