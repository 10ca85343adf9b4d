#!/bin/sh
# The system packages that the tests need beside Python's, by Debian's names.
#
#   tools/system_packages.sh install   installs what is missing, where it may: as root, with apt-get. Where it may not,
#                                      one line says which tests will be left out, and the command that changes it.
#   tools/system_packages.sh report    says that line only, for after the tests.
#
# With CI set, whatever is missing in the end is an error. The tests of this script put SYSROOT before its paths.
set -eu

here=$(dirname "$0")
python=${PYTHON:-python3}

# Chromium without windows, which opens a page at a quarter of the cost.
shell=chromium-headless-shell

there() { command -v "$1" > /dev/null 2>&1; }

is_ubuntu() { grep -q '^ID=ubuntu' "${SYSROOT:-}/etc/os-release" 2> /dev/null; }

has_postgresql() { there initdb || ls "${SYSROOT:-}"/usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1; }

has_fonts() { { fc-list; ls "${SYSROOT:-}/usr/share/fonts/truetype/dejavu"; } 2> /dev/null | grep -q DejaVu; }

has_venv() { [ -x "$here/../.venv/bin/python" ] || "$python" -c 'import ensurepip, venv' > /dev/null 2>&1; }

missing() {
    [ -n "${CHROMIUM:-}" ] || there chromium || there chromium-browser || there "$shell" || echo chromium
    { there pdftoppm && there pdffonts; } || echo poppler-utils
    has_postgresql || echo postgresql
    has_fonts || echo fonts-dejavu-core
    has_venv || echo "${python##*/}-venv"
    there make || echo make
}

# Ubuntu's package of that name only fetches a snap, and a snap's browser does not see the folders the tests give it.
not_from_apt() { if is_ubuntu; then echo chromium; else echo none; fi; }

look() {
    lacking=$(missing)
    installable=$(echo "$lacking" | grep -vx "$(not_from_apt)" || true)
}

say_what_is_left_out() {
    line="Left out: the tests that need $(echo $lacking | sed 's/ /, /g')."
    if [ -n "$installable" ] && there apt-get; then
        if [ "$(id -u)" = 0 ]; then sudo=; else sudo="sudo "; fi
        line="$line To run them too: ${sudo}apt-get install --no-install-recommends $(echo $installable)"
    elif [ -n "$installable" ]; then
        line="$line To run them too, install these (Debian's names) the way this system does."
    fi
    if [ "$installable" != "$lacking" ]; then
        line="$line (On Ubuntu, install a Chromium or Chrome that is no snap yourself, and set CHROMIUM to its path.)"
    fi
    echo "$line"
}

# Without a network it fails: the last line says what is left out, and the tests that can run do.
fetch() { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" || true; }

look
if [ "${1:-report}" = install ] && [ "$(id -u)" = 0 ] && there apt-get; then
    # Asked for by itself, and on CI only: where it is not to be had, any other Chromium does.
    if [ -n "${CI:-}" ] && [ -z "${CHROMIUM:-}" ] && ! is_ubuntu && ! there "$shell"; then fetch "$shell"; look; fi
    if [ -n "$installable" ]; then fetch $installable; look; fi
fi
if [ -n "$lacking" ]; then
    say_what_is_left_out
    [ -z "${CI:-}" ]
fi
