// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/access/digest.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include <cstdio>
#include <cstdlib>

namespace sandglass::engine::access {

namespace {

thread_local std::uint64_t digestCount = 0;

// A digest that could not be computed must never pass for one that was.
void require(bool done)
{
    if (!done) {
        std::fputs("sandglass-engine: the cryptographic library failed\n", stderr);
        std::abort();
    }
}

} // namespace

ByteSpan bytesOf(std::string_view text)
{
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

Digest sha256(ByteSpan bytes)
{
    Digest digest{};
    ++digestCount;
    require(::SHA256(bytes.data(), bytes.size(), digest.data()) != nullptr);
    return digest;
}

Digest hmacSha256(ByteSpan key, ByteSpan message)
{
    Digest digest{};
    unsigned int size = 0;
    ++digestCount;
    require(::HMAC(::EVP_sha256(), key.data(), static_cast<int>(key.size()), message.data(),
                   message.size(), digest.data(), &size)
            != nullptr);
    return digest;
}

Digest saltedPassword(std::string_view password, ByteSpan salt, int iterations)
{
    Digest digest{};
    digestCount += static_cast<std::uint64_t>(iterations);
    require(::PKCS5_PBKDF2_HMAC(password.data(), static_cast<int>(password.size()), salt.data(),
                                static_cast<int>(salt.size()), iterations, ::EVP_sha256(),
                                static_cast<int>(digest.size()), digest.data())
            == 1);
    return digest;
}

std::uint64_t digestsOfThisThread()
{
    return digestCount;
}

std::vector<std::uint8_t> randomBytes(std::size_t count)
{
    std::vector<std::uint8_t> bytes(count);
    require(::RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) == 1);
    return bytes;
}

bool equalInConstantTime(const Digest& left, const Digest& right)
{
    return ::CRYPTO_memcmp(left.data(), right.data(), left.size()) == 0;
}

void wipe(std::string& secret)
{
    ::OPENSSL_cleanse(secret.data(), secret.size());
    secret.clear();
}

void wipe(Digest& secret)
{
    ::OPENSSL_cleanse(secret.data(), secret.size());
}

} // namespace sandglass::engine::access
