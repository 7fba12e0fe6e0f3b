// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/engine/net/frame_buffer.h"

#include "app/engine/wire/parse.h"

#include <algorithm>
#include <string>
#include <utility>

namespace sandglass::engine::net {

namespace {

// first allocation for a message; doubled whenever it is full
constexpr std::size_t kFirstRoomBytes = 16'384;

} // namespace

std::span<std::uint8_t> FrameBuffer::room()
{
    if (m_length == 0) {
        return std::span(m_small).subspan(m_end);
    }
    if (m_filled == m_frame.size()) {
        const std::size_t more = std::min(m_length, 2 * m_frame.size());
        m_frame.reserve(more); // exactly: a plain resize could take more
        m_frame.resize(more);
    }
    return std::span(m_frame).subspan(m_filled);
}

void FrameBuffer::commit(std::size_t count)
{
    if (m_length == 0) {
        m_end += count;
    } else {
        m_filled += count;
    }
}

Result<std::optional<std::vector<std::uint8_t>>> FrameBuffer::take()
{
    using Frame = std::optional<std::vector<std::uint8_t>>;
    if (m_length == 0) {
        const std::span<const std::uint8_t> arrived(m_small.data() + m_begin, m_end - m_begin);
        auto length = wire::frameLength(arrived);
        TRY(length);
        if (!length->has_value()) {
            // the rest moves to the front, so that room() is never empty
            std::copy(arrived.begin(), arrived.end(), m_small.begin());
            m_end = arrived.size();
            m_begin = 0;
            return Frame();
        }
        if (**length > m_mostBytes) {
            return base::failure(Errc::Protocol,
                                 "The message has " + std::to_string(**length) + " bytes; "
                                     + std::to_string(m_mostBytes)
                                     + " are allowed before the client has logged in.");
        }
        startFrame(**length);
    }
    // room() grows the frame while more bytes come
    if (m_filled < m_length) {
        return Frame();
    }
    m_length = 0;
    m_filled = 0;
    return Frame(std::exchange(m_frame, {}));
}

// A record of a handshake, and in it a ClientHello. Source: RFC 8446, 4.1.2 and 5.1.
bool FrameBuffer::beginsLikeTls() const
{
    constexpr std::size_t kEnough = 11;
    constexpr std::uint8_t kHandshake = 22;
    constexpr std::uint8_t kClientHello = 1;
    constexpr std::uint8_t kMajor = 3;
    if (m_length != 0 || m_end - m_begin < kEnough) {
        return false;
    }
    const std::span<const std::uint8_t> first(m_small.data() + m_begin, kEnough);
    return first[0] == kHandshake && first[1] == kMajor && first[5] == kClientHello
        && first[9] == kMajor && first[10] <= kMajor;
}

void FrameBuffer::startFrame(std::size_t length)
{
    m_length = length;
    m_frame.resize(std::min(length, kFirstRoomBytes));
    m_filled = std::min(length, m_end - m_begin);
    std::copy_n(m_small.begin() + static_cast<std::ptrdiff_t>(m_begin), m_filled, m_frame.begin());
    m_begin += m_filled;
    if (m_begin == m_end) {
        m_begin = 0;
        m_end = 0;
    }
}

} // namespace sandglass::engine::net
