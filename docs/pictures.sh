#!/usr/bin/env bash
# Draws docs/find.png and docs/book.png, the pictures of the page and of a book in README.md and docs/publish.md,
# with Chromium from the sample data.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --quiet
folder=$(mktemp -d)
trap 'kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT
program="target/debug/gtn-db --db $folder/go.db"
$program import --quiet data 2>/dev/null
$program serve --read-only --port 0 >"$folder/address" &
server=$!
until [ -s "$folder/address" ]; do sleep 0.1; done

# The bulky five in the corner, with those that differ in two points at most.
position='4x5%7C...OX_..OOX_OOOXX_XXXX._%21%21%21%21%21_'
"${GTN_DB_CHROMIUM:-chromium}" --headless --no-sandbox --disable-gpu --hide-scrollbars \
    --user-data-dir="$folder/profile" --window-size=1200,800 --screenshot=docs/find.png \
    "$(cat "$folder/address")?lang=en&mode=near&near=2&position=$position" 2>/dev/null

# A book as a browser shows it; its printed pages have the same rows.
$program book data/classic-shapes.sgf --columns 4 --title "Classic shapes" -o "$folder/book.html" >"$folder/said"
"${GTN_DB_CHROMIUM:-chromium}" --headless --no-sandbox --disable-gpu --hide-scrollbars \
    --user-data-dir="$folder/profile" --window-size=900,560 --screenshot=docs/book.png \
    "file://$folder/book.html" 2>/dev/null
