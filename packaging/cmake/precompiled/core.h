// SPDX-License-Identifier: GPL-3.0-or-later
// Read once for all libraries that know Qt Core and no widgets.
#pragma once

#include "standard.h"

#include <QAbstractItemModel>
#include <QCoreApplication>
#include <QDateTime>
#include <QFuture>
#include <QFutureWatcher>
#include <QLocale>
#include <QObject>
#include <QPointer>
#include <QPromise>
#include <QSettings>
#include <QSortFilterProxyModel>
#include <QString>
#include <QStringList>
#include <QTimeZone>
#include <QTimer>
#include <QVariant>
