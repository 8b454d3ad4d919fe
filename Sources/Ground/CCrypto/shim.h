// OpenSSL's EVP digests. `EVP_sha256()` and friends are plain functions and import as they are.
#ifndef CAIRN_CRYPTO_SHIM_H
#define CAIRN_CRYPTO_SHIM_H
#include <openssl/crypto.h>
#include <openssl/evp.h>
#endif
