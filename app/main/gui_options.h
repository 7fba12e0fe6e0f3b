// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/option_table.h"
#include "app/base/result.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <iosfwd>
#include <span>

namespace sandglass {

/// The options on the command line of sandglass.
struct GuiOptions
{
    /// What the program should do.
    enum class Action { Run, ShowVersion, ShowHelp };
    /// Colours of this run. AsChosen: those of the preferences.
    enum class Theme { AsChosen, Light, Dark };

    Action action = Action::Run;
    bool demo = false; ///< load the sample data into the local engine
    bool local = false; ///< start the local engine, whatever the preferences say
    QString connectUri; ///< connect to this server instead of the local engine
    QString link; ///< a connection string that a link was followed to: offered, not connected to
    QString dataFolder; ///< settings, journal and engine data; empty: the user's data folder
    QString screenshotFile; ///< write a picture of the window to this file and exit
    QString page; ///< "inventory" or "DB.COLLECTION"
    QSize size; ///< of the window; invalid: as saved
    Theme theme = Theme::AsChosen;
    bool print = false; ///< print what the window shows as well
    bool reportFirstChart = false; ///< print when the first chart is on the screen, and exit
};

/// Parses the command line, the program's name included. Needs no display. Errors: InvalidInput
/// with a sentence for the user. Any thread.
Result<GuiOptions> parseGuiOptions(const QStringList& arguments);

/// Reads the connection string from `input` if --connect was given as "-": its first line, so that
/// no list of processes shows a password. Otherwise does nothing. Errors: InvalidInput with a
/// sentence for the user.
Result<void> readConnectUri(GuiOptions& options, std::istream& input);

/// Every option, in the order of --help. The manual page and the shells' completions are made from
/// them. Any thread.
std::span<const base::OptionRow> guiOptionRows();

/// The text of --help. Any thread.
QString guiHelpText();

} // namespace sandglass
