// libcrypto's functions that we use, each passed on to the library once it is loaded.
#include "include/CCrypto.h"

#include <late_library.h>

static struct late_library crypto = {"libcrypto.so.3", 0};

#define FORWARD(result, name, parameters, arguments) LATE_FUNCTION(&crypto, result, name, parameters, arguments)

FORWARD(EVP_MD_CTX *, EVP_MD_CTX_new, (void), ())
FORWARD(void, EVP_MD_CTX_free, (EVP_MD_CTX *context), (context))
FORWARD(int, EVP_MD_CTX_copy_ex, (EVP_MD_CTX *to, const EVP_MD_CTX *from), (to, from))
FORWARD(const EVP_MD *, EVP_sha1, (void), ())
FORWARD(const EVP_MD *, EVP_sha256, (void), ())
FORWARD(int, EVP_DigestInit_ex, (EVP_MD_CTX *context, const EVP_MD *type, ENGINE *engine), (context, type, engine))
FORWARD(int, EVP_DigestUpdate, (EVP_MD_CTX *context, const void *bytes, size_t count), (context, bytes, count))
FORWARD(int, EVP_DigestFinal_ex, (EVP_MD_CTX *context, unsigned char *digest, unsigned int *count),
    (context, digest, count))
// Podcast Index and test support digest whole values with it.
FORWARD(int, EVP_Digest,
    (const void *bytes, size_t count, unsigned char *digest, unsigned int *size, const EVP_MD *type, ENGINE *engine),
    (bytes, count, digest, size, type, engine))
