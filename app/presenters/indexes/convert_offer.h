// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"
#include "app/ttl/types.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace sandglass::services {
class Latest;
struct ServiceSet;
} // namespace sandglass::services

namespace sandglass::presenters {

/// The next step in a collection without any rule: an ordinary index on a date that could become a
/// TTL index. It takes a sample of the documents, and only while the page is on screen and there is
/// an index that could be converted. GUI thread.
class ConvertOffer : public QObject
{
    Q_OBJECT
public:
    /// `services` must outlive this object.
    ConvertOffer(services::ServiceSet& services, protocol::Namespace ns, QObject* parent = nullptr);
    ~ConvertOffer() override;

    /// The index to convert; nullopt: there is none, or it is not known yet.
    const std::optional<ttl::IndexRef>& index() const { return m_index; }
    /// Its name, as the server has it; empty without one.
    QString name() const;
    /// Whether the page is on screen.
    void setVisible(bool visible);

Q_SIGNALS:
    /// index() has changed.
    void changed();

private:
    /// Looks for indexes that could be converted, and asks for the types of their fields.
    void update();
    /// Takes the fields of a sample.
    void take(const Result<std::vector<ttl::FieldCandidate>>& answer);
    /// Sets index().
    void setIndex(std::optional<ttl::IndexRef> index);

    services::ServiceSet& m_services;
    const protocol::Namespace m_ns;
    std::optional<ttl::IndexRef> m_index;
    std::vector<ttl::IndexSpec> m_asked; // that the sample was taken for
    std::unique_ptr<services::Latest> m_query; // never null
    bool m_visible = false;
};

} // namespace sandglass::presenters
