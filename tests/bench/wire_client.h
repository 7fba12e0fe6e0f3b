// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/value.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sandglass::bench {

/// A bare client on a unix socket: it sends one OP_MSG at a time and costs next to nothing, so that
/// what is measured is the server. One thread.
class WireClient
{
public:
    /// Errors: Network.
    static Result<WireClient> connect(const std::string& socketPath);
    WireClient(WireClient&& other) noexcept;
    WireClient& operator=(WireClient&&) = delete;
    WireClient(const WireClient&) = delete;
    WireClient& operator=(const WireClient&) = delete;
    ~WireClient();

    /// Sends `body`, with `documents` (if there are any) as the sequence `name` (kind 1), as
    /// drivers do, and returns the reply. Errors: Network, Protocol.
    Result<bson::Document> send(const bson::Document& body, std::string_view name,
                                const std::vector<bson::Document>& documents);

    /// The bytes that send() would send.
    static std::vector<std::uint8_t> message(const bson::Document& body, std::string_view name,
                                             const std::vector<bson::Document>& documents);

private:
    explicit WireClient(int descriptor)
        : m_descriptor(descriptor)
    {
    }

    Result<void> writeAll();
    Result<bson::Document> readReply();
    bool readExactly(std::size_t bytes);

    int m_descriptor = -1;
    std::vector<std::uint8_t> m_buffer;
};

} // namespace sandglass::bench
