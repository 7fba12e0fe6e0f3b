// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bson/builder.h"
#include "app/mongo/driver/reply_check.h"
#include "tests/support/test_program.h"

#include <QByteArray>
#include <QtEndian>
#include <QTest>

namespace tst_mongo_reply_check {

using namespace sandglass;
using mongo::ReplyCheck;

namespace {

constexpr qint32 kOpReply = 1;
constexpr qint32 kOpQuery = 2004;
constexpr qint32 kOpKillCursors = 2007;
constexpr qint32 kOpCompressed = 2012;
constexpr qint32 kOpMsg = 2013;
constexpr quint32 kMoreToCome = 2;
constexpr quint32 kExhaustAllowed = 1U << 16U;

QByteArray number(qint32 value)
{
    QByteArray bytes(4, '\0');
    qToLittleEndian(value, bytes.data());
    return bytes;
}

QByteArray message(qint32 id, qint32 answered, qint32 kind, const QByteArray& body)
{
    return number(static_cast<qint32>(16 + body.size())) + number(id) + number(answered)
        + number(kind) + body;
}

QByteArray document()
{
    const bson::Document made = bson::makeDocument("ok", 1.0);
    return {reinterpret_cast<const char*>(made.bytes().data()),
            static_cast<qsizetype>(made.bytes().size())};
}

// The body of OP_MSG.
QByteArray body(quint32 flags = 0)
{
    return number(static_cast<qint32>(flags)) + '\0' + document();
}

bson::Bytes bytesOf(const QByteArray& bytes)
{
    return {reinterpret_cast<const std::uint8_t*>(bytes.constData()),
            static_cast<std::size_t>(bytes.size())};
}

ReplyCheck afterSending(const QByteArray& message)
{
    ReplyCheck check;
    check.sent(bytesOf(message));
    return check;
}

} // namespace

class TestReplyCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aReplyAnswersItsRequestOnce()
    {
        ReplyCheck check = afterSending(message(5, 0, kOpMsg, body()));
        const QByteArray reply = message(9, 5, kOpMsg, body());
        QVERIFY(check.isExpecting());
        QVERIFY(check.message(bytesOf(reply)));
        QVERIFY(!check.isExpecting());
        QVERIFY(!check.message(bytesOf(reply))); // nobody has asked
    }

    void requestsMayBeSentInPieces()
    {
        const QByteArray requests = message(5, 0, kOpMsg, body()) + message(6, 0, kOpMsg, body());
        for (qsizetype step = 1; step <= requests.size(); ++step) {
            ReplyCheck check;
            for (qsizetype at = 0; at < requests.size(); at += step) {
                check.sent(bytesOf(requests.mid(at, step)));
            }
            QVERIFY(!check.header(bytesOf(message(9, 5, kOpMsg, body()).left(16))));
            QVERIFY(check.header(bytesOf(message(9, 6, kOpMsg, body()).left(16))));
        }
    }

    void everyKindOfRequestHasItsKindOfReply()
    {
        const QByteArray reply
            = message(9, 5, kOpReply, number(0) + QByteArray(12, '\0') + number(1) + document());
        QVERIFY(afterSending(message(5, 0, kOpQuery, "query")).message(bytesOf(reply)));
        QVERIFY(!afterSending(message(5, 0, kOpMsg, body())).message(bytesOf(reply)));
        QVERIFY(!afterSending(message(5, 0, kOpQuery, "query"))
                     .message(bytesOf(message(9, 5, kOpMsg, body()))));
        // of a compressed one, the kind inside counts
        QVERIFY(afterSending(message(5, 0, kOpCompressed, number(kOpQuery) + "..."))
                    .message(bytesOf(reply)));
        QVERIFY(afterSending(message(5, 0, kOpCompressed, number(kOpMsg) + "..."))
                    .message(bytesOf(message(9, 5, kOpMsg, body()))));
        // these get no reply
        QVERIFY(!afterSending(message(5, 0, kOpKillCursors, "cursors")).isExpecting());
        QVERIFY(!afterSending(message(5, 0, kOpMsg, body(kMoreToCome))).isExpecting());
        QVERIFY(!afterSending(message(5, 0, kOpKillCursors, {})).isExpecting());
    }

    void severalRepliesComeOnlyToThoseWhoAllowThem()
    {
        const QByteArray first = message(9, 5, kOpMsg, body(kMoreToCome));
        QVERIFY(!afterSending(message(5, 0, kOpMsg, body())).message(bytesOf(first)));

        ReplyCheck check = afterSending(message(5, 0, kOpMsg, body(kExhaustAllowed)));
        QVERIFY(check.message(bytesOf(first)));
        QVERIFY(check.message(bytesOf(message(10, 9, kOpMsg, body(kMoreToCome)))));
        QVERIFY(!check.message(bytesOf(message(11, 8, kOpMsg, body(kMoreToCome)))));
        QVERIFY(check.message(bytesOf(message(11, 10, kOpMsg, body()))));
        QVERIFY(!check.isExpecting());
    }

    void noReplyInAReplyIsTaken()
    {
        ReplyCheck check = afterSending(message(5, 0, kOpMsg, body()));
        QVERIFY(!check.message(bytesOf(message(9, 5, kOpCompressed, body()))));
        QVERIFY(!check.message(bytesOf(message(9, 5, kOpMsg, {}))));
        QVERIFY(check.message(bytesOf(message(9, 5, kOpMsg, body()))));
    }
};

SANDGLASS_TEST(TestReplyCheck)
} // namespace tst_mongo_reply_check

#include "tst_mongo_reply_check.moc"
