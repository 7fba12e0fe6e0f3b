// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace sandglass::bench {

/// A bare client of Redis on a unix socket, for commands whose replies are one line. One thread.
/// Errors: Network; Server with Redis's words. Source: Redis manual, Redis serialization protocol.
class RedisClient
{
public:
    static Result<RedisClient> connect(const std::string& socketPath);
    RedisClient(RedisClient&& other) noexcept;
    RedisClient& operator=(RedisClient&&) = delete;
    RedisClient(const RedisClient&) = delete;
    RedisClient& operator=(const RedisClient&) = delete;
    ~RedisClient();

    /// Puts a command into the next send().
    void add(std::initializer_list<std::string_view> words);
    /// Sends what was added and reads the reply to each; returns the last one, without its sign.
    Result<std::string> send();
    /// One command.
    Result<std::string> run(std::initializer_list<std::string_view> words);

private:
    explicit RedisClient(int descriptor)
        : m_descriptor(descriptor)
    {
    }

    Result<std::string> readLine();

    int m_descriptor = -1;
    int m_waiting = 0; ///< replies
    std::string m_out;
    std::string m_in;
    std::size_t m_read = 0; ///< of m_in
};

} // namespace sandglass::bench
