// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sandglass::engine::net {

/// Puts received bytes together to whole messages. Memory grows with what has arrived, never with
/// what a length claims: an idle connection holds 4 KiB, a large message at most twice the bytes it
/// has sent so far.
class FrameBuffer
{
public:
    /// Where the next received bytes go; never empty after take() gave nothing. Valid until the
    /// next call.
    std::span<std::uint8_t> room();
    /// The first `count` bytes of room() have been filled.
    void commit(std::size_t count);
    /// The next whole message; nullopt when more bytes are needed. Several messages may have
    /// arrived at once: call again before asking for room. Errors: Protocol for a length that is
    /// not allowed.
    Result<std::optional<std::vector<std::uint8_t>>> take();
    /// True while a part of a message is here.
    bool hasPart() const { return m_length != 0 || m_begin != m_end; }
    /// Bytes of memory held for the message under way.
    std::size_t heldBytes() const { return m_frame.capacity(); }

private:
    void startFrame(std::size_t length);

    std::array<std::uint8_t, 4096> m_small{}; // what has arrived and belongs to no frame yet
    std::size_t m_begin = 0; // into m_small
    std::size_t m_end = 0; // into m_small
    std::vector<std::uint8_t> m_frame; // the message under way, as far as room has been made
    std::size_t m_filled = 0; // bytes of m_frame that have arrived
    std::size_t m_length = 0; // of the message under way; 0 between messages
};

} // namespace sandglass::engine::net
