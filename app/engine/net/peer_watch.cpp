// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/peer_watch.h"

#include "app/platform/local_socket.h"

#include <utility>

namespace sandglass::engine::net {

PeerWatch::PeerWatch(Socket& socket, std::function<void()> left)
    : m_socket(socket)
    , m_left(std::move(left))
    , m_again(socket.get_executor())
{
}

void PeerWatch::start()
{
    m_socket.async_wait(Socket::wait_read,
                        [self = shared_from_this()](const asio::error_code& error) {
                            if (!error && !self->m_over) {
                                self->look();
                            }
                        });
}

void PeerWatch::end()
{
    m_over = true;
    m_again.cancel();
    asio::error_code ignored;
    m_socket.cancel(ignored);
}

void PeerWatch::look()
{
    const platform::PeerState state = platform::peerState(m_socket.native_handle());
    const bool silent = state == platform::PeerState::SendsNoMore;
    m_hasLeft = m_hasLeft || state == platform::PeerState::Gone || (silent && m_sendsNoMore);
    m_sendsNoMore = silent;
    // by a timer: what is not read keeps the socket readable
    m_again.expires_after(kLookAgain);
    m_again.async_wait([self = shared_from_this()](const asio::error_code& error) {
        if (!error && !self->m_over) {
            self->look();
        }
    });
    if (m_hasLeft) {
        m_left(); // may end this watch
    }
}

} // namespace sandglass::engine::net
