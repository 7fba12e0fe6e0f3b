// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/bson/bytes.h"
#include "app/bson/validate.h"
#include "app/engine/wire/parse.h"
#include "app/engine/wire/write.h"
#include "tests/support/op_msg.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_wire_write {

using namespace sandglass::engine;
using sandglass::bson::Document;
using sandglass::bson::loadLittle;
using sandglass::bson::makeDocument;

class WireWriteTest : public QObject
{
    Q_OBJECT

private slots:
    void aWrittenMessageParsesBack()
    {
        const Document body = makeDocument("ok", 1.0, "n", 5);
        const auto message = wire::parse(sandglass::tests::writeMsg(7, 9, body, wire::kMoreToCome));
        QVERIFY(message.has_value());
        QCOMPARE(message->requestId, 7);
        QCOMPARE(message->responseTo, 9);
        QVERIFY(message->moreToCome());
        QVERIFY(Document(message->body) == body);
    }

    void aReplyHasTheShapeOfOpReply()
    {
        const Document document = makeDocument("ok", 1.0);
        const sandglass::bson::DocumentView view = document;
        const std::vector<std::uint8_t> bytes = wire::writeReply(7, 9, {}, {&view, 1});
        QCOMPARE(bytes.size(), 36 + document.bytes().size());
        QCOMPARE(loadLittle<std::int32_t>(bytes.data()), static_cast<std::int32_t>(bytes.size()));
        QCOMPARE(loadLittle<std::int32_t>(bytes.data() + 4), 7);
        QCOMPARE(loadLittle<std::int32_t>(bytes.data() + 8), 9);
        QCOMPARE(loadLittle<std::int32_t>(bytes.data() + 12), 1);
        QCOMPARE(loadLittle<std::int32_t>(bytes.data() + 16), 8);
        QCOMPARE(loadLittle<std::int64_t>(bytes.data() + 20), std::int64_t{0});
        QCOMPARE(loadLittle<std::int32_t>(bytes.data() + 28), 0);
        QCOMPARE(loadLittle<std::int32_t>(bytes.data() + 32), 1);
        const sandglass::bson::Bytes rest = sandglass::bson::Bytes(bytes).subspan(36);
        QVERIFY(sandglass::bson::validate(rest).has_value());
    }

    void aFailedQuerySetsItsFlag()
    {
        const Document document = makeDocument("$err", "no");
        const sandglass::bson::DocumentView view = document;
        wire::ReplyHead head;
        head.flags = wire::kQueryFailure;
        const auto bytes = wire::writeReply(1, 2, head, {&view, 1});
        QCOMPARE(loadLittle<std::int32_t>(bytes.data() + 16), 8 + 2);
    }

    void aBodyThatWasBuiltBehindRoomGivesTheSameMessage()
    {
        const Document body = makeDocument("ok", 1.0, "n", 5);
        sandglass::bson::Builder builder(wire::kMsgBodyAt);
        builder.appendAll(body);
        std::vector<std::uint8_t> message = builder.takeBytes();
        wire::finishMsg(message, 7, 9, wire::kMoreToCome);
        QVERIFY(message == sandglass::tests::writeMsg(7, 9, body, wire::kMoreToCome));
    }

    void aDocumentThatWasBuiltBehindRoomGivesTheSameReply()
    {
        const Document document = makeDocument("ok", 1.0, "n", 5);
        const sandglass::bson::DocumentView view = document;
        sandglass::bson::Builder builder(wire::kReplyDocumentsAt);
        builder.appendAll(document);
        std::vector<std::uint8_t> message = builder.takeBytes();
        wire::finishReply(message, 7, 9);
        QVERIFY(message == wire::writeReply(7, 9, {}, {&view, 1}));
    }
};

SANDGLASS_PLAIN_TEST(WireWriteTest)
} // namespace tst_wire_write

#include "tst_wire_write.moc"
