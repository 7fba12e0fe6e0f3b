// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/bson/builder.h"
#include "app/bson/json.h"
#include "app/engine/query/expression.h"
#include "app/engine/query/pipeline.h"

#include <QString>

#include <algorithm>
#include <string>

namespace sandglass::engine::query::test {

/// A document from JSON with single quotes for double ones, which C++ can hold without noise.
inline bson::Document document(std::string text)
{
    std::replace(text.begin(), text.end(), '\'', '"');
    Result<bson::Document> parsed = bson::fromJson(text);
    if (!parsed) {
        qFatal("bad test document %s: %s", text.c_str(), parsed.error().message.c_str());
    }
    return *parsed;
}

/// The moment that $$NOW is in these tests: 2026-06-15T12:00:00Z.
inline constexpr std::int64_t kNowMillis = 1'781'524'800'000;

inline EvaluationContext givenContext()
{
    return {base::Time(base::Millis(kNowMillis)), document("{'given': 7}")};
}

/// The result of an expression as canonical JSON; "missing"; or "error <code>".
inline QString evaluated(const QString& expression, const QString& input)
{
    const bson::Document source = document("{'e': " + expression.toStdString() + "}");
    const bson::Document against = document(input.toStdString());
    const Result<Expression> parsed = Expression::parse(source["e"], givenContext());
    if (!parsed) {
        return QStringLiteral("error %1").arg(parsed.error().serverCode);
    }
    const Result<bson::Value> value = parsed->evaluate(against);
    if (!value) {
        return QStringLiteral("error %1").arg(value.error().serverCode);
    }
    if (value->isMissing()) {
        return QStringLiteral("missing");
    }
    return QString::fromStdString(bson::toJson(value->view(), bson::JsonForm::Canonical));
}

/// The same form for an expected value; "missing" and "error …" stay as they are.
inline QString expectation(const QString& text)
{
    if (text == QStringLiteral("missing") || text.startsWith(QStringLiteral("error "))) {
        return text;
    }
    const bson::Document wanted = document("{'v': " + text.toStdString() + "}");
    return QString::fromStdString(bson::toJson(wanted["v"], bson::JsonForm::Canonical));
}

} // namespace sandglass::engine::query::test
