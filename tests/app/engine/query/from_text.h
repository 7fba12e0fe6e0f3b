// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/json.h"
#include "app/bson/value.h"
#include "app/engine/query/filter.h"

#include <QTest>

#include <algorithm>
#include <string>

namespace sandglass::engine::query::test {

/// A document from extended JSON with ' in place of ". Fails the test run loudly when the text is
/// wrong.
inline bson::Document doc(std::string text)
{
    std::replace(text.begin(), text.end(), '\'', '"');
    auto parsed = bson::fromJson(text);
    if (!parsed) {
        qFatal("bad test document %s: %s", text.c_str(), parsed.error().message.c_str());
    }
    return *parsed;
}

/// A value from such text.
inline bson::Value val(const std::string& text)
{
    return bson::Value(doc("{'v':" + text + "}")["v"]);
}

/// 2024-01-01T00:00:00Z as $$NOW.
inline EvaluationContext context()
{
    return {base::Time(base::Millis(1'704'067'200'000)), {}};
}

/// Text for comparing and printing.
inline QByteArray text(bson::DocumentView document)
{
    return QByteArray::fromStdString(bson::toJson(document, bson::JsonForm::Canonical));
}

} // namespace sandglass::engine::query::test
