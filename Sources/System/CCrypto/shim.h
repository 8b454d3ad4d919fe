// OpenSSL's EVP digests and signatures. `EVP_sha256()` and friends are plain functions and import as they are.
#ifndef CAIRN_CRYPTO_SHIM_H
#define CAIRN_CRYPTO_SHIM_H
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

// Without a callback of ours OpenSSL would ask the terminal for the passphrase of an encrypted key.
static inline int cx_no_passphrase(char *buffer, int size, int is_writing, void *context) {
    (void)buffer, (void)size, (void)is_writing, (void)context;
    return -1;
}

// The private key of a PEM text (PKCS#8 or PKCS#1); NULL where there is none. OpenSSL's queue of errors is left empty.
static inline EVP_PKEY *cx_private_key(const void *pem, int length) {
    BIO *text = BIO_new_mem_buf(pem, length);
    if (text == NULL) return NULL;
    EVP_PKEY *key = PEM_read_bio_PrivateKey(text, NULL, cx_no_passphrase, NULL);
    BIO_free(text);
    ERR_clear_error();
    return key;
}

// `EVP_PKEY_base_id` is a function before OpenSSL 3 and a macro since.
static inline int cx_is_rsa(const EVP_PKEY *key) { return EVP_PKEY_base_id(key) == EVP_PKEY_RSA; }
#endif
