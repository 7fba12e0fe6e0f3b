// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/base/result.h"

#include <QSize>
#include <QString>
#include <QStringList>

namespace sandglass {

/// What the command line of sandglass says.
struct GuiOptions
{
    /// What the program is started for.
    enum class Action { Run, ShowVersion, ShowHelp };
    /// The colours of this run; AsChosen: those of the preferences.
    enum class Theme { AsChosen, Light, Dark };

    Action action = Action::Run;
    bool demo = false; ///< load the sample data into the local engine
    QString connectUri; ///< connect there instead of to the local engine
    QString dataFolder; ///< settings, journal and engine data; empty: the user's data folder
    QString screenshotFile; ///< write a picture of the window there and end
    QString page; ///< "inventory" or "DB.COLLECTION"
    QSize size; ///< of the window; invalid: as saved
    Theme theme = Theme::AsChosen;
    bool print = false; ///< also print what the window shows
    bool reportFirstChart = false; ///< print when the first chart is on the screen, and end
};

/// Parses the arguments, the program's name first. Needs no display. Errors: InvalidInput with a
/// sentence.
Result<GuiOptions> parseGuiOptions(const QStringList& arguments);

/// The text of --help.
QString guiHelpText();

} // namespace sandglass
