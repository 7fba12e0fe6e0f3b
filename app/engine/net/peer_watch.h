// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/engine/net/listener.h"

#include <asio/steady_timer.hpp>

#include <chrono>
#include <functional>
#include <memory>

namespace sandglass::engine::net {

/// Notices that a client has left while nothing is read from it. Create it with std::make_shared,
/// and end it before the socket is destroyed. I/O thread only.
///
/// A closed connection is noticed at once. A client that only stops sending may have left or may
/// still be reading: TCP does not show which. It counts as gone after one to two kLookAgain, so a
/// client that sends a request, shuts its side down and reads still gets the reply to a short one.
/// MongoDB treats the end of input as a disconnection at once. Bytes that have arrived and are not
/// read, such as further requests or the end of the encryption, change nothing.
class PeerWatch : public std::enable_shared_from_this<PeerWatch>
{
public:
    /// Time between two looks at a client that has sent something.
    static constexpr std::chrono::milliseconds kLookAgain{40};

    /// `left`: called when the client has gone, and at intervals from then on.
    PeerWatch(Socket& socket, std::function<void()> left);
    PeerWatch(const PeerWatch&) = delete;
    PeerWatch& operator=(const PeerWatch&) = delete;
    ~PeerWatch() = default;

    /// Begins to watch.
    void start();
    /// Ends it, and all other operations of the socket.
    void end();
    /// Whether the client has gone.
    bool hasLeft() const { return m_hasLeft; }

private:
    void look();

    Socket& m_socket; // not to be used once m_over is true
    const std::function<void()> m_left;
    asio::steady_timer m_again;
    bool m_over = false;
    bool m_sendsNoMore = false; // at the last look
    bool m_hasLeft = false;
};

} // namespace sandglass::engine::net
