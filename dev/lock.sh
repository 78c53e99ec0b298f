#!/bin/sh
# Makes the locks from pyproject.toml: requirements/run.txt (the package for players and hosts), research.txt (what studies
# need beside it), build.txt (what compiles the engine), dev.txt (all checks) and release.txt (what builds and checks the
# files of a release). Needs uv.
#
#   dev/lock.sh               keep the locked versions where pyproject.toml still allows them
#   dev/lock.sh --upgrade     take the newest of everything
#
# The files hold for every Python and system that pyproject.toml allows, carry hashes, and name no registry.
set -eu
cd "$(dirname "$0")/.."

lock() { # name, options of uv
    file=requirements/$1.txt
    shift
    touch "$file"
    cp "$file" "$file.new" # the versions to keep
    uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate "$@" \
        --output-file "$file.new"
    {
        echo "# Made by dev/lock.sh from pyproject.toml. Do not edit."
        cat "$file.new"
    } >"$file"
    rm -f "$file.new"
}

# All are installed into one environment: what is in two locks has one version.
lock run "$@" --extra table --extra terminal --extra learn --extra postgres --extra metrics pyproject.toml
lock research "$@" --extra research --constraints requirements/run.txt pyproject.toml
lock dev "$@" --group dev --constraints requirements/run.txt --constraints requirements/research.txt
lock release "$@" --group release --constraints requirements/dev.txt
lock build --upgrade --group build --constraints requirements/run.txt --constraints requirements/dev.txt
