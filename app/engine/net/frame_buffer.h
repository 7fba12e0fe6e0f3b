// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace sandglass::engine::net {

/// Assembles received bytes into whole messages. Memory grows with what has arrived, not with the
/// length that a message claims: 4 KiB for an idle connection, at most twice the received bytes for
/// a large message. One thread.
class FrameBuffer
{
public:
    /// The buffer for the next received bytes. Not empty after take() returned nullopt. Valid until
    /// the next call.
    std::span<std::uint8_t> room();
    /// Call after filling the first `count` bytes of room().
    void commit(std::size_t count);
    /// The next whole message; nullopt when more bytes are needed. Several messages may have
    /// arrived: call it until it returns nullopt. Errors: Protocol for a length that is not
    /// allowed; see setLimit().
    Result<std::optional<std::vector<std::uint8_t>>> take();
    /// The largest message that take() accepts from now on, in bytes. At first whatever the
    /// protocol allows.
    void setLimit(std::size_t mostBytes) { m_mostBytes = mostBytes; }
    /// Whether what comes next, of which nothing was taken yet, begins the handshake of TLS. As a
    /// message it would claim tens of megabytes, and its sender wait for an answer. No request
    /// looks like it: where the handshake has its version, a request has zeros. False with fewer
    /// bytes.
    bool beginsLikeTls() const;
    /// Whether part of a message has arrived.
    bool hasPart() const { return m_length != 0 || m_begin != m_end; }
    /// Bytes of the current message that have arrived.
    std::size_t arrivedBytes() const { return m_length != 0 ? m_filled : m_end - m_begin; }
    /// Memory held for the current message, in bytes.
    std::size_t heldBytes() const { return m_frame.capacity(); }

private:
    /// Begins a message of `length` bytes and moves its bytes from m_small.
    void startFrame(std::size_t length);

    std::array<std::uint8_t, 4096> m_small{}; // bytes that belong to no message yet
    std::size_t m_begin = 0; // into m_small
    std::size_t m_end = 0; // into m_small
    std::vector<std::uint8_t> m_frame; // the current message, as far as memory was allocated
    std::size_t m_filled = 0; // bytes of m_frame that have arrived
    std::size_t m_length = 0; // of the current message; 0 between messages
    std::size_t m_mostBytes = std::numeric_limits<std::size_t>::max();
};

} // namespace sandglass::engine::net
