// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sandglass::bench {

/// Connections to one server, each of which sends the same message again as soon as it has the
/// reply. A reply may have any content; its first four bytes tell its length, as in OP_MSG. One
/// thread. Errors: Network.
class Pinger
{
public:
    /// `message`: what is sent each time.
    static Result<std::unique_ptr<Pinger>> connect(const std::string& socketPath, int connections,
                                                   std::vector<std::uint8_t> message);
    Pinger(const Pinger&) = delete;
    Pinger& operator=(const Pinger&) = delete;
    ~Pinger();

    /// Wall time of so many round trips, all connections together.
    Result<double> secondsFor(int roundTrips);

private:
    struct Peer
    {
        int descriptor = -1;
        std::size_t received = 0; ///< of the reply under way
        std::uint32_t length = 0; ///< of that reply, once its first four bytes are there
    };

    explicit Pinger(std::vector<std::uint8_t> message)
        : m_message(std::move(message))
    {
    }
    bool send(const Peer& peer) const;
    bool receive(Peer& peer, bool& whole);
    bool waitForReplies();
    bool step(Peer& peer, int& open, int& toSend);

    const std::vector<std::uint8_t> m_message;
    std::vector<Peer> m_peers;
    std::vector<std::size_t> m_readable; ///< peers with something to read
    std::vector<std::uint8_t> m_buffer;
};

/// {ping: 1} on the database "admin" as OP_MSG.
std::vector<std::uint8_t> pingMessage();

} // namespace sandglass::bench
