// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/bytes.h"
#include "app/engine/net/frame_buffer.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

namespace tst_net_frame_buffer {

using sandglass::bson::appendLittle;
using sandglass::engine::net::FrameBuffer;

namespace {

using Raw = std::vector<std::uint8_t>;

// A frame of `size` bytes; its content does not matter here.
Raw frameOf(std::size_t size, std::uint8_t fill)
{
    Raw frame;
    appendLittle(frame, static_cast<std::int32_t>(size));
    frame.resize(size, fill);
    return frame;
}

// Feeds at most `step` bytes at a time and collects what comes out; stops at the first fault.
std::vector<Raw> fed(FrameBuffer& buffer, const Raw& stream, std::size_t step)
{
    std::vector<Raw> frames;
    std::size_t at = 0;
    while (true) {
        auto frame = buffer.take();
        if (!frame) {
            return {};
        }
        if (frame->has_value()) {
            frames.push_back(std::move(**frame));
            continue;
        }
        if (at == stream.size()) {
            return frames;
        }
        const auto room = buffer.room();
        const std::size_t count = std::min({step, room.size(), stream.size() - at});
        std::copy_n(stream.begin() + static_cast<std::ptrdiff_t>(at), count, room.begin());
        buffer.commit(count);
        at += count;
    }
}

} // namespace

class NetFrameBufferTest : public QObject
{
    Q_OBJECT

private slots:
    void theHandshakeOfTlsIsKnownForWhatItIs()
    {
        // record: handshake, 3.1, 512 bytes; in it a ClientHello of 508 bytes, 3.3
        const Raw hello{22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3, 77, 77, 77, 77, 77};
        const auto looksLikeIt = [](const Raw& bytes) {
            FrameBuffer buffer;
            std::ranges::copy(bytes, buffer.room().begin());
            buffer.commit(bytes.size());
            return buffer.beginsLikeTls();
        };
        QVERIFY(looksLikeIt(hello));
        QVERIFY(!looksLikeIt(Raw(hello.begin(), hello.begin() + 10)));
        QVERIFY(!looksLikeIt({}));
        // a request that differs only where it answers no other
        Raw request = hello;
        std::fill(request.begin() + 8, request.begin() + 12, std::uint8_t{0});
        QVERIFY(!looksLikeIt(request));
        QVERIFY(!looksLikeIt(frameOf(790, 1))); // as long as the handshake claims
    }

    void framesComeOutWholeHoweverTheyArrive_data()
    {
        QTest::addColumn<int>("step");
        for (const int step : {1, 3, 16, 17, 4095, 4096, 4097, 65536, 10'000'000}) {
            QTest::addRow("%d bytes at a time", step) << step;
        }
    }

    void framesComeOutWholeHoweverTheyArrive()
    {
        QFETCH(int, step);
        std::vector<Raw> expected;
        Raw stream;
        for (const std::size_t size :
             {16, 17, 100, 4090, 4096, 5000, 16, 300'000, 20, 16'384, 21}) {
            expected.push_back(frameOf(size, static_cast<std::uint8_t>(expected.size() + 1)));
            stream.insert(stream.end(), expected.back().begin(), expected.back().end());
        }
        FrameBuffer buffer;
        QVERIFY(fed(buffer, stream, static_cast<std::size_t>(step)) == expected);
        QVERIFY(!buffer.hasPart());
    }

    void aPartIsNoticed()
    {
        FrameBuffer buffer;
        QVERIFY(!buffer.hasPart());
        QVERIFY(fed(buffer, Raw(2, 0), 2).empty());
        QVERIFY(buffer.hasPart());
    }

    void aLyingLengthIsAFault()
    {
        for (const std::int32_t length : {0, 15, -1, 48'000'001}) {
            Raw bytes;
            appendLittle(bytes, length);
            FrameBuffer buffer;
            std::copy(bytes.begin(), bytes.end(), buffer.room().begin());
            buffer.commit(bytes.size());
            QVERIFY(!buffer.take().has_value());
        }
    }

    void aLargeClaimTakesLittleMemory()
    {
        FrameBuffer buffer;
        Raw header;
        appendLittle(header, std::int32_t{48'000'000});
        header.resize(16);
        QVERIFY(fed(buffer, header, 16).empty());
        QVERIFY(!buffer.room().empty());
        QVERIFY(buffer.heldBytes() <= 16'384);
    }

    void memoryGrowsWithWhatHasArrived()
    {
        FrameBuffer buffer;
        Raw stream = frameOf(48'000'000, 7);
        stream.resize(1'000'000);
        QVERIFY(fed(buffer, stream, 50'000).empty());
        QVERIFY(buffer.heldBytes() >= 1'000'000);
        QVERIFY(buffer.heldBytes() <= 2'100'000);
    }
};

SANDGLASS_PLAIN_TEST(NetFrameBufferTest)
} // namespace tst_net_frame_buffer

#include "tst_net_frame_buffer.moc"
