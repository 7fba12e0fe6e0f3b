// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services/restore/restore_folder.h"

#include "app/platform/files.h"
#include "app/services/settings/private_file.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTimeZone>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

using namespace Qt::StringLiterals;

namespace sandglass::services {

namespace {

namespace fs = std::filesystem;

// These names are in the files of earlier versions.
constexpr std::array<std::pair<RestoreReason, QLatin1StringView>, 4> kReasons{{
    {RestoreReason::ByHand, "byHand"_L1},
    {RestoreReason::BeforeChange, "beforeChange"_L1},
    {RestoreReason::BeforePurge, "beforePurge"_L1},
    {RestoreReason::BeforeRestore, "beforeRestore"_L1},
}};

fs::path pathFrom(const QString& text)
{
    return QFile::encodeName(text).toStdString();
}

Error storageFailure(const QString& what, const QString& path, const std::error_code& error)
{
    return base::failure(
        Errc::Storage, (what + u" \""_s + path + u"\": "_s).toStdString() + error.message() + '.');
}

Result<void> removed(const QString& path)
{
    std::error_code error;
    fs::remove_all(pathFrom(path), error);
    if (error) {
        return storageFailure(u"Cannot remove"_s, path, error);
    }
    return {};
}

// RocksDB never changes a table file once it is written, so both can share it; it appends to the
// other files.
std::error_code copyOne(const fs::path& from, const fs::path& to)
{
    std::error_code error;
    if (from.extension() == ".sst") {
        fs::create_hard_link(from, to, error);
        if (!error) {
            return error;
        }
        error.clear(); // another file system, or one without hard links
    }
    fs::copy_file(from, to, error);
    if (!error) {
        platform::syncPath(to);
    }
    return error;
}

// LOCK belongs to a process, and the log files to the runs of another engine.
bool isPartOfData(const fs::path& file)
{
    const std::string name = file.filename().string();
    return name != "LOCK" && !name.starts_with("LOG");
}

void measure(const QString& folder, RestorePoint& point)
{
    std::error_code error;
    for (fs::recursive_directory_iterator each(pathFrom(folder), error), end; !error && each != end;
         each.increment(error)) {
        // a file that disappears meanwhile is no reason to fail
        std::error_code gone;
        if (!each->is_regular_file(gone) || gone) {
            continue;
        }
        const auto bytes = static_cast<std::int64_t>(each->file_size(gone));
        if (gone) {
            continue;
        }
        point.bytes += bytes;
        point.ownBytes += each->hard_link_count(gone) <= 1 ? bytes : 0;
    }
}

QByteArray aboutText(const RestorePoint& point)
{
    const auto reason = std::ranges::find(kReasons, point.cause.reason,
                                          [](const auto& pair) { return pair.first; });
    QJsonObject about{
        {u"version"_s, 1},
        {u"at"_s, static_cast<double>(point.at.time_since_epoch().count())},
        {u"reason"_s, QString(reason->second)},
        {u"database"_s, QString::fromStdString(point.cause.ns.database)},
        {u"collection"_s, QString::fromStdString(point.cause.ns.collection)},
        {u"change"_s, QString::fromStdString(point.cause.change)},
    };
    if (point.documents) {
        about.insert(u"documents"_s, static_cast<double>(*point.documents));
    }
    return QJsonDocument(about).toJson();
}

std::optional<RestorePoint> readAbout(const QString& file)
{
    QFile source(file);
    if (!source.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QJsonObject about = QJsonDocument::fromJson(source.readAll()).object();
    const auto reason = std::ranges::find(kReasons, about.value(u"reason"_s).toString(),
                                          [](const auto& pair) { return QString(pair.second); });
    if (about.value(u"version"_s).toInt() != 1 || reason == kReasons.end()) {
        return {};
    }
    RestorePoint point;
    point.at = base::Time(base::Millis(static_cast<std::int64_t>(about.value(u"at"_s).toDouble())));
    point.cause.reason = reason->first;
    point.cause.ns = {about.value(u"database"_s).toString().toStdString(),
                      about.value(u"collection"_s).toString().toStdString()};
    point.cause.change = about.value(u"change"_s).toString().toStdString();
    if (about.contains(u"documents"_s)) {
        point.documents = static_cast<std::int64_t>(about.value(u"documents"_s).toDouble());
    }
    return point;
}

// Ids come back from screens and files; none may lead out of the folder.
bool isId(const QString& id)
{
    static const QRegularExpression kId(u"^[0-9]{8}T[0-9]{9}Z(-[0-9]{1,4})?$"_s);
    return kId.match(id).hasMatch();
}

} // namespace

RestoreFolder::RestoreFolder(const QString& engineFolder, std::function<void()> beforeMove)
    : m_live(QDir::cleanPath(QFileInfo(engineFolder).absoluteFilePath()))
    , m_root(QFileInfo(m_live).absolutePath() + u"/restore-points"_s)
    , m_beforeMove(std::move(beforeMove))
{
}

QString RestoreFolder::rehearsals() const
{
    return QFileInfo(m_live).absolutePath() + u"/rehearsals"_s;
}

// A rename survives a power failure once both folders are synced.
Result<void> RestoreFolder::move(const QString& from, const QString& to) const
{
    if (m_beforeMove) {
        m_beforeMove();
    }
    std::error_code error;
    fs::rename(pathFrom(from), pathFrom(to), error);
    if (error) {
        return storageFailure(u"Cannot move"_s, from, error);
    }
    platform::syncPath(pathFrom(from).parent_path());
    platform::syncPath(pathFrom(to).parent_path());
    return {};
}

Result<QString> RestoreFolder::begin(base::Time at) const
{
    const bool made = QDir().mkpath(m_root);
    static_cast<void>(platform::makePrivate(pathFrom(m_root)).has_value());
    const QString stem
        = QDateTime::fromMSecsSinceEpoch(at.time_since_epoch().count(), QTimeZone::utc())
              .toString(u"yyyyMMdd'T'HHmmsszzz'Z'"_s);
    // two points may have the same millisecond
    for (int attempt = 1; made && attempt < 1'000; ++attempt) {
        const QString id = attempt == 1 ? stem : u"%1-%2"_s.arg(stem).arg(attempt);
        if (isId(id) && QDir().mkdir(pathOf(id))) {
            return id;
        }
        // the folder exists: the id is taken; it does not: no other id would help
        if (!QFileInfo::exists(pathOf(id))) {
            break;
        }
    }
    return base::failure(Errc::Storage,
                         "A folder for the restore point cannot be created in "
                             + m_root.toStdString() + '.');
}

Result<RestorePoint> RestoreFolder::complete(RestorePoint point) const
{
    const Result<void> written
        = writePrivately(pathOf(point.id) + u"/about.json"_s, aboutText(point));
    if (!written) {
        return base::failure(Errc::Storage,
                             "The restore point cannot be written: " + written.error().message);
    }
    platform::syncPath(pathFrom(pathOf(point.id)));
    platform::syncPath(pathFrom(m_root));
    measure(dataOf(point.id), point);
    return point;
}

Result<std::vector<RestorePoint>> RestoreFolder::list() const
{
    std::vector<RestorePoint> points;
    if (!QFileInfo::exists(m_root)) {
        return points;
    }
    const QDir folder(m_root);
    if (!QFileInfo(m_root).isDir() || !folder.isReadable()) {
        return base::failure(Errc::Storage,
                             "The folder " + m_root.toStdString() + " cannot be read.");
    }
    for (const QString& id : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        // every RocksDB database has a file CURRENT
        auto point = isId(id) && QFileInfo::exists(dataOf(id) + u"/CURRENT"_s)
            ? readAbout(pathOf(id) + u"/about.json"_s)
            : std::nullopt;
        if (point) {
            point->id = id;
            measure(dataOf(id), *point);
            points.push_back(std::move(*point));
        }
    }
    std::ranges::sort(points, std::greater<>(), &RestorePoint::id);
    return points;
}

Result<void> RestoreFolder::remove(const QString& id) const
{
    if (!isId(id)) {
        return base::failure(Errc::InvalidInput, "This is not a restore point.");
    }
    // Without this file it is no longer a point, even if removing the rest takes long or fails.
    // With it, a point that lost some of its data would still be offered.
    TRY(removed(pathOf(id) + u"/about.json"_s));
    return removed(pathOf(id));
}

Result<void> RestoreFolder::copyData(const QString& id, const QString& folder,
                                     const ttl::CancelToken& cancel) const
{
    if (!isId(id) || !QFileInfo::exists(dataOf(id) + u"/CURRENT"_s)) {
        return base::failure(Errc::NotFound, "The restore point no longer exists.");
    }
    const fs::path to = pathFrom(folder);
    // must be new: a failed copy is removed as a whole
    std::error_code error;
    const bool fresh = fs::create_directory(to, error);
    if (!fresh) {
        return storageFailure(u"Cannot create the folder"_s, folder,
                              error ? error : std::make_error_code(std::errc::file_exists));
    }
    static_cast<void>(platform::makePrivate(to).has_value());
    for (fs::directory_iterator each(pathFrom(dataOf(id)), error), end; !error && each != end;
         each.increment(error)) {
        if (cancel.cancelled()) {
            static_cast<void>(removed(folder).has_value()); // removed at the next start otherwise
            return base::failure(Errc::Cancelled, "The copy was cancelled.");
        }
        std::error_code failed;
        if (each->is_regular_file(failed) && isPartOfData(each->path())) {
            failed = copyOne(each->path(), to / each->path().filename());
        }
        if (failed) {
            error = failed;
            break;
        }
    }
    if (error) {
        static_cast<void>(removed(folder).has_value()); // the first failure is reported
        return storageFailure(u"Cannot copy the restore point to"_s, folder, error);
    }
    platform::syncPath(to);
    platform::syncPath(to.parent_path());
    return {};
}

void RestoreFolder::discardStaging() const
{
    // if anything remains, copyData() reports it
    static_cast<void>(removed(staging()).has_value());
}

Result<void> RestoreFolder::swapIn(const QString& former) const
{
    TRY(move(m_live, dataOf(former)));
    Result<void> in = move(staging(), m_live);
    // back to where they were: nothing has changed
    if (!in) {
        TRY(move(dataOf(former), m_live));
    }
    return in;
}

Result<void> RestoreFolder::swapBack(const QString& former) const
{
    TRY(move(m_live, refused()));
    TRY(move(dataOf(former), m_live));
    static_cast<void>(remove(former).has_value()); // a folder without data now
    return removed(refused());
}

bool RestoreFolder::recover() const
{
    bool restored = false;
    // staging() was complete before the live data were moved away, so without live data it takes
    // their place; refused data do so in its absence, since data must not be lost, and the former
    // data are a restore point
    for (const QString& data : {staging(), refused()}) {
        if (!QFileInfo::exists(m_live) && QFileInfo::exists(data)) {
            restored = move(data, m_live).has_value() || restored;
        }
    }
    return restored;
}

std::vector<QString> RestoreFolder::unfinished() const
{
    std::vector<QString> paths;
    for (const QString& path : {staging(), refused()}) {
        if (QFileInfo::exists(path)) {
            paths.push_back(path);
        }
    }
    for (const QString& id : QDir(m_root).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const bool whole = QFileInfo::exists(dataOf(id) + u"/CURRENT"_s)
            && QFileInfo::exists(pathOf(id) + u"/about.json"_s);
        if (isId(id) && !whole) {
            paths.push_back(pathOf(id));
        }
    }
    return paths;
}

} // namespace sandglass::services
