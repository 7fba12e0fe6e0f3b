// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/redis_client.h"

#include "tests/bench/unix_connection.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace sandglass::bench {

namespace {

Error redisLost(const char* doing)
{
    return base::failure(Errc::Network,
                         std::string(doing) + " failed: " + std::strerror(errno) + ".");
}

} // namespace

Result<RedisClient> RedisClient::connect(const std::string& socketPath)
{
    const auto descriptor = connectUnix(socketPath);
    TRY(descriptor);
    return RedisClient(*descriptor);
}

RedisClient::RedisClient(RedisClient&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_waiting(other.m_waiting)
    , m_out(std::move(other.m_out))
    , m_in(std::move(other.m_in))
    , m_read(other.m_read)
{
}

RedisClient::~RedisClient()
{
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

void RedisClient::add(std::initializer_list<std::string_view> words)
{
    m_out += '*' + std::to_string(words.size()) + "\r\n";
    for (const std::string_view word : words) {
        m_out += '$' + std::to_string(word.size()) + "\r\n";
        m_out.append(word).append("\r\n");
    }
    ++m_waiting;
}

Result<std::string> RedisClient::send()
{
    std::string_view rest = m_out;
    while (!rest.empty()) {
        const ssize_t count = ::send(m_descriptor, rest.data(), rest.size(), MSG_NOSIGNAL);
        if (count <= 0) {
            return redisLost("Sending");
        }
        rest.remove_prefix(static_cast<std::size_t>(count));
    }
    m_out.clear();
    Result<std::string> last = std::string();
    for (; m_waiting > 0; --m_waiting) {
        last = readLine();
        if (!last) {
            return last;
        }
        if (last->starts_with('-')) {
            return base::failure(Errc::Server, *last);
        }
        last->erase(0, 1);
    }
    return last;
}

Result<std::string> RedisClient::run(std::initializer_list<std::string_view> words)
{
    add(words);
    return send();
}

Result<std::string> RedisClient::readLine()
{
    std::size_t end = m_in.find("\r\n", m_read);
    while (end == std::string::npos) {
        m_in.erase(0, std::exchange(m_read, 0));
        std::array<char, 65'536> bytes{};
        const ssize_t count = ::recv(m_descriptor, bytes.data(), bytes.size(), 0);
        if (count <= 0) {
            return redisLost("Receiving");
        }
        m_in.append(bytes.data(), static_cast<std::size_t>(count));
        end = m_in.find("\r\n");
    }
    std::string line = m_in.substr(m_read, end - m_read);
    m_read = end + 2;
    return line;
}

} // namespace sandglass::bench
