// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/journal/secret_mask.h"

#include "app/bson/builder.h"
#include "app/services/connections/connection_service.h"

#include <QRegularExpression>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

constexpr qsizetype kShortestReplaced = 4;

// What stands between the user's colon and the last '@' before the options; empty without one.
QString passwordOf(const QString& uri)
{
    const qsizetype scheme = uri.indexOf("://"_L1);
    const qsizetype user = scheme < 0 ? 0 : scheme + 3;
    const qsizetype options = uri.indexOf(u'?', user);
    const qsizetype at = uri.lastIndexOf(u'@', options < 0 ? -1 : options);
    const qsizetype colon = uri.indexOf(u':', user);
    return colon < 0 || at < colon ? QString() : uri.mid(colon + 1, at - colon - 1);
}

void appendMasked(bson::Builder& builder, const bson::Element& element, const QString& uri)
{
    switch (element.value.type()) {
    case bson::Type::String:
        builder.append(element.key, withoutSecrets(element.value.asString(), uri));
        return;
    case bson::Type::Document:
        builder.append(element.key, withoutSecrets(element.value.asDocument(), uri));
        return;
    case bson::Type::Array:
        builder.appendArray(element.key, withoutSecrets(element.value.asDocument(), uri));
        return;
    default:
        builder.append(element.key, element.value);
    }
}

} // namespace

std::string withoutSecrets(std::string_view text, const QString& uri)
{
    QString masked = QString::fromUtf8(text);
    if (!uri.isEmpty()) {
        masked.replace(uri, withoutCredentials(uri));
    }
    static const QRegularExpression connectionString(u"mongodb(?:\\+srv)?://[^\\s\"'<>]*"_s,
                                                     QRegularExpression::CaseInsensitiveOption);
    qsizetype from = 0;
    for (auto found = connectionString.match(masked, from); found.hasMatch();
         found = connectionString.match(masked, from)) {
        const QString safe = withoutCredentials(found.captured());
        masked.replace(found.capturedStart(), found.capturedLength(), safe);
        from = found.capturedStart() + safe.size();
    }
    const QString raw = passwordOf(uri);
    for (const QString& password : {raw, QUrl::fromPercentEncoding(raw.toUtf8())}) {
        if (password.size() >= kShortestReplaced) {
            masked.replace(password, u"***"_s);
        }
    }
    return masked.toStdString();
}

bson::Document withoutSecrets(bson::DocumentView document, const QString& uri)
{
    bson::Builder builder;
    for (const bson::Element& element : document) {
        appendMasked(builder, element, uri);
    }
    return builder.take();
}

} // namespace sandglass::services
