// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mongo/driver/checked_stream.h"

#include "app/bson/bytes.h"
#include "app/mongo/driver/reply_check.h"
#include "app/protocol/messages/compression.h"
#include "app/protocol/messages/op_code.h"

#include <mongoc/mongoc.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace sandglass::mongo {

namespace {

// Unlike the types of the driver's own streams.
constexpr int kStreamType = 100;
// A server may state a length that it never sends; memory grows with what has come.
constexpr std::size_t kMaxStep = std::size_t{128} * 1024;

class CheckedStream : public mongoc_stream_t
{
public:
    CheckedStream(mongoc_stream_t* base, ReplyFaults& faults);
    CheckedStream(const CheckedStream&) = delete;
    CheckedStream& operator=(const CheckedStream&) = delete;
    ~CheckedStream() = default;

    static CheckedStream& of(mongoc_stream_t* stream)
    {
        return *static_cast<CheckedStream*>(stream);
    }
    mongoc_stream_t* base() const { return m_base; }
    bool isRefused() const { return m_refused; }

    ssize_t write(mongoc_iovec_t* parts, std::size_t count, std::int32_t timeoutMs);
    // As the driver's readv: bytes read, 0 at the end, -1 with errno.
    ssize_t read(mongoc_iovec_t* parts, std::size_t count, std::size_t least,
                 std::int32_t timeoutMs);

private:
    // Reads the rest of a message and checks it; 1 when it can be handed out, else as read().
    ssize_t fill(std::int64_t deadlineUs, std::int32_t timeoutMs);
    // Reads until m_message has this size; as fill().
    ssize_t readUpTo(std::size_t size, std::int64_t deadlineUs, std::int32_t timeoutMs);
    Result<void> checkHeader();
    Result<void> checkMessage();
    // Ends the connection; -1.
    ssize_t refuse(const base::Error& fault);

    mongoc_stream_t* m_base;
    ReplyFaults& m_faults;
    ReplyCheck m_check;
    std::vector<std::uint8_t> m_message; // being read, or being handed out
    std::size_t m_length = 0; // of m_message when it is complete; 0: not known
    std::size_t m_handedOut = 0; // of m_message
    bool m_checked = false; // m_message
    bool m_refused = false;
};

ssize_t CheckedStream::write(mongoc_iovec_t* parts, std::size_t count, std::int32_t timeoutMs)
{
    const ssize_t written = mongoc_stream_writev(m_base, parts, count, timeoutMs);
    auto left = static_cast<std::size_t>(std::max<ssize_t>(written, 0));
    for (std::size_t i = 0; i < count && left > 0; ++i) {
        const std::size_t here = std::min<std::size_t>(left, parts[i].iov_len);
        m_check.sent(bson::Bytes(
            static_cast<const std::uint8_t*>(static_cast<const void*>(parts[i].iov_base)), here));
        left -= here;
    }
    return written;
}

ssize_t CheckedStream::read(mongoc_iovec_t* parts, std::size_t count, std::size_t least,
                            std::int32_t timeoutMs)
{
    const std::int64_t deadline
        = bson_get_monotonic_time() + std::int64_t{std::max(timeoutMs, 0)} * 1'000;
    std::size_t copied = 0;
    std::size_t part = 0;
    std::size_t inPart = 0;
    while (part < count) {
        if (m_handedOut == m_message.size() || !m_checked) {
            // what is asked for may end here, and the next message may not come for hours
            if (copied > 0 && copied >= least) {
                break;
            }
            if (const ssize_t filled = fill(deadline, timeoutMs); filled <= 0) {
                return filled;
            }
        }
        const std::size_t step
            = std::min<std::size_t>(parts[part].iov_len - inPart, m_message.size() - m_handedOut);
        std::memcpy(static_cast<std::uint8_t*>(static_cast<void*>(parts[part].iov_base)) + inPart,
                    m_message.data() + m_handedOut, step);
        m_handedOut += step;
        copied += step;
        inPart += step;
        if (inPart == parts[part].iov_len) {
            ++part;
            inPart = 0;
        }
    }
    return static_cast<ssize_t>(copied);
}

ssize_t CheckedStream::fill(std::int64_t deadlineUs, std::int32_t timeoutMs)
{
    if (m_refused) {
        errno = EPROTO;
        return -1;
    }
    if (m_checked) {
        m_message.clear();
        m_length = 0;
        m_handedOut = 0;
        m_checked = false;
    }
    if (m_length == 0) {
        const ssize_t started = readUpTo(protocol::kHeaderBytes, deadlineUs, timeoutMs);
        if (started <= 0) {
            return started;
        }
        if (const auto good = checkHeader(); !good) {
            return refuse(good.error());
        }
    }
    const ssize_t complete = readUpTo(m_length, deadlineUs, timeoutMs);
    if (complete <= 0) {
        return complete;
    }
    if (const auto good = checkMessage(); !good) {
        return refuse(good.error());
    }
    m_faults.noteGoodReply();
    m_checked = true;
    return 1;
}

ssize_t CheckedStream::readUpTo(std::size_t size, std::int64_t deadlineUs, std::int32_t timeoutMs)
{
    while (m_message.size() < size) {
        std::int32_t patience = timeoutMs;
        if (timeoutMs > 0) {
            // a byte now and then does not prolong it
            const std::int64_t left = (deadlineUs - bson_get_monotonic_time()) / 1'000;
            patience = static_cast<std::int32_t>(std::max<std::int64_t>(left, 0));
        }
        const std::size_t known = m_message.size();
        const std::size_t step = std::min(size - known, kMaxStep);
        m_message.resize(known + step);
        const ssize_t got = mongoc_stream_read(m_base, m_message.data() + known, step, 1, patience);
        const int code = errno;
        m_message.resize(known + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got <= 0) {
            errno = code;
            return got;
        }
    }
    return 1;
}

Result<void> CheckedStream::checkHeader()
{
    const auto length = m_check.header(m_message);
    TRY(length);
    m_length = *length;
    return {};
}

Result<void> CheckedStream::checkMessage()
{
    if (bson::loadLittle<std::int32_t>(m_message.data() + 12)
        == static_cast<std::int32_t>(protocol::OpCode::Compressed)) {
        auto plain = protocol::decompressed(m_message);
        TRY(plain);
        m_message = std::move(*plain);
    }
    return m_check.message(m_message);
}

ssize_t CheckedStream::refuse(const base::Error& fault)
{
    m_faults.note(fault.message);
    m_refused = true;
    m_message.clear();
    errno = EPROTO;
    return -1;
}

// What the driver calls. No exception may reach it, and only memory can be missing.

template <typename Work>
ssize_t guarded(Work work)
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        errno = ENOMEM;
        return -1;
    }
}

void destroyStream(mongoc_stream_t* stream)
{
    const std::unique_ptr<CheckedStream> self(&CheckedStream::of(stream));
    mongoc_stream_destroy(self->base());
}

void failStream(mongoc_stream_t* stream)
{
    const std::unique_ptr<CheckedStream> self(&CheckedStream::of(stream));
    mongoc_stream_failed(self->base());
}

int closeStream(mongoc_stream_t* stream)
{
    return mongoc_stream_close(CheckedStream::of(stream).base());
}

int flushStream(mongoc_stream_t* stream)
{
    return mongoc_stream_flush(CheckedStream::of(stream).base());
}

ssize_t writeStream(mongoc_stream_t* stream, mongoc_iovec_t* parts, std::size_t count,
                    std::int32_t timeoutMs)
{
    return guarded([&] { return CheckedStream::of(stream).write(parts, count, timeoutMs); });
}

ssize_t readStream(mongoc_stream_t* stream, mongoc_iovec_t* parts, std::size_t count,
                   std::size_t least, std::int32_t timeoutMs)
{
    return guarded([&] { return CheckedStream::of(stream).read(parts, count, least, timeoutMs); });
}

int setOption(mongoc_stream_t* stream, int level, int option, void* value, mongoc_socklen_t length)
{
    return mongoc_stream_setsockopt(CheckedStream::of(stream).base(), level, option, value, length);
}

// The driver polls the innermost connection. Nothing is held back here between two messages, which
// is when it polls.
mongoc_stream_t* baseOf(mongoc_stream_t* stream)
{
    return CheckedStream::of(stream).base();
}

bool isClosed(mongoc_stream_t* stream)
{
    const CheckedStream& self = CheckedStream::of(stream);
    return self.isRefused() || mongoc_stream_check_closed(self.base());
}

bool hasTimedOut(mongoc_stream_t* stream)
{
    const CheckedStream& self = CheckedStream::of(stream);
    return !self.isRefused() && mongoc_stream_timed_out(self.base());
}

bool mayRetry(mongoc_stream_t* stream)
{
    const CheckedStream& self = CheckedStream::of(stream);
    return !self.isRefused() && mongoc_stream_should_retry(self.base());
}

CheckedStream::CheckedStream(mongoc_stream_t* base, ReplyFaults& faults)
    : mongoc_stream_t{}
    , m_base(base)
    , m_faults(faults)
{
    type = kStreamType;
    destroy = destroyStream;
    close = closeStream;
    flush = flushStream;
    writev = writeStream;
    readv = readStream;
    setsockopt = setOption;
    get_base_stream = baseOf;
    check_closed = isClosed;
    failed = failStream;
    timed_out = hasTimedOut;
    should_retry = mayRetry;
}

} // namespace

DriverStream* checkedStream(DriverStream* base, ReplyFaults& faults)
{
    return new CheckedStream(base, faults);
}

} // namespace sandglass::mongo
