// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/wire_client.h"

#include "tests/bench/unix_connection.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <span>
#include <utility>

namespace sandglass::bench {

namespace {

constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kFlagBytes = 4;
constexpr std::int32_t kOpMsg = 2013;
constexpr std::int32_t kMostBytes = 48'000'000;

Error lost(const char* doing)
{
    return base::failure(Errc::Network,
                         std::string(doing) + " failed: " + std::strerror(errno) + ".");
}

void appendInt32(std::vector<std::uint8_t>& bytes, std::int32_t number)
{
    const std::size_t at = bytes.size();
    bytes.resize(at + sizeof(number));
    std::memcpy(bytes.data() + at, &number, sizeof(number));
}

void putInt32(std::vector<std::uint8_t>& bytes, std::size_t at, std::size_t number)
{
    const auto value = static_cast<std::int32_t>(number);
    std::memcpy(bytes.data() + at, &value, sizeof(value));
}

void append(std::vector<std::uint8_t>& bytes, std::span<const std::uint8_t> more)
{
    bytes.insert(bytes.end(), more.begin(), more.end());
}

void appendSequence(std::vector<std::uint8_t>& bytes, std::string_view name,
                    const std::vector<bson::Document>& documents)
{
    bytes.push_back(1);
    const std::size_t sequenceAt = bytes.size();
    appendInt32(bytes, 0);
    for (const char character : name) {
        bytes.push_back(static_cast<std::uint8_t>(character));
    }
    bytes.push_back(0);
    for (const bson::Document& document : documents) {
        append(bytes, document.bytes());
    }
    putInt32(bytes, sequenceAt, bytes.size() - sequenceAt);
}

void fillMessage(std::vector<std::uint8_t>& bytes, const bson::Document& body,
                 std::string_view name, const std::vector<bson::Document>& documents)
{
    bytes.clear();
    for (const std::int32_t number : {0, 1, 0, kOpMsg, 0}) {
        appendInt32(bytes, number);
    }
    bytes.push_back(0);
    append(bytes, body.bytes());
    if (!documents.empty()) {
        appendSequence(bytes, name, documents);
    }
    putInt32(bytes, 0, bytes.size());
}

} // namespace

Result<WireClient> WireClient::connect(const std::string& socketPath)
{
    const auto descriptor = connectUnix(socketPath);
    TRY(descriptor);
    return WireClient(*descriptor);
}

WireClient::WireClient(WireClient&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_buffer(std::move(other.m_buffer))
{
}

WireClient::~WireClient()
{
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

Result<bson::Document> WireClient::send(const bson::Document& body, std::string_view name,
                                        const std::vector<bson::Document>& documents)
{
    fillMessage(m_buffer, body, name, documents);
    TRY(writeAll());
    return readReply();
}

std::vector<std::uint8_t> WireClient::message(const bson::Document& body, std::string_view name,
                                              const std::vector<bson::Document>& documents)
{
    std::vector<std::uint8_t> bytes;
    fillMessage(bytes, body, name, documents);
    return bytes;
}

Result<void> WireClient::writeAll()
{
    std::span<const std::uint8_t> rest = m_buffer;
    while (!rest.empty()) {
        const ssize_t count = ::send(m_descriptor, rest.data(), rest.size(), MSG_NOSIGNAL);
        if (count <= 0) {
            return lost("Sending");
        }
        rest = rest.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

bool WireClient::readExactly(std::size_t bytes)
{
    m_buffer.resize(bytes);
    std::span<std::uint8_t> room = m_buffer;
    while (!room.empty()) {
        const ssize_t count = ::recv(m_descriptor, room.data(), room.size(), 0);
        if (count <= 0) {
            return false;
        }
        room = room.subspan(static_cast<std::size_t>(count));
    }
    return true;
}

Result<bson::Document> WireClient::readReply()
{
    if (!readExactly(sizeof(std::int32_t))) {
        return lost("Receiving");
    }
    std::int32_t length = 0;
    std::memcpy(&length, m_buffer.data(), sizeof(length));
    constexpr std::size_t kBodyAt = kHeaderBytes + kFlagBytes + 1;
    if (length <= static_cast<std::int32_t>(kBodyAt) || length > kMostBytes) {
        return base::failure(Errc::Protocol, "The reply has no usable length.");
    }
    if (!readExactly(static_cast<std::size_t>(length) - sizeof(length))) {
        return lost("Receiving");
    }
    return bson::Document::fromBytes(std::span(m_buffer).subspan(kBodyAt - sizeof(length)));
}

} // namespace sandglass::bench
