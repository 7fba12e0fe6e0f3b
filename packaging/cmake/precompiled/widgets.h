// SPDX-License-Identifier: GPL-3.0-or-later
// Read once for all libraries of widgets and screens.
#pragma once

#include "core.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QComboBox>
#include <QDialog>
#include <QEvent>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>
#include <QWidget>
