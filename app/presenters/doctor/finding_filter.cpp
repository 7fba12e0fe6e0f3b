// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presenters/doctor/finding_filter.h"

#include "app/bson/json.h"
#include "app/presenters/words/words.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace sandglass::presenters {

namespace {

using ttl::doctor::Action;

// { "field": condition }
QString condition(const std::string& field, const QJsonObject& condition)
{
    const QJsonObject filter{{text(field), condition}};
    return QString::fromUtf8(QJsonDocument(filter).toJson(QJsonDocument::Compact));
}

QJsonObject date(base::Time moment)
{
    return {{u"$date"_s, toDateTime(moment, QTimeZone::utc()).toString(Qt::ISODateWithMs)}};
}

QJsonObject ofType(const QJsonValue& types)
{
    return {{u"$type"_s, types}};
}

} // namespace

QString findingFilter(const ttl::doctor::Finding& finding, const ttl::IndexSpec* index,
                      base::Time now)
{
    if (finding.action == Action::CorrectTtlField) {
        return condition("ttl", {{u"$exists"_s, true}});
    }
    const std::string field = index ? index->singleField() : std::string();
    if (field.empty()) {
        return {};
    }
    switch (finding.action) {
    case Action::SetField:
        return condition(field, {{u"$exists"_s, false}});
    case Action::StoreDates:
        return condition(
            field, {{u"$exists"_s, true}, {u"$not"_s, ofType(QJsonArray{u"date"_s, u"array"_s})}});
    case Action::StoreDatesInArray:
        // on an array, $type looks at its elements too
        return condition(field, {{u"$type"_s, u"array"_s}, {u"$not"_s, ofType(u"date"_s)}});
    case Action::CheckFilter:
        return index->partialFilter
            ? u"{\"$nor\": [%1]}"_s.arg(text(bson::toJson(*index->partialFilter)))
            : QString();
    case Action::CorrectDates:
        return condition(field, {{u"$gt"_s, date(now)}});
    default:
        return {};
    }
}

} // namespace sandglass::presenters
