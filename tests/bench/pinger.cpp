// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/pinger.h"

#include "app/bson/builder.h"
#include "tests/bench/measuring.h"
#include "tests/bench/unix_connection.h"
#include "tests/bench/wire_client.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace sandglass::bench {

namespace {

constexpr std::size_t kBufferBytes = 4096;

} // namespace

Result<std::unique_ptr<Pinger>> Pinger::connect(const std::string& socketPath, int connections,
                                                std::vector<std::uint8_t> message)
{
    std::unique_ptr<Pinger> pinger(new Pinger(std::move(message)));
    pinger->m_buffer.resize(kBufferBytes);
    for (int i = 0; i < connections; ++i) {
        const auto descriptor = connectUnix(socketPath);
        TRY(descriptor);
        pinger->m_peers.push_back({*descriptor});
    }
    return pinger;
}

Pinger::~Pinger()
{
    for (const Peer& peer : m_peers) {
        ::close(peer.descriptor);
    }
}

Result<double> Pinger::secondsFor(int roundTrips)
{
    const Timer timer;
    int toSend = roundTrips;
    int open = 0;
    bool well = true;
    for (const Peer& peer : m_peers) {
        if (toSend == 0) {
            break;
        }
        well = well && send(peer);
        --toSend;
        ++open;
    }
    while (well && open > 0) {
        well = waitForReplies();
        for (const std::size_t each : m_readable) {
            well = well && step(m_peers[each], open, toSend);
        }
    }
    if (!well) {
        return base::failure(Errc::Network,
                             std::string("A ping got lost: ") + std::strerror(errno) + ".");
    }
    return timer.seconds();
}

/// Reads; a whole reply is answered by the next message while there are any to send.
bool Pinger::step(Peer& peer, int& open, int& toSend)
{
    bool whole = false;
    if (!receive(peer, whole)) {
        return false;
    }
    if (!whole) {
        return true;
    }
    if (toSend == 0) {
        --open;
        return true;
    }
    --toSend;
    return send(peer);
}

bool Pinger::send(const Peer& peer) const
{
    // far smaller than any socket's buffer
    return ::send(peer.descriptor, m_message.data(), m_message.size(), MSG_NOSIGNAL)
        == static_cast<ssize_t>(m_message.size());
}

bool Pinger::receive(Peer& peer, bool& whole)
{
    const ssize_t count = ::recv(peer.descriptor, m_buffer.data(), m_buffer.size(), 0);
    if (count < static_cast<ssize_t>(sizeof(peer.length)) && peer.received == 0) {
        return false;
    }
    if (count <= 0) {
        return false;
    }
    if (peer.received == 0) {
        std::memcpy(&peer.length, m_buffer.data(), sizeof(peer.length));
    }
    peer.received += static_cast<std::size_t>(count);
    whole = peer.received >= peer.length;
    if (whole) {
        peer.received = 0;
    }
    return true;
}

bool Pinger::waitForReplies()
{
    m_readable.clear();
    if (m_peers.size() == 1) {
        m_readable.push_back(0); // the read itself waits
        return true;
    }
    std::vector<pollfd> waiting;
    waiting.reserve(m_peers.size());
    for (const Peer& peer : m_peers) {
        waiting.push_back({peer.descriptor, POLLIN, 0});
    }
    if (::poll(waiting.data(), waiting.size(), -1) <= 0) {
        return false;
    }
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        if (waiting[i].revents != 0) {
            m_readable.push_back(i);
        }
    }
    return true;
}

std::vector<std::uint8_t> pingMessage()
{
    return WireClient::message(bson::makeDocument("ping", 1, "$db", "admin"), {}, {});
}

} // namespace sandglass::bench
