// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/bson/json.h"
#include "app/bson/value.h"

#include <QString>

#include <string>

namespace sandglass::tests {

/// The server code of a failed result; 0 when it succeeded.
template <typename T>
int errorOf(const Result<T>& result)
{
    return result ? 0 : result.error().serverCode;
}

/// The message of a failed result; empty when it succeeded.
template <typename T>
QString wordsOf(const Result<T>& result)
{
    return result ? QString() : QString::fromStdString(result.error().message);
}

/// A document as canonical extended JSON, which keeps all types distinct.
inline QString canonicalText(bson::DocumentView document)
{
    return QString::fromStdString(bson::toJson(document, bson::JsonForm::Canonical));
}

/// A document as relaxed extended JSON.
inline QString relaxedText(bson::DocumentView document)
{
    return QString::fromStdString(bson::toJson(document));
}

/// A document from extended JSON; the program ends when the text is wrong.
inline bson::Document parsedJson(const QString& json)
{
    auto read = bson::fromJson(json.toStdString());
    if (!read) {
        qFatal("bad test document %s: %s", qPrintable(json), read.error().message.c_str());
    }
    return std::move(*read);
}

/// A value from extended JSON.
inline bson::Value parsedValue(const QString& json)
{
    return bson::Value(parsedJson(QStringLiteral("{\"v\":%1}").arg(json))["v"]);
}

} // namespace sandglass::tests
