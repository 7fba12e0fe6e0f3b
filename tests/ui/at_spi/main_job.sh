#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Plays the main job over the accessibility bus alone, without a key or the mouse, in a real X server with a window
# manager, as somebody with a screen reader does. What is played: packaging/linux/drive_window, way "reader".
#
#   main_job.sh SANDGLASS VERSION     exit code 77, with words, where something that it needs is missing
set -euo pipefail
cd "$(dirname "$0")/../../.."
. packaging/scripts/package-roots

die() {
    echo "main_job: $*" >&2
    exit 1
}

missing=()
for program in Xvfb openbox dbus-run-session; do
    command -v "$program" > /dev/null || missing+=("$program")
done
/usr/bin/python3 -c 'import gi; gi.require_version("Atspi", "2.0"); from gi.repository import Atspi' 2> /dev/null \
    || missing+=("python3-gi with gir1.2-atspi-2.0")
[ -x /usr/libexec/at-spi-bus-launcher ] || missing+=(at-spi2-core)
if [ ${#missing[@]} -gt 0 ]; then
    printf 'SKIPPED: the main job was NOT played over the accessibility bus. Missing: %s\n' "$(printf '%s, ' "${missing[@]}")"
    exit 77
fi

sandglass=$(readlink -f "$1")
work=$(mktemp -d /tmp/sandglass-reader-XXXXXX)
screens=() display=''
trap 'kill "${screens[@]}" 2> /dev/null || true; rm -rf --one-file-system "$work"' EXIT
start_display
mkdir -m 700 "$work/home" "$work/run"
env -i PATH="$PATH" HOME="$work/home" XDG_RUNTIME_DIR="$work/run" DISPLAY=":$display" LC_ALL=C.UTF-8 \
    ${SANDGLASS_ENGINE:+SANDGLASS_ENGINE="$SANDGLASS_ENGINE"} \
    timeout 500 dbus-run-session -- /usr/bin/python3 packaging/linux/drive_window reader "$2" --program "$sandglass" \
    || die "the main job failed over the accessibility bus"
