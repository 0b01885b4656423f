#ifndef FAIRWAY_OPENSSL_H
#define FAIRWAY_OPENSSL_H

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

#endif
