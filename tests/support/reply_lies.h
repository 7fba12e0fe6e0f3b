// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "tests/support/persona_server.h"

#include <QByteArray>
#include <QtEndian>

#include <string>

/// How a server lies: each of these makes other bytes of a reply, which is OP_MSG.
namespace sandglass::tests::lies {

using Distortion = PersonaServer::Distortion;

// Where the parts of OP_MSG begin.
inline constexpr int kBodyAt = 21;
inline constexpr int kNumberAt = 4;
inline constexpr int kAnsweredAt = 8;
inline constexpr int kKindAt = 12;
inline constexpr int kFlagsAt = 16;
inline constexpr int kSectionAt = 20;

/// Writes a number into a message.
inline void setNumber(QByteArray& message, qsizetype at, qint32 number)
{
    qToLittleEndian(number, message.data() + at);
}

/// The message with its true length in the header.
inline QByteArray sized(QByteArray message)
{
    setNumber(message, 0, static_cast<qint32>(message.size()));
    return message;
}

/// With this number there.
inline Distortion numberAt(qsizetype at, qint32 number)
{
    return [=](QByteArray message) {
        setNumber(message, at, number);
        return message;
    };
}

/// With the number there larger by this.
inline Distortion addedAt(qsizetype at, qint32 difference)
{
    return [=](QByteArray message) {
        setNumber(message, at, qFromLittleEndian<qint32>(message.constData() + at) + difference);
        return message;
    };
}

/// With this byte there.
inline Distortion byteAt(qsizetype at, int byte)
{
    return [=](QByteArray message) {
        message[at] = static_cast<char>(byte);
        return message;
    };
}

/// The body is replaced; the header fits.
inline Distortion body(const QByteArray& bytes)
{
    return [=](const QByteArray& message) { return sized(message.left(kBodyAt) + bytes); };
}

/// The first of these bytes in the body are replaced by others of the same number.
inline Distortion replaced(const QByteArray& from, const QByteArray& to)
{
    return [=](QByteArray message) {
        const qsizetype at = message.indexOf(from, kBodyAt);
        return at < 0 ? message : message.replace(at, from.size(), to);
    };
}

/// The document as bytes.
inline QByteArray bytesOf(const bson::Document& document)
{
    return {reinterpret_cast<const char*>(document.bytes().data()),
            static_cast<qsizetype>(document.bytes().size())};
}

/// A document with so many around it.
inline bson::Document nested(int levels)
{
    bson::Document inner = bson::makeDocument("a", 1);
    for (int i = 0; i < levels; ++i) {
        inner = bson::makeDocument("a", inner);
    }
    return inner;
}

/// OP_COMPRESSED around the message.
inline Distortion compressed(qint32 size, int compressor, const QByteArray& bytes)
{
    return [=](const QByteArray& message) {
        QByteArray made = message.left(16);
        made.append(25 - 16, '\0');
        setNumber(made, kKindAt, 2012);
        setNumber(made, 16, 2013);
        setNumber(made, 20, size);
        made[24] = static_cast<char>(compressor);
        return sized(made + bytes);
    };
}

/// A cursor's reply in which `field` is `value`; "" leaves the reply as it should be.
template <typename T>
bson::Document cursorWith(const std::string& field, const T& value)
{
    bson::Builder cursor;
    if (field != "id") {
        cursor.append("id", std::int64_t{0});
    }
    if (field != "ns") {
        cursor.append("ns", "shop.carts");
    }
    if (field != "firstBatch") {
        cursor.appendArray("firstBatch", bson::makeArray(bson::makeDocument("_id", 1)));
    }
    if (!field.empty()) {
        cursor.append(field, value);
    }
    return bson::Builder().append("cursor", cursor.take()).append("ok", 1.0).take();
}

} // namespace sandglass::tests::lies
