// OpenSSL's libcrypto for Swift: message digests only.
#pragma once
#include <openssl/evp.h>
