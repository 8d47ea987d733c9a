#!/bin/sh
# ./go shows a demo in the browser. ./go test runs lint, types and the quick tests, which need only Python;
# ./go test --full also those that need browsers, terminals, databases and sandboxes; ./go test PATH... only these tests.
# ./go screenshots takes the pictures of docs/screens again, and more in screens/; ./go docs builds the site of the documents in site/.
# ./go lock [NAME...] writes the lists of packages in lock/ again, with the newest version of NAME.
# ./go windows makes the ZIP that starts Ronde on Windows, and tries it under wine.
# ./go release makes the wheel, the sdist and that ZIP in dist/, with checksums, and installs and tries the wheel.
# ./go ARGS... runs `ronde ARGS...`. The first run makes .venv; later ones only look at a stamp.
set -eu

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
venv="$here/.venv"
case "$(uname -s)" in
MINGW* | MSYS* | CYGWIN*) bin="$venv/Scripts" ;;
*) bin="$venv/bin" ;;
esac
python="$bin/python"

say() { printf '%s\n' "$*" >&2; }

find_python() {
    for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    say "ronde needs Python 3.11 or newer, and none was found on this machine."
    exit 1
}

make_venv() {
    [ -x "$python" ] && return
    found=$(find_python)
    say "Making $venv ..."
    # A Debian Python is externally managed and may lack ensurepip: build the environment without pip
    # and let the system's pip fill it.
    if "$found" -m pip --version >/dev/null 2>&1 && "$found" -m venv --without-pip "$venv" 2>/dev/null; then
        return
    fi
    rm -rf "$venv"
    "$found" -m venv "$venv" || {
        rm -rf "$venv"
        say "Python has neither pip nor ensurepip: install python3-pip or python3-venv and try again."
        exit 1
    }
}

install() { # install NAME: fill the environment with what lock/NAME.txt lists, hash by hash
    say "Installing ronde with lock/$1.txt (once) ..."
    list="$here/lock/$1.txt"
    if "$python" -m pip --version >/dev/null 2>&1; then
        set -- "$python" -m pip install -q
    else
        set -- "$(find_python)" -m pip --python "$python" install -q
    fi
    # Wheels only: building a source would fetch tools that no list names. Ronde itself is built by the
    # hatchling just installed, and nothing more is fetched.
    "$@" --require-hashes --only-binary :all: -r "$list"
    "$@" --no-index --no-deps --no-build-isolation -e "$here"
}

lock_packages() { # lock_packages [NAME...]: write lock/ anew; versions stay but for those of NAME
    raised=''
    for name in "$@"; do raised="$raised --upgrade-package $name"; done
    for list in run dev; do
        extras=''
        [ "$list" = run ] || extras='--all-extras'
        # shellcheck disable=SC2086 # options, one word each
        "$bin/uv" pip compile -q pyproject.toml lock/build.in $extras $raised -o "lock/$list.txt" \
            --universal --python-version 3.11 --only-binary :all: --generate-hashes --no-emit-index-url \
            --no-annotate --custom-compile-command './go lock'
    done
}

ready() { # ready NAME: install unless the stamp says nothing has changed since
    now="$here $(cat "$here/pyproject.toml" "$here/lock/run.txt" "$here/lock/dev.txt" | cksum)"
    for stamp in "$venv/.ronde-dev" "$venv/.ronde-$1"; do
        [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$now" ] && [ -x "$python" ] && return
    done
    make_venv
    install "$1"
    printf '%s\n' "$now" >"$stamp"
}

fetch() { # fetch PACKAGE: install a package of the distribution
    root=''
    [ "$(id -u)" = 0 ] || root='sudo -n'
    command -v apt-get >/dev/null 2>&1 && $root apt-get update -qq &&
        DEBIAN_FRONTEND=noninteractive $root apt-get install -y -qq --no-install-recommends "$1" >/dev/null
}

need() { # need COMMAND PACKAGE: what the tests drive; never missing when CI is set
    command -v "$1" >/dev/null 2>&1 && return
    say "The tests need $1; installing $2 ..."
    fetch "$2" && return
    say "*** $2 could not be installed: the tests that need it will be skipped. ***"
    [ -z "${CI-}" ] || exit 1
}

need_browser() { # Chromium without windows takes half the CPU time; not every distribution has it
    command -v chromium-headless-shell >/dev/null 2>&1 && return
    say "The tests need a browser; installing chromium-headless-shell ..."
    fetch chromium-headless-shell || need chromium chromium
}

roomy() { # roomy FOLDER: whether a whole run fits in, and whether programs may be started there
    probe=$(mktemp "$1/ronde-XXXXXX" 2>/dev/null) || return 1
    printf '#!/bin/sh\n' >"$probe"
    chmod +x "$probe"
    "$probe" 2>/dev/null && starts=yes || starts=no
    rm -f "$probe"
    [ "$starts" = yes ] && [ "$(df -Pk "$1" | awk 'NR == 2 { print $4 }')" -gt 2000000 ]
}

chosen_tests() { # chosen_tests PATH...: these tests and nothing else
    ready dev
    cd "$here"
    unset PYTHONDONTWRITEBYTECODE
    exec "$python" -m pytest "$@"
}

lint() {
    "$python" -m ruff check src tests bench scripts examples/plugin
    "$python" -m ruff format --check -q src tests bench scripts examples/plugin
    "$bin/lint-imports" --no-cache >/dev/null || "$bin/lint-imports"
}

install_programs() { # the programs beside Python that the full tests drive
    need tmux tmux
    need cc gcc
    need bwrap bubblewrap
    need_browser
    need php php-cli
    need node nodejs
    need ip iproute2
    need nginx nginx-light
    need openssl openssl
    need systemd-analyze systemd
    [ -n "$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null)" ] || need initdb postgresql
    # Large, and only the kits for engines use them: not installed, but missed aloud.
    for program in java mcs mono; do
        command -v "$program" >/dev/null 2>&1 || say "*** $program is missing: a kit for engines is not tested. ***"
    done
}

run_tests() { # run_tests OPTION...: lint, types, and the tests that pytest selects by OPTION
    ready dev
    cd "$here"
    lint
    # Hundreds of programs are started: whoever compiles a file keeps it for the others.
    unset PYTHONDONTWRITEBYTECODE
    # Thousands of small tournaments are written and thrown away: in memory nobody waits for a disk.
    if [ -z "${TMPDIR-}" ] && roomy /dev/shm; then
        TMPDIR=$(mktemp -d /dev/shm/r-XXXXXX)
        chmod 1777 "$TMPDIR" # as /tmp: programs are played by users of their own
        export TMPDIR
        trap 'rm -rf "$TMPDIR"' EXIT
        trap 'exit 130' INT TERM
    fi
    # The types take one core for a while, and tests often wait: both at once, and both must be right.
    status=0
    typed=0
    "$python" -m mypy &
    types=$!
    "$python" -m pytest --dist worksteal "$@" || status=$?
    wait "$types" || typed=$?
    [ "$typed" = 0 ] && return "$status"
    return "$typed"
}

case "${1-}" in
lock)
    shift
    ready dev
    cd "$here"
    lock_packages "$@"
    ;;
docs)
    shift
    ready dev
    exec "$python" -m sphinx -q -W --keep-going -b html "$here/docs" "$here/site" "$@"
    ;;
screenshots)
    shift
    need_browser
    ready dev
    cd "$here"
    exec "$python" scripts/make_screens.py "$@"
    ;;
windows)
    shift
    need osslsigncode osslsigncode
    need wine wine
    ready dev
    RONDE_PIP=$(find_python) exec "$python" "$here/scripts/make_windows.py" "$@"
    ;;
release)
    need osslsigncode osslsigncode
    need wine wine
    ready dev
    RONDE_PIP=$(find_python) exec "$python" "$here/scripts/make_release.py"
    ;;
test)
    shift
    case "$*" in
    '') run_tests -n 2 -m 'not full' ;;
    --full)
        install_programs
        run_tests -n 4
        ;;
    *) chosen_tests "$@" ;;
    esac
    ;;
'')
    ready run
    RONDE_CALLED_AS=./go exec "$python" -P -m ronde demo "$here/demo" --show
    ;;
*)
    ready run
    RONDE_CALLED_AS=./go exec "$python" -P -m ronde "$@"
    ;;
esac
