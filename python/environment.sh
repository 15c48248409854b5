# What python/test, examples/spark/test and tests/api/run run in. They source this file.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Ends the test, which does not fail.
skip() { echo "$0: skipped, as $*"; exit 0; }

# Builds the command target/debug/gtn-db, whose answers are compared, and the environment
# target/$1/venv with the packages that the file $2 lists. Sets `venv`.
make_environment() {
    local python=${PYTHON:-python3}
    venv=$root/target/$1/venv
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null \
        || skip "$python is not there or older than 3.10"
    # Debian has venv in a package of its own.
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        apt-get update -qq && apt-get install -y -qq python3-venv || true
    fi
    if [ ! -x "$venv/bin/python" ] && ! "$python" -m venv "$venv"; then
        rm -rf "$venv"
        skip "$python cannot make a virtual environment"
    fi
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$2"
    (cd "$root" && cargo build --locked --bin gtn-db)
}

# Adds the Python package gtn-db to the environment.
install_package() {
    # One folder for all environments, so that the package is built once.
    (cd "$root/python" && CARGO_TARGET_DIR=$root/target/python VIRTUAL_ENV=$venv \
        "$venv/bin/maturin" develop --quiet --locked)
}
