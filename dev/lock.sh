#!/bin/sh
# Makes requirements/run.txt and requirements/dev.txt from pyproject.toml. Needs uv.
#
#   dev/lock.sh               keep the locked versions where pyproject.toml still allows them
#   dev/lock.sh --upgrade     take the newest of everything
#
# uv's own lock (uv.lock) names the registry that it was made with, so it is not committed: the hashed requirements files
# say the same without it, and pip reads them too.
set -eu
cd "$(dirname "$0")/.."

lock() { # file, options of uv export
    file=$1
    shift
    uv export --quiet --frozen --no-header --no-annotate --no-emit-project --format requirements.txt "$@" >"$file.new"
    {
        echo "# Made by dev/lock.sh from pyproject.toml. Do not edit."
        cat "$file.new"
    } >"$file"
    rm -f "$file.new"
}

uv lock "$@"
lock requirements/run.txt --no-default-groups
lock requirements/dev.txt --only-group dev
